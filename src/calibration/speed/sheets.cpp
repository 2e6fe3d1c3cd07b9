#include "gpuadvisor/calibration/sheets.hpp"
#include "core/contains.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace gpuadvisor {
namespace {

/// A GPU serves so many users at least: fewer measure how it writes for each.
constexpr int k_many_users = 8;

/// What a benchmark is called within a sheet: model, framework with its version, precision, how many users, the tokens
/// of context, prompt and answer, setting. Precision tells FP32 from TF32; 16 bits are one precision.
using BenchmarkName = std::tuple<std::string_view, std::string_view, std::string_view, Precision, std::optional<int>,
                                 std::optional<int>, std::optional<int>, std::optional<int>, std::string_view>;

/// Of machines, whatever the number of their GPUs.
bool is_per_gpu(const Measurement& row) { return row.unit.ends_with("/gpu"); }

/// "Llama 2 70B" of "Llama 2 70B FP4".
std::string_view without_format(std::string_view model) { return model.substr(0, model.rfind(' ')); }

/// "offline" of "offline, 1000 W"; empty where an entry tells no scenario.
std::string_view scenario_in(std::string_view setting) {
  constexpr auto k_scenarios = std::to_array<std::string_view>({"offline", "server", "interactive"});
  const std::string_view first = setting.substr(0, setting.find(','));
  return !contains(k_scenarios, first) ? std::string_view() : first;
}

bool is_16_bit(Precision precision) {
  return precision == Precision::fp16 || precision == Precision::fp16_amp || precision == Precision::fp16_mixed ||
         precision == Precision::bf16 || precision == Precision::quantised;
}

/// Arithmetic that nobody would choose, or that a row does not tell apart.
bool is_no_way_to_train(Precision precision) {
  return precision == Precision::fp16_storage || precision == Precision::mixed;
}

bool has_matrix_units(const Gpu& gpu) { return gpu.fp16_tensor || gpu.bf16_tensor; }

/// ln of a speed: a time is turned around.
double log_speed(const Measurement& row) {
  return row.kind == MeasurementKind::time ? -std::log(row.value) : std::log(row.value);
}

/// Which rows of one dataset make the index of a precision, and which of them compare.
class Selection {
 public:
  Selection(const Dataset& dataset, std::span<const Measurement* const> rows, ScorePrecision precision)
      : m_precision(precision), m_is_contest(dataset.contest) {
    for (const Measurement* row : rows) {
      if (is_16_bit(row->precision)) m_with_16_bits.insert(row->gpu);
    }
    m_mixes = dataset.kind_of_work == KindOfWork::kernels || m_with_16_bits.empty();
  }

  [[nodiscard]] bool takes(const Measurement& row) const {
    if (m_precision == ScorePrecision::fp32) {
      return row.precision == Precision::fp32 || row.precision == Precision::tf32;
    }
    return is_16_bit(row.precision) || (m_mixes && !m_with_16_bits.contains(row.gpu));
  }

  [[nodiscard]] MatrixUnits kind_of(const Gpu& gpu) const {
    if (m_precision == ScorePrecision::fp32 || !m_mixes) return MatrixUnits::any;
    return has_matrix_units(gpu) ? MatrixUnits::with : MatrixUnits::without;
  }

  [[nodiscard]] BenchmarkName benchmark_of(const Measurement& row) const {
    const Precision precision = m_precision == ScorePrecision::fp32 ? row.precision : Precision::fp16;
    if (m_is_contest) return {without_format(row.model), "", "", precision, {}, {}, {}, {}, scenario_in(row.setting)};
    return {row.model,
            row.framework,
            row.version,
            precision,
            is_per_gpu(row) ? row.batch : std::nullopt,
            row.context_tokens,
            row.prompt_tokens,
            row.output_tokens,
            row.setting};
  }

 private:
  ScorePrecision m_precision;
  bool m_is_contest;
  std::set<std::string_view> m_with_16_bits;  // GPUs
  bool m_mixes = false;                       // GPUs without 16-bit rows are taken with their others
};

struct Values {
  double sum = 0;
  int count = 0;
  int submissions = 0;
  std::optional<int> batch;  // of all rows
  std::set<std::string_view> sources;

  void add(const Measurement& row) {
    sum += log_speed(row);
    if (count > 0 && batch != row.batch) batch.reset();
    if (count == 0) batch = row.batch;
    ++count;
    submissions += row.submissions;
    sources.insert(row.source);
  }

