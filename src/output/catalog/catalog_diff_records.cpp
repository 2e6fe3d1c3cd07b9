#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <variant>

#include "catalog_diff_words.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_longest_value = 90;  // bytes of a value, in a line that is read at a glance

/// The unit at the end of a key, as people write it.
std::string_view unit_of(std::string_view field) {
  constexpr auto k_units = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"_gb", " GB"},
      {"_gbs", " GB/s"},
      {"_mb", " MB"},
      {"_mhz", " MHz"},
      {"_tflops", " TFLOPS"},
      {"_gflops", " GFLOPs"},
      {"_tops", " TOPS"},
      {"_w", " W"},
      {"_m", " million"},
  });
  const auto* const unit =
      std::find_if(k_units.begin(), k_units.end(), [&](const auto& one) { return field.ends_with(one.first); });
  return unit == k_units.end() ? std::string_view() : unit->second;
}

std::string shortened(std::string text) {
  if (text.size() <= k_longest_value) return text;
  const std::size_t kept = utf8_prefix(std::string_view(text).substr(0, k_longest_value));
  return text.substr(0, kept) + " ...";
}

std::string number_text(std::string_view field, double number) {
  if (field.ends_with("_usd")) return money_exact(Usd{number});
  return json_number(number) + std::string(unit_of(field));
}

std::string value_text(std::string_view field, const FieldValue& value) {
  return std::visit(
      [&]<class T>(const T& held) -> std::string {
        if constexpr (std::is_same_v<T, std::monostate>) {
          return "unknown";
        } else if constexpr (std::is_same_v<T, bool>) {
          return "yes";
        } else if constexpr (std::is_same_v<T, double>) {
          return number_text(field, held);
        } else if constexpr (std::is_same_v<T, std::string>) {
          return shortened(held);
        } else {
          return shortened(joined(std::vector<std::string_view>(held.begin(), held.end()), "; "));
        }
      },
      value);
}

/// The sources of both values: one where it stays.
std::string sources_text(const FieldChange& change) {
  const std::string_view before = change.source_before;
  const std::string_view after = change.source_after;
  if (before.empty() && after.empty()) return {};
  if (before == after || before.empty()) return fmt::format(" ({})", after);
  return after.empty() ? fmt::format(" ({})", before) : fmt::format(" ({} -> {})", before, after);
}

std::string change_text(const FieldChange& change) {
  return fmt::format("{}: {} -> {}{}", change.field, value_text(change.field, change.before),
                     value_text(change.field, change.after), sources_text(change));
}

/// The fields of a record that only one catalog has, without their sources: the record names its own.
std::string whole_text(const RecordChange& change) {
  std::string text;
  for (const FieldChange& one : change.fields) {
    const FieldValue& value = change.kind == RecordChangeKind::added ? one.after : one.before;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", one.field, value_text(one.field, value));
  }
  return text;
}

std::string key_text(const RecordChange& change) {
  std::string text;
  for (const KeyField& one : change.key) {
    if (one.value.index() == 0) continue;
    text += (text.empty() ? "" : ", ") + value_text(one.field, one.value);
  }
  return text;
}

DiffEntry entry_of(const RecordChange& change, std::string_view table) {
  const std::string key = key_text(change);
  const std::string name = key.empty() ? std::string(table) : key;
  DiffEntry entry{fmt::format("{}: {}", enum_name(change.kind), name), {}};
  if (change.kind != RecordChangeKind::changed) {
    entry.details.push_back(whole_text(change));
    return entry;
  }
  for (const FieldChange& one : change.fields) entry.details.push_back(change_text(one));
  return entry;
}

/// A quote is short enough for a line.
DiffEntry price_entry(const RecordChange& change) {
  const bool is_whole = change.kind != RecordChangeKind::changed;
  DiffEntry entry = entry_of(change, "");
  if (!is_whole) return entry;
  entry.text += ", " + entry.details.front();
  entry.details.clear();
  return entry;
}

/// "price levels".
std::string title_of(const TableDiff& table) {
  std::string title(table.table);
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

DiffSection section_of(const TableDiff& table, std::size_t limit) {
  std::vector<std::string> counts;
  for (const auto kind : {RecordChangeKind::added, RecordChangeKind::removed, RecordChangeKind::changed}) {
    const std::size_t count = table.count(kind);
    if (count > 0) counts.push_back(fmt::format("{} {}", count, enum_name(kind)));
  }
  DiffSection section{fmt::format("{}: {}", title_of(table), enumeration(counts)), {}, 0};
  const std::size_t shown = limit == 0 ? table.changes.size() : std::min(limit, table.changes.size());
  section.entries.reserve(shown);
  for (std::size_t i = 0; i < shown; ++i) {
    const RecordChange& change = table.changes[i];
    section.entries.push_back(table.table == "prices" ? price_entry(change) : entry_of(change, table.table));
  }
  section.left_out = table.changes.size() - shown;
  return section;
}

}  // namespace

std::vector<DiffSection> record_sections(const CatalogDiffReport& report, std::size_t limit) {
  std::vector<const TableDiff*> tables;
  for (const TableDiff& table : report.records.tables) tables.push_back(&table);
  const auto place = [](const TableDiff* table) {
    return table->table == "gpus" ? 0 : table->table == "prices" ? 1 : 2;
  };
  std::ranges::stable_sort(tables, {}, place);
  return mapped(tables, [&](const TableDiff* table) { return section_of(*table, limit); });
}

std::string diff_summary(const CatalogDiff& diff) {
  if (diff.is_reordered) return "The same records, some of them in another order.";
  if (diff.tables.empty()) return "No record differs.";
  const auto tables = mapped(diff.tables, [](const TableDiff& table) {
    return fmt::format("{} in {}", table.changes.size(), title_of(table));
  });
  return fmt::format("Records that differ: {}.", enumeration(tables));
}

std::string cut_list(const std::vector<std::string>& items, std::size_t limit) {
  const std::size_t shown = limit == 0 ? items.size() : std::min(limit, items.size());
  const std::vector<std::string_view> first(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(shown));
  std::string text = joined(first, ", ");
  if (shown < items.size()) text += fmt::format(" and {} more", items.size() - shown);
  return text;
}

}  // namespace gpuadvisor
