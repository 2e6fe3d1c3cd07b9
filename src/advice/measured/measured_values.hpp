#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/measurement.hpp"

namespace gpuadvisor {

/// Which measurements are wanted, and what they are told against.
struct MeasuredQuestion {
  std::vector<const Gpu*> gpus;        // any of them; empty: all
  std::string_view dataset;            // id; empty: any
  const Workload* workload = nullptr;  // null: any
  const Gpu* against = nullptr;        // null: as published alone
};

/// A measurement as published.
struct MeasuredValue {
  const Measurement* measurement = nullptr;
  const Gpu* gpu = nullptr;
  /// How many times as fast as the GPU that was asked for, by what the same dataset has of it: as many GPUs, the same
  /// model, precision, framework, lengths and setting, and the same batch, or, where datasets fill the memory of each
  /// GPU, its own one.
  std::optional<double> times;
};

/// In the order of the datasets and their files. Measurements of GPUs that the catalog does not have are left out.
/// `measurements` must outlive them.
[[nodiscard]] std::vector<MeasuredValue> measured_values(const MeasuredQuestion& question,
                                                         std::span<const Measurement> measurements,
                                                         const Catalog& catalog);

}  // namespace gpuadvisor