  /// Of machines with several numbers of GPUs, and of entries in a contest: people set theirs up as the best.
  void keep_best(const Measurement& row) {
    if (count > 0 && log_speed(row) <= sum) return;
    *this = {};
    add(row);
    batch.reset();
  }
};

using ValuesOfSheet = std::map<std::pair<std::string_view, BenchmarkName>, Values>;  // by gpu, benchmark

/// A value differs from the truth by how its machine was set up, and by what any machine shows; taken to be alike, the
/// former shrinks with the number of people who submitted it: variance (1 + 1 / n) / 2 of that of one.
double weight_of(const Values& values) {
  const double people = static_cast<double>(values.submissions) / values.count;
  return 2 * people / (people + 1);
}

std::vector<Reading> readings_of(const ValuesOfSheet& values) {
  std::map<BenchmarkName, int> numbers;
  for (const auto& [key, value] : values) numbers.emplace(key.second, 0);
  int next = 0;
  for (auto& [name, number] : numbers) number = next++;
  std::vector<Reading> readings;
  for (const auto& [key, value] : values) {
    readings.push_back({key.first,
                        numbers.at(key.second),
                        value.sum / value.count,
                        {value.sources.begin(), value.sources.end()},
                        weight_of(value),
                        std::get<0>(key.second),
                        value.batch,
                        std::get<1>(key.second),
                        std::get<8>(key.second)});
  }
  return readings;
}

/// The group of each node of a graph; linked nodes have one group.
class Groups {
 public:
  void link(std::string_view gpu, int benchmark) {
    const int group = root(node_of(m_gpus, gpu));
    const int other = root(node_of(m_benchmarks, benchmark));
    m_parent[static_cast<std::size_t>(std::max(group, other))] = std::min(group, other);
  }
  int of(std::string_view gpu) { return root(m_gpus.at(gpu)); }

 private:
  template <class Key>
  int node_of(std::map<Key, int>& nodes, const Key& key) {
    const auto [at, is_new] = nodes.try_emplace(key, static_cast<int>(m_parent.size()));
    if (is_new) m_parent.push_back(at->second);
    return at->second;
  }
  int root(int node) {
    while (m_parent[static_cast<std::size_t>(node)] != node) node = m_parent[static_cast<std::size_t>(node)];
    return node;
  }

  std::vector<int> m_parent;
  std::map<std::string_view, int> m_gpus;
  std::map<int, int> m_benchmarks;
};

}  // namespace

std::vector<MeasurementSheet> sheets_of(const Benchmarks& benchmarks, const Catalog& catalog, std::string_view workload,
                                        ScorePrecision precision, std::optional<Day> known_by) {
  const auto serves = [&](const Measurement& row) {
    const bool is_of_machine = is_per_gpu(row) && row.batch.value_or(k_many_users) >= k_many_users;
    return (is_of_machine || (row.gpu_count == 1 && !is_per_gpu(row))) && row.workload == workload &&
           row.basis == MeasurementBasis::measured && row.kind != MeasurementKind::normalised &&
           !is_no_way_to_train(row.precision) && catalog.gpu(row.gpu) != nullptr &&
           (!known_by || catalog.known_on(row.published) <= *known_by);
  };
  std::map<std::string_view, std::vector<const Measurement*>> rows;
  for (const Measurement& row : benchmarks.measurements) {
    if (serves(row)) rows[row.dataset].push_back(&row);
  }
  std::vector<MeasurementSheet> sheets;
  for (const Dataset& dataset : benchmarks.datasets) {
    if (dataset.kind_of_work == KindOfWork::systems || !rows.contains(dataset.id)) continue;
    const Selection selection(dataset, rows[dataset.id], precision);
    std::map<MatrixUnits, ValuesOfSheet> values;
    for (const Measurement* row : rows[dataset.id]) {
      if (!selection.takes(*row)) continue;
      Values& of_gpu = values[selection.kind_of(*catalog.gpu(row->gpu))][{row->gpu, selection.benchmark_of(*row)}];
      if (is_per_gpu(*row)) {
        of_gpu.keep_best(*row);
      } else {
        of_gpu.add(*row);
      }
    }
    for (const auto& [units, cells] : values) {
      sheets.push_back({dataset.id, units, dataset.kind_of_work, readings_of(cells)});
    }
  }
  return sheets;
}

std::vector<MeasurementSheet> comparable_parts(const MeasurementSheet& sheet,
                                               const std::set<std::string_view>& left_out) {
  std::map<int, int> gpus_of_benchmark;
  const auto is_in = [&](const Reading& reading) { return !left_out.contains(reading.gpu); };
  for (const Reading& reading : sheet.readings) {
    if (is_in(reading)) ++gpus_of_benchmark[reading.benchmark];
  }
  const auto compares = [&](const Reading& reading) {
    return is_in(reading) && gpus_of_benchmark[reading.benchmark] > 1;
  };
  Groups groups;
  for (const Reading& reading : sheet.readings) {
    if (compares(reading)) groups.link(reading.gpu, reading.benchmark);
  }
  std::map<int, MeasurementSheet> parts;
  for (const Reading& reading : sheet.readings) {
    if (!compares(reading)) continue;
    const auto part = parts.try_emplace(groups.of(reading.gpu),
                                        MeasurementSheet{sheet.dataset, sheet.matrix_units, sheet.kind_of_work, {}});
    part.first->second.readings.push_back(reading);
  }
  std::vector<MeasurementSheet> found;
  found.reserve(parts.size());
  for (auto& [group, part] : parts) found.push_back(std::move(part));
  return found;
}

}  // namespace gpuadvisor
