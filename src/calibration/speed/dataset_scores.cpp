#include "dataset_scores.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include "gpuadvisor/calibration/two_way_fit.hpp"

namespace gpuadvisor {
namespace {

bool is_32_bit(Precision precision) { return precision == Precision::fp32 || precision == Precision::tf32; }

/// Whether a row counts: all do while the dataset gives none in 16 bits.
bool serves(const Measurement& row, ScorePrecision precision, bool has_16_bits) {
  if (row.precision == Precision::fp16_storage) return false;
  if (precision == ScorePrecision::fp32) return is_32_bit(row.precision);
  return !has_16_bits || !is_32_bit(row.precision);
}

/// What compares within a dataset; FP32 and TF32 are different work, 16 bits are one.
using Benchmark = std::tuple<std::string_view, std::string_view, Precision>;  // model, framework

Benchmark benchmark_of(const Measurement& row) {
  return {row.model, row.framework, is_32_bit(row.precision) ? row.precision : Precision::fp16};
}

struct Cell {
  double log_sum = 0;
  int rows = 0;
};

/// What a dataset says of one workload, on the way to a sheet.
struct Table {
  std::map<std::pair<std::string_view, Benchmark>, Cell> cells;    // by gpu, benchmark
  std::map<std::string_view, std::set<std::string_view>> sources;  // by gpu
  std::set<std::string_view> scaled;                               // GPUs
};

Table table_of(const Benchmarks& benchmarks, const Catalog& catalog, std::string_view dataset,
               std::string_view workload, ScorePrecision precision) {
  const auto is_here = [&](const Measurement& row) {
    return row.dataset == dataset && row.workload == workload && row.gpu_count == 1 && catalog.gpu(row.gpu) != nullptr;
  };
  const bool has_16_bits =
      std::any_of(benchmarks.measurements.begin(), benchmarks.measurements.end(), [&](const Measurement& row) {
        return is_here(row) && !is_32_bit(row.precision) && row.precision != Precision::fp16_storage;
      });
  Table table;
  for (const Measurement& row : benchmarks.measurements) {
    if (!is_here(row) || !serves(row, precision, has_16_bits)) continue;
    Cell& cell = table.cells[{row.gpu, benchmark_of(row)}];
    cell.log_sum += row.kind == MeasurementKind::time ? -std::log(row.value) : std::log(row.value);
    ++cell.rows;
    table.sources[row.gpu].insert(row.source);
    const bool is_own = row.basis == MeasurementBasis::measured || row.basis == MeasurementBasis::best_system;
    if (!is_own) table.scaled.insert(row.gpu);
  }
  return table;
}

MeasurementSheet sheet_of(const Table& table, std::string_view dataset) {
  std::map<Benchmark, int> numbers;
  for (const auto& [key, cell] : table.cells) numbers.try_emplace(key.second, static_cast<int>(numbers.size()));
  MeasurementSheet sheet{dataset, MatrixUnits::any, KindOfWork::networks, {}};
  for (const auto& [key, cell] : table.cells) {
    sheet.readings.push_back({key.first, numbers.at(key.second), cell.log_sum / cell.rows, {}});
  }
  return sheet;
}

/// Keeps alive what the scores view.
struct DatasetStorage {
  Catalog catalog;
  std::shared_ptr<const void> measurements;
  std::deque<std::vector<std::string_view>> lists;
  std::deque<std::vector<ScoreEvidence>> evidence;
};

}  // namespace

FittedScores dataset_scores(const Benchmarks& benchmarks, const Catalog& catalog, std::string_view dataset,
                            ScorePrecision precision) {
  auto storage = std::make_shared<DatasetStorage>(DatasetStorage{catalog, benchmarks.storage, {}, {}});
  FittedScores found;
  for (const Workload& workload : catalog.records<Workload>()) {
    if (!workload.order) continue;
    const Table table = table_of(benchmarks, catalog, dataset, workload.id, precision);
    for (const MeasurementSheet& part : comparable_parts(sheet_of(table, dataset))) {
      const SheetFit fit = two_way_fit(part);
      const auto reference = std::find_if(fit.effects.begin(), fit.effects.end(), [&](const GpuEffect& effect) {
        return effect.gpu == catalog.reference()->gpu;
      });
      if (reference == fit.effects.end()) continue;
      for (const GpuEffect& effect : fit.effects) {
        const auto& sources = table.sources.at(effect.gpu);
        const Ratio index{std::exp(effect.effect - reference->effect)};
        const std::vector<ScoreEvidence> all = {{dataset, index, 1, effect.readings}};
        found.scores.push_back({.gpu = effect.gpu,
                                .workload = workload.id,
                                .precision = precision,
                                .index = index,
                                .low = index,
                                .high = index,
                                .measurements = effect.readings,
                                .sources = storage->lists.emplace_back(sources.begin(), sources.end()),
                                .scaled = table.scaled.contains(effect.gpu),
                                .evidence = storage->evidence.emplace_back(all)});
      }
    }
  }
  std::sort(found.scores.begin(), found.scores.end(), [](const Score& a, const Score& b) {
    return std::tie(a.workload, a.precision, a.gpu) < std::tie(b.workload, b.precision, b.gpu);
  });
  found.storage = std::move(storage);
  return found;
}

}  // namespace gpuadvisor
