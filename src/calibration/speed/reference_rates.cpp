#include "reference_rates.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "core/two_digits.hpp"
#include "order_statistics.hpp"

namespace gpuadvisor {
namespace {

/// Of fewer readings the spread is not known, and taken as what harnesses of one network on one GPU differ by.
constexpr std::size_t k_fewest_readings = 3;
constexpr double k_usual_spread = 0.26;  // 0.6 to 0.98 of another, docs/speed.md#in-samples-per-second

std::optional<double> half_batch_of(std::string_view model, const Panel& panel) {
  const auto at = std::find_if(panel.batches.begin(), panel.batches.end(),
                               [&](const BatchEffect& effect) { return effect.network == model; });
  return at == panel.batches.end() ? std::nullopt : std::optional(at->half_batch);
}

std::vector<const Reading*> readings_of(const ReferenceNetwork& network, const Panel& panel) {
  std::vector<const Reading*> found;
  for (const MeasurementSheet& sheet : panel.read) {
    if (sheet.dataset != network.dataset) continue;
    for (const Reading& reading : sheet.readings) {
      const bool is_framework = network.framework.empty() || reading.framework == network.framework;
      const bool is_set_so = network.setting.empty() || reading.setting == network.setting;
      const bool tells_batch = reading.batch || !network.batch;
      if (reading.network == network.model && is_framework && is_set_so && tells_batch) found.push_back(&reading);
    }
  }
  return found;
}

SamplesPerSecond stored_rate(double log_rate) { return SamplesPerSecond{four_digits(std::exp(log_rate))}; }

}  // namespace

FamiliarRates reference_throughputs(const Calibration& calibration, const Workload& workload, ScoreStorage& storage) {
  FamiliarRates found;
  for (const ReferenceNetwork& network : workload.networks) {
    const bool is_told = std::any_of(found.of_reference.begin(), found.of_reference.end(),
                                     [&](const ReferenceRate& rate) { return rate.network == network.network; });
    if (is_told) continue;
    const auto half_batch = half_batch_of(network.model, calibration.panel);
    std::vector<double> levels;  // ln of the reference card's rate at a batch without limit, by each reading
    std::set<std::string_view> sources;
    for (const Reading* reading : readings_of(network, calibration.panel)) {
      const auto index = calibration.fit.indices.find(reading->gpu);
      if (index == calibration.fit.indices.end()) continue;
      const double slow = half_batch && reading->batch ? std::log1p(*half_batch / *reading->batch) : 0;
      levels.push_back(reading->log_speed + slow - (index->second.mean - calibration.log_scale));
      sources.insert(reading->sources.begin(), reading->sources.end());
      if (!reading->batch) continue;  // at settings that nobody recorded: no more than a part of the index
      found.readings[reading->gpu].push_back(
          {network.network, stored_rate(reading->log_speed), static_cast<int>(*reading->batch)});
    }
    if (levels.empty()) continue;
    const double level = median(levels);
    const auto gpus = static_cast<int>(levels.size());
    for (double& one : levels) one = std::abs(one - level);
    const bool is_known = levels.size() >= k_fewest_readings;
    const double spread = is_known ? conformal_quantile(std::move(levels), k_coverage) : k_usual_spread;
    const double slow = half_batch && network.batch ? std::log1p(*half_batch / *network.batch) : 0;
    found.of_reference.push_back({network.network, stored_rate(level - slow), stored_coefficient(spread), gpus,
                                  network.batch,
                                  half_batch ? std::optional(Samples{stored_coefficient(*half_batch)}) : std::nullopt,
                                  storage.keep({sources.begin(), sources.end()})});
  }
  return found;
}

}  // namespace gpuadvisor
