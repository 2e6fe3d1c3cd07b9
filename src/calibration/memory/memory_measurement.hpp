#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/measurement_loader.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// What a figure counts: tensors, as a framework's allocator tells; all that a device holds, contexts included; or of
/// tensors those alone that are held from one token to the next.
enum class MemoryCounted : unsigned char { allocator, device, held };

template <>
inline constexpr auto k_enum_names<MemoryCounted> = std::to_array<std::string_view>({"allocator", "device", "held"});

/// Measurements of memory that were taken together.
struct MemoryDataset {
  std::string_view id;
  MemoryCounted counts = MemoryCounted::device;
  std::string_view source;
  std::string_view note;  // what limits its agreement with any model
};

/// What was found of a job: how much it took, or that it did not fit in so much. What was measured of a job that is not
/// all told (how long its samples are, or how it was done) is kept and not compared.
enum class MemoryFinding : unsigned char { measured, does_not_fit, not_all_told };

template <>
inline constexpr auto k_enum_names<MemoryFinding> = std::to_array<std::string_view>({"measured", "does-not-fit",
                                                                                     "not-all-told"});

/// The memory of one job on each card.
struct MemoryMeasurement {
  const MemoryDataset* dataset = nullptr;
  const Network* network = nullptr;
  MemoryFinding finding = MemoryFinding::measured;
  MemoryJob job;
  Gigabytes memory;  // taken; nothing where it did not fit
  Gibibytes card;    // in which it did not fit; nothing where it was measured
  int line = 0;      // in measurements.csv
};

/// The largest batch with which a job was run on a card; 0 where not even the smallest fitted.
struct LargestBatch {
  const MemoryDataset* dataset = nullptr;
  const Network* network = nullptr;
  const Gpu* gpu = nullptr;  // null where only a size of memory is told
  Gibibytes memory;          // of the card
  MemoryJob job;             // but for its batch
  int batch = 0;
  int line = 0;  // in largest_batches.csv
};

/// Copies share the text that records view, and keep it alive, but not the catalog.
struct MemoryMeasurements {
  std::span<const MemoryDataset> datasets;
  std::vector<MemoryMeasurement> measurements;
  std::vector<MemoryMeasurement> pictures;  // of networks that make them; lines are those of pictures.csv
  std::vector<LargestBatch> batches;
  std::shared_ptr<const void> storage;
};

/// Whether a path is that of the file of suites, which load_memory_suites() reads.
[[nodiscard]] inline bool is_suites_file(std::string_view path) { return path.ends_with("suites.csv"); }

/// Reads `datasets.csv`, `measurements.csv`, `pictures.csv` and `largest_batches.csv` of data/memory (docs/data.md)
/// from their parts; those of one file follow each other. Networks, GPUs and sources must be those of `catalog`, which
/// must outlive the result. Throws DataError with every problem: columns, words outside their set, figures out of
/// bounds, references that do not resolve.
[[nodiscard]] MemoryMeasurements load_memory_measurements(std::span<const BenchmarkFile> parts, const Catalog& catalog);

/// Those built into the program, read anew on each call.
[[nodiscard]] MemoryMeasurements embedded_memory_measurements(const Catalog& catalog);

}  // namespace gpuadvisor
