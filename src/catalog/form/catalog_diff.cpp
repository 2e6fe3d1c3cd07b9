#include "catalog_diff.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "catalog/records/field_value.hpp"
#include "catalog_writer.hpp"

namespace gpuadvisor {
namespace {

using Values = std::vector<FieldValue>;

/// All fields of a record, in canonical order.
template <class Record>
Values values_of(const Record& record) {
  Values values;
  values.reserve(k_field_count<Record>);
  for_each_field<Record>([&](const auto& field, std::size_t) { values.push_back(field_value(record.*field.member)); });
  return values;
}

/// The id of the source of one field.
template <class Record>
std::string_view stated_by(const Record& record, std::string_view field) {
  if constexpr (std::is_same_v<Record, Gpu>) {
    const bool ours =
        std::find(k_editorial_fields.begin(), k_editorial_fields.end(), field) != k_editorial_fields.end();
    const bool is_about_sources = field == "source" || field == "sources" || field == "further_sources";
    return ours || is_about_sources ? std::string_view() : source_of(record, field);
  } else if constexpr (requires { std::string_view(record.source); }) {
    return field == "source" ? std::string_view() : record.source;
  } else {
    return {};
  }
}

/// Of one key, the records of one catalog.
template <class Record>
using Namesakes = std::vector<std::pair<Values, const Record*>>;

/// Sorts both by value and sets aside what both have: in n log n steps, since a catalog may hold thousands of quotes
/// of one day.
template <class Record>
void drop_equal(Namesakes<Record>& before, Namesakes<Record>& after) {
  const auto by_value = [](const auto& a, const auto& b) { return a.first < b.first; };
  std::stable_sort(before.begin(), before.end(), by_value);
  std::stable_sort(after.begin(), after.end(), by_value);
  Namesakes<Record> gone;
  Namesakes<Record> fresh;
  std::set_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(gone), by_value);
  std::set_difference(after.begin(), after.end(), before.begin(), before.end(), std::back_inserter(fresh), by_value);
  before = std::move(gone);
  after = std::move(fresh);
}

/// Compares one table.
template <class Record>
class TableComparison {
 public:
  TableComparison(std::string_view table, std::span<const std::string_view> key_fields)
      : m_key_fields(key_fields), m_diff{table, 0, 0, {}} {}

  [[nodiscard]] TableDiff diff(std::span<const Record> before, std::span<const Record> after) {
    m_diff.before = before.size();
    m_diff.after = after.size();
    std::map<Values, std::pair<Namesakes<Record>, Namesakes<Record>>> by_key;
    for (const Record& record : before) by_key[key_values(record)].first.emplace_back(values_of(record), &record);
    for (const Record& record : after) by_key[key_values(record)].second.emplace_back(values_of(record), &record);
    for (auto& [key, namesakes] : by_key) {
      auto& [gone, fresh] = namesakes;
      drop_equal<Record>(gone, fresh);
      if (gone.size() == 1 && fresh.size() == 1) {
        add(RecordChangeKind::changed, gone.front().second, fresh.front().second);
        continue;
      }
      for (const auto& [values, record] : gone) add(RecordChangeKind::removed, record, nullptr);
      for (const auto& [values, record] : fresh) add(RecordChangeKind::added, nullptr, record);
    }
    return std::move(m_diff);
  }

 private:
  [[nodiscard]] bool is_key(std::string_view field) const {
    return std::find(m_key_fields.begin(), m_key_fields.end(), field) != m_key_fields.end();
  }

  /// In the order of `m_key_fields`, which is that of the answer.
  [[nodiscard]] Values key_values(const Record& record) const {
    Values key(m_key_fields.size());
    for_each_field<Record>([&](const auto& field, std::size_t) {
      const auto at = std::find(m_key_fields.begin(), m_key_fields.end(), field.key);
      if (at == m_key_fields.end()) return;
      key[static_cast<std::size_t>(at - m_key_fields.begin())] = field_value(record.*field.member);
    });
    return key;
  }

  void add(RecordChangeKind kind, const Record* before, const Record* after) {
    RecordChange change{kind, {}, {}};
    Values key = key_values(before == nullptr ? *after : *before);
    for (std::size_t i = 0; i < key.size(); ++i) change.key.push_back({m_key_fields[i], std::move(key[i])});
    for_each_field<Record>([&](const auto& field, std::size_t) {
      if (is_key(field.key)) return;
      FieldChange one{field.key, {}, {}, {}, {}};
      if (before != nullptr) one.before = field_value(before->*field.member);
      if (after != nullptr) one.after = field_value(after->*field.member);
      if (one.before == one.after) return;
      if (one.before.index() != 0) one.source_before = stated_by(*before, field.key);
      if (one.after.index() != 0) one.source_after = stated_by(*after, field.key);
      change.fields.push_back(std::move(one));
    });
    m_diff.changes.push_back(std::move(change));
  }

