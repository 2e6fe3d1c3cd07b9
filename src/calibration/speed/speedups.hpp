#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/measurement_loader.hpp"

namespace gpuadvisor {

/// How much faster several GPUs of one machine train than one of them.
struct MeasuredSpeedup {
  std::string_view workload;
  int count = 0;
  double median = 0;
  double low = 0;   // 10th percentile, nearest rank
  double high = 0;  // 90th
  int pairs = 0;    // of one GPU and `count` of them, same dataset, network, precision and framework
  std::vector<std::string_view> sources;
};

/// The speed-ups of 2, 4 and 8 GPUs in datasets of networks, by workload, count. Nothing is dropped for being odd.
[[nodiscard]] std::vector<MeasuredSpeedup> measured_speedups(const Benchmarks& benchmarks, const Catalog& catalog,
                                                             std::optional<Day> known_by);

}  // namespace gpuadvisor
