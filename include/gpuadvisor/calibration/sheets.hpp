#pragma once

#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/measurement_loader.hpp"

namespace gpuadvisor {

/// What a GPU reached in one benchmark (a network or kernel with its framework), repeated values averaged in logs.
struct Reading {
  std::string_view gpu;
  int benchmark = 0;  // number within the sheet
  double log_speed = 0;
  std::vector<std::string_view> sources;       // of its rows, sorted, each once
  double weight = 1;                           // against that of one person's; what several submitted counts for more
  std::string_view network = {};               // as its dataset calls it
  std::optional<double> batch = std::nullopt;  // samples at a time, where they are known
  std::string_view framework = {};
  std::string_view setting = {};
};

/// Whose readings a sheet holds: in a dataset without 16-bit rows, what 16 bits would add differs between GPUs with
/// matrix units and those without, so that only GPUs of one kind compare.
enum class MatrixUnits { any, with, without };

/// Readings that compare with each other: those of one dataset, or of the GPUs of a kind in it.
struct MeasurementSheet {
  std::string_view dataset;
  MatrixUnits matrix_units = MatrixUnits::any;
  KindOfWork kind_of_work = KindOfWork::networks;
  std::vector<Reading> readings;  // by gpu, benchmark
};

/// The sheets of a workload, by dataset: measured speed of single GPUs that `catalog` has, or of machines per GPU, in
/// rows known by `known_by` where given. Whole systems never enter (docs/speed.md#performance-index says which rows
/// do).
[[nodiscard]] std::vector<MeasurementSheet> sheets_of(const Benchmarks& benchmarks, const Catalog& catalog,
                                                      std::string_view workload, ScorePrecision precision,
                                                      std::optional<Day> known_by);

/// The parts of a sheet whose GPUs are linked by benchmarks they share, without the GPUs in `left_out`: a benchmark
/// of one GPU compares nothing, and two GPUs that no chain of benchmarks links do not compare.
[[nodiscard]] std::vector<MeasurementSheet> comparable_parts(const MeasurementSheet& sheet,
                                                             const std::set<std::string_view>& left_out = {});

}  // namespace gpuadvisor