  std::span<const std::string_view> m_key_fields;
  TableDiff m_diff;
};

/// Compares the tables of two catalogs, one after the other.
class Comparison {
 public:
  Comparison(const Catalog& before, const Catalog& after) : m_before(before.tables()), m_after(after.tables()) {}

  /// The fields called `key_fields` tell its records apart.
  template <class Record>
  void compare(std::string_view table, std::span<const Record> CatalogTables::*records,
               std::initializer_list<std::string_view> key_fields) {
    add(TableComparison<Record>(table, {key_fields.begin(), key_fields.end()})
            .diff(m_before.*records, m_after.*records));
  }

  template <class Record>
  void compare(const GuideTable<Record>& table) {
    std::vector<std::string_view> key_fields;
    for_each_field<Record>([&](const auto& field, std::size_t index) {
      if (index < table.key_fields) key_fields.push_back(field.key);
    });
    add(TableComparison<Record>(table.key, key_fields)
            .diff(m_before.guides.*table.records, m_after.guides.*table.records));
  }

  void compare_reference() {
    const auto records = [](const std::optional<ScoreReference>& reference) {
      return reference ? std::span<const ScoreReference>(&*reference, 1) : std::span<const ScoreReference>();
    };
    add(TableComparison<ScoreReference>("reference", {}).diff(records(m_before.reference), records(m_after.reference)));
  }

  void compare_default_workload() {
    if (m_before.default_workload == m_after.default_workload) return;
    FieldChange change{"id", field_value(m_before.default_workload), field_value(m_after.default_workload), {}, {}};
    m_diff.tables.push_back(
        {"default_workload", 1, 1, {RecordChange{RecordChangeKind::changed, {}, {std::move(change)}}}});
  }

  [[nodiscard]] CatalogDiff take() { return std::move(m_diff); }

 private:
  void add(TableDiff table) {
    if (!table.changes.empty()) m_diff.tables.push_back(std::move(table));
  }

  const CatalogTables& m_before;
  const CatalogTables& m_after;
  CatalogDiff m_diff;
};

}  // namespace

std::size_t TableDiff::count(RecordChangeKind kind) const {
  return static_cast<std::size_t>(
      std::count_if(changes.begin(), changes.end(), [&](const RecordChange& change) { return change.kind == kind; }));
}

CatalogDiff catalog_diff(const Catalog& before, const Catalog& after) {
  Comparison comparison(before, after);
  comparison.compare("sources", &CatalogTables::sources, {"id"});
  comparison.compare("gpus", &CatalogTables::gpus, {"id"});
  comparison.compare("prices", &CatalogTables::prices, {"gpu", "condition", "kind", "date", "source"});
  comparison.compare("support", &CatalogTables::support, {"vendor", "architecture", "targets", "stack", "event"});
  comparison.compare_reference();
  comparison.compare_default_workload();
  comparison.compare("workloads", &CatalogTables::workloads, {"id"});
  comparison.compare("memory_floors", &CatalogTables::memory_floors, {"workload", "from"});
  comparison.compare("deployment_rules", &CatalogTables::deployment_rules, {"deployment", "vendor", "segment"});
  comparison.compare("features", &CatalogTables::features, {"id"});
  comparison.compare("architecture_features", &CatalogTables::architecture_features,
                     {"feature", "vendor", "architectures"});
  comparison.compare("feature_figures", &CatalogTables::feature_figures, {"feature", "what"});
  comparison.compare("models", &CatalogTables::networks, {"id"});
  comparison.compare("score_models", &CatalogTables::score_models, {"workload", "precision"});
  comparison.compare("scores", &CatalogTables::scores, {"workload", "precision", "gpu"});
  comparison.compare("speedups", &CatalogTables::speedups, {"workload", "basis", "count"});
  for_each_guide_table([&](const auto& table) { comparison.compare(table); });
  CatalogDiff diff = comparison.take();
  diff.is_reordered = diff.tables.empty() && write_catalog(before) != write_catalog(after);
  return diff;
}

}  // namespace gpuadvisor
