#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/measurement.hpp"

namespace gpuadvisor {

/// Datasets, and what they measured. Copies share the text that records view, and keep it alive.
struct Benchmarks {
  std::vector<Dataset> datasets;          // by id
  std::vector<Measurement> measurements;  // by dataset, then in the order of its file
  std::shared_ptr<const void> storage;

  /// Null when there is none of that id.
  [[nodiscard]] const Dataset* dataset(std::string_view id) const;
};

/// One file of measurements, as text. Views what it was made from.
struct BenchmarkFile {
  std::string_view path;  // named in problems; the dataset is its stem
  std::string_view text;
};

/// Reads `benchmarks/datasets.json` and `benchmarks/*.csv` below `data_directory`, in order of name (docs/data.md).
/// GPUs, workloads and sources must be those of `catalog`.
///
/// Throws DataError with every problem of every file: syntax, unknown or missing columns and fields, words outside
/// their set, values that are not positive, references that do not resolve, files without a dataset and the reverse,
/// configurations that stand twice in a dataset that does not say that it repeats. Throws Error when the folder or a
/// file cannot be read.
[[nodiscard]] Benchmarks load_benchmarks(const std::filesystem::path& data_directory, const Catalog& catalog);

/// The same from files that are read already: datasets.json first.
[[nodiscard]] Benchmarks load_benchmarks(std::span<const BenchmarkFile> files, const Catalog& catalog);

/// The same from files in parts: those of one file follow each other.
[[nodiscard]] Benchmarks load_benchmark_parts(std::span<const BenchmarkFile> parts, const Catalog& catalog);

/// The same of some datasets alone, by id: files of others are not read.
[[nodiscard]] Benchmarks load_benchmark_parts(std::span<const BenchmarkFile> parts, const Catalog& catalog,
                                              const std::set<std::string_view>& datasets);

}  // namespace gpuadvisor
