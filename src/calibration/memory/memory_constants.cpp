#include "memory_constants.hpp"

#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "calibration/speed/order_statistics.hpp"
#include "memory_figures.hpp"

namespace gpuadvisor {
namespace {

using Constant = double MemoryConstants::*;

constexpr double k_least_share = 0.2;  // of the memory: what is less, as counted, tells little of its factor
constexpr double k_farthest = 2;       // from the median of networks: what was trained there is not what was counted

/// The value of one constant at which a job needs `memory`; nothing where the job hardly depends on it. Needs are
/// linear in each.
std::optional<double> value_for(const Network& network, const MemoryJob& job, double memory, Constant constant) {
  MemoryConstants constants = k_memory_constants;
  constants.*constant = 0;
  const double without = memory_need(network, job, constants).total.value();
  constants.*constant = 1;
  const double once = memory_need(network, job, constants).total.value() - without;
  if (once < k_least_share * memory || without >= memory) return std::nullopt;
  return (memory - without) / once;
}

/// The geometric mean of the medians of each network of each source, but for those far from the median of them all.
class Values {
 public:
  template <class Measured>
  void add(const Measured& one, std::optional<double> value) {
    if (value) m_values[{one.dataset->source, one.network->id}].push_back(*value);
  }

  [[nodiscard]] double mean_or(double otherwise) const {
    if (m_values.empty()) return otherwise;
    std::vector<double> logarithms;
    logarithms.reserve(m_values.size());
    for (const auto& [key, values] : m_values) logarithms.push_back(std::log(median(values)));
    const double middle = median(logarithms);
    std::erase_if(logarithms, [&](double value) { return std::abs(value - middle) > std::log(k_farthest); });
    if (logarithms.empty()) return std::exp(middle);  // two that are far from each other
    return std::exp(std::accumulate(logarithms.begin(), logarithms.end(), 0.0) /
                    static_cast<double>(logarithms.size()));
  }

 private:
  std::map<std::pair<std::string_view, std::string_view>, std::vector<double>> m_values;  // by source and network
};

}  // namespace

MemoryConstants fit_memory_constants(const MemoryMeasurements& measurements, std::string_view left_out) {
  Values fused;
  Values stored;
  Values convolutions;
  Values offloaded;
  for (const MemoryMeasurement& one : measurements.measurements) {
    // What cards that share weights hold besides is no part of layers.
    if (one.dataset->source == left_out || one.finding != MemoryFinding::measured || one.job.gpus > 1) continue;
    const double memory = total_with_context(one).value();
    fused.add(one, value_for(*one.network, one.job, memory, &MemoryConstants::fused_layers));
    offloaded.add(one, value_for(*one.network, one.job, memory, &MemoryConstants::offloaded_layers));
  }
  for (const LargestBatch& one : measurements.batches) {
    const bool counts = one.batch > 0 && one.job.engine == Engine::pytorch;
    if (one.dataset->source == left_out || !counts || !missing_shape(*one.network, one.job).empty()) continue;
    MemoryJob job = one.job;
    job.batch = one.batch;
    const double memory = usable_memory_of(one).value();
    stored.add(one, value_for(*one.network, job, memory, &MemoryConstants::stored_layers));
    convolutions.add(one, value_for(*one.network, job, memory, &MemoryConstants::convolutions));
  }
  return {fused.mean_or(k_memory_constants.fused_layers), stored.mean_or(k_memory_constants.stored_layers),
          convolutions.mean_or(k_memory_constants.convolutions),
          offloaded.mean_or(k_memory_constants.offloaded_layers)};
}

}  // namespace gpuadvisor
