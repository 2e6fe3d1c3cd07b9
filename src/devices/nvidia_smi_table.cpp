#include "nvidia_smi_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "device_figures.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_most_query_columns = 1000;               // nvidia-smi knows about 240
constexpr std::size_t k_longest_titles = std::size_t{1} << 16U;  // bytes; those of all columns are about 7,000

/// What a GPU's name begins with where no title tells which cell is the name.
constexpr auto k_name_begins =
    std::to_array<std::string_view>({"NVIDIA ", "GeForce ", "Tesla ", "Quadro ", "TITAN ", "GRID ", "Graphics Device"});

/// A column: its title without the unit in brackets, and whether values have that unit anyway.
struct QueryColumn {
  std::string_view title;
  bool has_unit = false;
};

QueryColumn query_column(std::string_view cell) {
  const auto bracket = cell.find(" [");
  return {cell.substr(0, bracket), bracket != std::string_view::npos};
}

/// The titles that tell something of a GPU.
constexpr auto k_known_columns =
    std::to_array<std::string_view>({"name", "gpu_name", "memory.total", "memory.free", "power.limit", "driver_version",
                                     "pci.device_id", "mig.mode.current"});

/// The cells at the beginning of a line, which may be of any length.
std::vector<std::string_view> first_cells(std::string_view line) {
  return split(line.substr(0, std::min(line.find('\r'), k_longest_titles)), ',');
}

bool begins_as_name(std::string_view cell) {
  return std::any_of(k_name_begins.begin(), k_name_begins.end(),
                     [&](std::string_view begin) { return cell.starts_with(begin); });
}

bool is_memory(std::string_view cell) {
  return cell.ends_with(" MiB") && !cell.empty() && std::isdigit(static_cast<unsigned char>(cell.front())) != 0;
}

class QueryTable {
 public:
  QueryTable(std::string_view text, const std::string& file) : m_text(text), m_file(file) {}

  [[nodiscard]] std::vector<DetectedGpu> gpus() {
    while (!m_text.empty()) {
      const std::string_view line = m_text.substr(0, m_text.find('\n'));
      m_text.remove_prefix(std::min(line.size() + 1, m_text.size()));
      ++m_line;
      add(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
      if (m_problems.is_full()) break;
    }
    m_problems.throw_if_any();
    return std::move(m_gpus);
  }

 private:
  [[nodiscard]] JsonPlace place(std::string_view column = {}) const {
    return {m_file, column.empty() ? "" : fmt::format("column {}", column), m_line};
  }

  void add(std::string_view line) {
    if (std::count(line.begin(), line.end(), ',') >= static_cast<std::ptrdiff_t>(k_most_query_columns)) {
      m_problems.add(place(), fmt::format("expected at most {} fields", k_most_query_columns));
      return;
    }
    const auto cells = split(line, ',');
    if (cells.size() == 1 && cells.front().empty()) return;
    if (m_columns.empty() && m_gpus.empty() && is_query_header(line)) {
      take_titles(cells);
    } else if (m_gpus.size() >= k_most_devices) {
      m_problems.add(place(), fmt::format("expected at most {} GPUs", k_most_devices));
      m_text = {};
    } else if (m_columns.empty()) {
      m_gpus.push_back(untitled(cells));
    } else if (cells.size() != m_columns.size()) {
      m_problems.add(place(),
                     fmt::format("expected {} fields, as there are titles, found {}", m_columns.size(), cells.size()));
    } else {
      m_gpus.push_back(titled(cells));
    }
  }

  void take_titles(const std::vector<std::string_view>& cells) {
    for (const auto cell : cells) m_columns.push_back(query_column(cell));
    const bool has_name = find("name") || find("gpu_name") || find("pci.device_id");
    if (!has_name) m_problems.add(place(), "expected a column name: --query-gpu=name,memory.total,...");
    for (const auto title : k_known_columns) {
      if (std::count_if(m_columns.begin(), m_columns.end(), [&](const auto& one) { return one.title == title; }) > 1)
        m_problems.add(place(title), "expected it once, found it again");
    }
  }

  [[nodiscard]] std::optional<std::size_t> find(std::string_view title) const {
    const auto found = std::find_if(m_columns.begin(), m_columns.end(),
                                    [&](const QueryColumn& column) { return column.title == title; });
    return found == m_columns.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - m_columns.begin()));
  }

  /// A cell of the line that is read; empty where there is no such column.
  [[nodiscard]] DeviceText cell(const std::vector<std::string_view>& cells, std::string_view title) const {
    const auto column = find(title);
    return {column ? cells[*column] : std::string_view(), place(title)};
  }

  [[nodiscard]] bool has_unit(std::string_view title) const {
    const auto column = find(title);
    return column && m_columns[*column].has_unit;
  }

  DetectedGpu titled(const std::vector<std::string_view>& cells) {
    DetectedGpu gpu;
    gpu.vendor = "nvidia";
    gpu.name = device_name(cell(cells, find("name") ? "name" : "gpu_name"), m_problems);
    gpu.memory = mebibytes(cell(cells, "memory.total"), has_unit("memory.total"), m_problems);
    gpu.free = mebibytes(cell(cells, "memory.free"), has_unit("memory.free"), m_problems);
    check_free(gpu.memory, gpu.free, place("memory.free"), m_problems);
    gpu.power_limit = watts(cell(cells, "power.limit"), has_unit("power.limit"), m_problems);
    gpu.driver = device_name(cell(cells, "driver_version"), m_problems);
    gpu.pci = joined_pci_id(cell(cells, "pci.device_id").text);
    gpu.is_divided = cell(cells, "mig.mode.current").text == "Enabled";
    return gpu;
  }

  DetectedGpu untitled(const std::vector<std::string_view>& cells) {
    DetectedGpu gpu;
    gpu.vendor = "nvidia";
    const auto name = std::find_if(cells.begin(), cells.end(), begins_as_name);
    if (name == cells.end()) {
      m_problems.add(
          place(), fmt::format("expected the name of a GPU in a field, found \"{}\"", printable(joined(cells, ", "))));
      return gpu;
    }
    gpu.name = device_name({*name, place()}, m_problems);
    for (const auto one : cells) {
      const auto memory = is_memory(one) ? mebibytes({one, place()}, false, m_problems) : std::nullopt;
      if (memory) gpu.memory = std::max(gpu.memory.value_or(*memory), *memory);
    }
    return gpu;
  }

  std::string_view m_text;
  const std::string& m_file;
  int m_line = 0;
  std::vector<QueryColumn> m_columns;
  std::vector<DetectedGpu> m_gpus;
  Problems m_problems;
};

}  // namespace

bool is_query_header(std::string_view line) {
  const auto cells = first_cells(line);
  return std::any_of(cells.begin(), cells.end(), [](std::string_view cell) {
    const std::string_view title = query_column(cell).title;
    return contains(k_known_columns, title);
  });
}

bool is_query_row(std::string_view line) {
  const auto cells = first_cells(line);
  return std::any_of(cells.begin(), cells.end(), begins_as_name);
}

std::vector<DetectedGpu> nvidia_smi_table(std::string_view text, const std::string& file) {
  return QueryTable(text, file).gpus();
}

}  // namespace gpuadvisor
