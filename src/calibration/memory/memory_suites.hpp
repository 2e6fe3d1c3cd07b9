#pragma once

#include <memory>
#include <span>
#include <vector>

#include "memory_measurement.hpp"
#include "sizing/memory_suite.hpp"

namespace gpuadvisor {

/// Copies share the text that records view, and keep it alive.
struct MemorySuites {
  std::vector<MemorySuite> suites;  // in the order of the file
  std::shared_ptr<const void> storage;
};

/// Reads `suites.csv` of data/memory (docs/data.md) from its parts, and takes the batches measured from `measurements`.
/// Networks and sources must be those of `catalog`, which must outlive the result. Throws DataError with every problem.
[[nodiscard]] MemorySuites load_memory_suites(std::span<const BenchmarkFile> parts,
                                              const MemoryMeasurements& measurements, const Catalog& catalog);

/// Those built into the program, read anew on each call; of its own catalog.
[[nodiscard]] MemorySuites embedded_memory_suites();

}  // namespace gpuadvisor
