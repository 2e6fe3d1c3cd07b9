#include "detect_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "detect_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_few_rows = 4;  // what a screen has room for beside the rest

/// Equal devices: what is free may differ.
struct DeviceRow {
  std::vector<std::string> cells;  // without what is free, which stands in k_free_column
  std::size_t count = 1;
  std::optional<Gibibytes> least_free;
  std::optional<Gibibytes> most_free;
  bool is_instance = false;

  [[nodiscard]] bool is_like(const DeviceRow& other) const {
    return is_instance == other.is_instance && cells == other.cells &&
           least_free.has_value() == other.least_free.has_value();
  }
  void take(const DeviceRow& other) {
    count += other.count;
    least_free = least_free ? std::optional(std::min(*least_free, *other.least_free)) : std::nullopt;
    most_free = most_free ? std::optional(std::max(*most_free, *other.most_free)) : std::nullopt;
  }
};

constexpr std::size_t k_free_column = 2;

/// The limit in force, beside that of the board where it is another: "250 W, board 320".
std::string limit_text(const FoundGpu& found) {
  const auto& limit = found.device.power_limit;
  if (!limit) return "-";
  const auto board = found.match.gpu == nullptr ? std::nullopt : found.match.gpu->tdp;
  if (!board || std::abs(board->value() - limit->value()) < 1) return fmt::format("{:.0f} W", limit->value());
  return fmt::format("{:.0f} W, board {:.0f}", limit->value(), board->value());
}

DeviceRow gpu_row(const FoundGpu& found) {
  const DetectedGpu& device = found.device;
  return {{found_name(found), or_dash(device.memory, memory_text), "", limit_text(found),
           device.driver.empty() ? "-" : device.driver, match_note(found)},
          1,
          device.free,
          device.free,
          false};
}

DeviceRow instance_row(const GpuInstance& instance) {
  return {
      {"MIG instance", or_dash(instance.memory, memory_text), "", "", "", ""}, 1, instance.free, instance.free, true};
}

/// Adds an instance, to those like it.
void add(std::vector<DeviceRow>& instances, DeviceRow row) {
  const auto same =
      std::find_if(instances.begin(), instances.end(), [&](const DeviceRow& other) { return other.is_like(row); });
  if (same == instances.end()) {
    instances.push_back(std::move(row));
  } else {
    same->take(row);
  }
}

/// GPUs, the equal ones in a row or each by itself, with their instances behind them.
struct Kind {
  DeviceRow gpu;
  std::vector<DeviceRow> instances;
};

Kind& kind_of(std::vector<Kind>& kinds, DeviceRow row, bool may_join) {
  if (may_join) {
    const auto same = std::find_if(kinds.begin(), kinds.end(), [&](const Kind& one) { return one.gpu.is_like(row); });
    if (same != kinds.end()) {
      same->gpu.take(row);
      return *same;
    }
  }
  return kinds.emplace_back(Kind{std::move(row), {}});
}

std::vector<DeviceRow> device_rows(const DetectView& view) {
  std::vector<Kind> kinds;
  for (const FoundGpu& found : view.answer.found) {
    Kind& kind = kind_of(kinds, gpu_row(found), !view.rows);
    for (const GpuInstance& instance : found.device.instances) add(kind.instances, instance_row(instance));
  }
  std::vector<DeviceRow> rows;
  for (Kind& kind : kinds) {
    rows.push_back(std::move(kind.gpu));
    rows.insert(rows.end(), kind.instances.begin(), kind.instances.end());
  }
  return rows;
}

/// "9.0", "9.0-23.5" of several.
std::string free_text(const DeviceRow& row) {
  if (!row.least_free) return "-";
  const std::string least = memory_text(*row.least_free);
  const std::string most = memory_text(*row.most_free);
  return least == most ? least : fmt::format("{}-{}", least, most);
}

std::vector<std::string> cells_of(const DeviceRow& row) {
  std::vector<std::string> cells = row.cells;
  cells[k_free_column] = free_text(row);
  const std::string count = row.count > 1 ? fmt::format("{}x ", row.count) : "";
  cells.front() = (row.is_instance ? "  " : "") + count + cells.front();
  return cells;
}

}  // namespace

std::string memory_text(Gibibytes memory) {
  const double tenths = std::round(memory.value() * 10) / 10;
  return tenths == std::round(tenths) ? fmt::format("{:.0f}", tenths) : fmt::format("{:.1f}", tenths);
}

Table gpu_table(const DetectView& view) {
  Table table{{{"GPU", false, true}, {"GB", true}, {"free", true}, {"limit"}, {"driver"}, {"note"}}, {}};
  const std::vector<DeviceRow> rows = device_rows(view);
  const std::size_t limit = view.rows.value_or(k_few_rows);
  const bool is_cut = limit != 0 && rows.size() > limit;
  for (std::size_t i = 0; i < (is_cut ? limit : rows.size()); ++i) {
    table.add(cells_of(rows[i]), rows[i].is_instance ? Style::dim : Style::plain);
  }
  if (is_cut) {
    table.add({fmt::format("and {}: -n 0", counted(rows.size() - limit, "more row")), "", "", "", "", ""}, Style::dim);
  }
  const bool has_notes =
      std::any_of(table.rows.begin(), table.rows.end(), [](const auto& row) { return !row.back().empty(); });
  if (has_notes) return table;
  table.columns.pop_back();
  for (auto& row : table.rows) row.pop_back();
  return table;
}

Table rank_table(const DetectAnswer& answer) {
  Table table{{{"work", false, true}, {"speed", true}, {"likely"}, {"basis"}, {"faster than", true}}, {}};
  for (const SpeedRank& rank : answer.ranks) {
    const Performance& speed = rank.performance;
    const std::string range = fmt::format("{}-{}", rounded(speed.low), rounded(speed.high));
    table.add({std::string(rank.workload->title), rounded(speed.index), speed.low < speed.high ? range : "-",
               std::string(enum_name(speed.basis)), fmt::format("{} of {}", rank.slower, rank.others)});
  }
  return table;
}

}  // namespace gpuadvisor
