#include "catalog_diff.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "catalog/records/catalog_tables.hpp"
#include "catalog/records/record_fields.hpp"
#include "catalog_writer.hpp"
#include "core/contains.hpp"

namespace gpuadvisor {
namespace {

/// The id of the source of one field.
template <class Record>
std::string_view stated_by(const void* of_any, std::string_view field) {
  const Record& record = *static_cast<const Record*>(of_any);
  if constexpr (std::is_same_v<Record, Gpu>) {
    const bool ours = contains(k_editorial_fields, field);
    const bool is_about_sources = field == "source" || field == "sources" || field == "further_sources";
    return ours || is_about_sources ? std::string_view() : source_of(record, field);
  } else if constexpr (requires { std::string_view(record.source); }) {
    return field == "source" ? std::string_view() : record.source;
  } else {
    return {};
  }
}

/// A table in two catalogs.
struct ComparedTable {
  std::string_view key;
  std::vector<std::string_view> key_fields;  // they tell its records apart
  RecordRows before;
  RecordRows after;
  std::string_view (*stated_by)(const void* record, std::string_view field);
};

/// A record, and what its fields hold.
using Row = std::pair<Values, const void*>;

/// Of one key, the records of each catalog.
struct Namesakes {
  std::vector<Row> before;
  std::vector<Row> after;
};

/// Sorts both by value and sets aside what both have: in n log n steps, since a catalog may hold thousands of quotes
/// of one day.
void drop_equal(Namesakes& namesakes) {
  const auto by_value = [](const Row& a, const Row& b) { return a.first < b.first; };
  auto& [before, after] = namesakes;
  std::stable_sort(before.begin(), before.end(), by_value);
  std::stable_sort(after.begin(), after.end(), by_value);
  Namesakes rest;
  std::set_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(rest.before),
                      by_value);
  std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(rest.after),
                      by_value);
  namesakes = std::move(rest);
}

/// Compares one table.
class TableComparison {
 public:
  explicit TableComparison(const ComparedTable& table) : m_table(table), m_fields(table.before.fields()) {}

  [[nodiscard]] TableDiff diff() {
    m_diff = {m_table.key, m_table.before.size(), m_table.after.size(), {}};
    std::map<Values, Namesakes> by_key;
    for (std::size_t i = 0; i < m_table.before.size(); ++i) {
      Row row = row_of(m_table.before[i]);
      by_key[key_values(row.second)].before.push_back(std::move(row));
    }
    for (std::size_t i = 0; i < m_table.after.size(); ++i) {
      Row row = row_of(m_table.after[i]);
      by_key[key_values(row.second)].after.push_back(std::move(row));
    }
    for (auto& [key, namesakes] : by_key) {
      drop_equal(namesakes);
      const auto& [gone, fresh] = namesakes;
      if (gone.size() == 1 && fresh.size() == 1) {
        add(RecordChangeKind::changed, key, &gone.front(), &fresh.front());
        continue;
      }
      for (const Row& row : gone) add(RecordChangeKind::removed, key, &row, nullptr);
      for (const Row& row : fresh) add(RecordChangeKind::added, key, nullptr, &row);
    }
    return std::move(m_diff);
  }

 private:
  [[nodiscard]] Row row_of(const void* record) const { return {values_of(record, m_fields), record}; }

  [[nodiscard]] Values key_values(const void* record) const { return values_of(record, m_fields, m_table.key_fields); }

  [[nodiscard]] bool is_key(std::string_view field) const { return contains(m_table.key_fields, field); }

  void add(RecordChangeKind kind, const Values& key, const Row* before, const Row* after) {
    RecordChange change{kind, {}, {}};
    for (std::size_t i = 0; i < key.size(); ++i) change.key.push_back({m_table.key_fields[i], key[i]});
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
      const std::string_view field = m_fields[i].key;
      if (is_key(field)) continue;
      FieldChange one{field, {}, {}, {}, {}};
      if (before != nullptr) one.before = before->first[i];
      if (after != nullptr) one.after = after->first[i];
      if (one.before == one.after) continue;
      if (one.before.index() != 0) one.source_before = m_table.stated_by(before->second, field);
      if (one.after.index() != 0) one.source_after = m_table.stated_by(after->second, field);
      change.fields.push_back(std::move(one));
    }
    m_diff.changes.push_back(std::move(change));
  }

  const ComparedTable& m_table;
  std::span<const CatalogField> m_fields;
  TableDiff m_diff;
};

template <class Record>
void compare(CatalogDiff& diff, std::string_view key, std::string_view key_fields, std::span<const Record> before,
             std::span<const Record> after) {
  const ComparedTable table{key, words(key_fields), RecordRows(before), RecordRows(after), &stated_by<Record>};
  TableDiff one = TableComparison(table).diff();
  if (!one.changes.empty()) diff.tables.push_back(std::move(one));
}

/// Compares what stands ahead of k_table_behind_reference.
void compare_reference(CatalogDiff& diff, const Catalog& before, const Catalog& after) {
  const auto records = [](const std::optional<ScoreReference>& reference) {
    return reference ? std::span<const ScoreReference>(&*reference, 1) : std::span<const ScoreReference>();
  };
  compare(diff, "reference", "", records(before.reference()), records(after.reference()));
  const std::string old_default(before.default_workload());
  const std::string new_default(after.default_workload());
  if (old_default == new_default) return;
  const auto value = [](const std::string& id) { return id.empty() ? FieldValue() : FieldValue(id); };
  FieldChange change{"id", value(old_default), value(new_default), {}, {}};
  diff.tables.push_back({"default_workload", 1, 1, {RecordChange{RecordChangeKind::changed, {}, {std::move(change)}}}});
}

}  // namespace

std::size_t TableDiff::count(RecordChangeKind kind) const {
  return static_cast<std::size_t>(
      std::count_if(changes.begin(), changes.end(), [&](const RecordChange& change) { return change.kind == kind; }));
}

CatalogDiff catalog_diff(const Catalog& before, const Catalog& after) {
  CatalogDiff diff;
  for_each_table([&]<class Record>(const CatalogTable<Record>& table) {
    if (table.rules.key == k_table_behind_reference) compare_reference(diff, before, after);
    if (table.rules.joining == Joining::computed) return;  // what it follows from tells
    compare(diff, table.rules.key, table.rules.key_fields, before.records<Record>(), after.records<Record>());
  });
  diff.is_reordered = diff.tables.empty() && write_catalog(before) != write_catalog(after);
  return diff;
}

}  // namespace gpuadvisor
