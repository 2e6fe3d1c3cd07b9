#include "token_phase.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "calibration/speed/order_statistics.hpp"
#include "calibration/speed/score_storage.hpp"

namespace gpuadvisor {
namespace {

/// What fits without some GPUs say of these.
std::map<std::string_view, TokenTime> times_without(const TokenPhase& phase, bool prompts, bool whole_architecture) {
  std::map<GpuFamily, std::set<std::string_view>> groups;
  std::map<std::string_view, GpuFamily> kin;
  for (const TokenReading& reading : phase.readings) {
    kin[reading.gpu] = reading.kin;
    const GpuFamily architecture{reading.kin.vendor, reading.kin.architecture, false};
    groups[whole_architecture ? architecture : GpuFamily{reading.gpu, "", false}].insert(reading.gpu);
  }
  std::map<std::string_view, TokenTime> found;
  for (const auto& [key, left_out] : groups) {
    std::vector<TokenReading> others;
    for (const TokenReading& reading : phase.readings) {
      if (!left_out.contains(reading.gpu)) others.push_back(reading);
    }
    const TokenTimeFit without(others, prompts, &phase.fit);
    for (const auto gpu : left_out) found[gpu] = without.time_of(kin.at(gpu));
  }
  return found;
}

/// The interval of 80 % of ln rate of GPUs that were left out, against what their measurements alone say.
double spread_of(const TokenPhase& phase, const std::map<std::string_view, TokenTime>& left_out) {
  std::vector<double> errors;
  std::set<std::string_view> judged;
  for (const TokenReading& reading : phase.readings) {
    if (!judged.insert(reading.gpu).second) continue;
    const double own = std::log(phase.fit.time_of(reading.kin).seconds(reading.times));
    const double without = std::log(left_out.at(reading.gpu).seconds(reading.times));
    errors.push_back(std::abs(without - own + phase.fit.gpus().at(reading.gpu).measured()));
  }
  return conformal_quantile(std::move(errors), k_coverage);
}

}  // namespace

std::optional<TokenPhase> token_phase(std::string_view workload, std::span<const TokenMeasurement> measurements,
                                      const Catalog& catalog) {
  const bool is_known = catalog.workload(workload) != nullptr && catalog.reference();
  if (!is_known || catalog.gpu(catalog.reference()->gpu) == nullptr) return std::nullopt;
  const bool prompts = workload == k_prompt_workload;
  auto readings = token_readings(measurements, catalog, prompts);
  TokenTimeFit fit(readings, prompts);
  const auto reference = fit.gpus().find(catalog.reference()->gpu);
  if (reference == fit.gpus().end() || fit.gpus().size() < k_fewest_token_gpus) return std::nullopt;
  const TokenTime time = fit.time_of(kin_of(*catalog.gpu(reference->first)));
  constexpr Features k_own = {1, 1, 1};
  const double seconds = time.seconds(k_own) * std::exp(-reference->second.mean);
  TokenPhase phase{workload, std::move(readings), std::move(fit), seconds, {}, 0, 0};
  phase.left_out = times_without(phase, prompts, false);
  phase.spread = spread_of(phase, phase.left_out);
  phase.spread_elsewhere = std::max(phase.spread, spread_of(phase, times_without(phase, prompts, true)));
  return phase;
}

std::vector<TokenPhase> token_phases(std::span<const TokenMeasurement> measurements, const Catalog& catalog) {
  std::vector<TokenPhase> phases;
  for (const std::string_view workload : {k_decode_workload, k_prompt_workload}) {
    if (auto phase = token_phase(workload, measurements, catalog)) phases.push_back(std::move(*phase));
  }
  return phases;
}

}  // namespace gpuadvisor
