#include "gpuadvisor/scoring/estimate.hpp"
#include "core/contains.hpp"

#include <cmath>
#include <numeric>

namespace gpuadvisor {

double Estimate::log_index() const {
  const auto add = [](double sum, const EstimateTerm& term) { return sum + term.product(); };
  if (!adds_times) return std::accumulate(terms.begin(), terms.end(), 0.0, add);
  const double time = std::accumulate(terms.begin(), terms.end() - 1, 0.0, add);
  return other_vendor().product() - std::log(time);
}

double Estimate::work_share() const {
  const double constant = terms.front().product();
  const auto add = [](double sum, const EstimateTerm& term) { return sum + term.product(); };
  return 1 - constant / std::accumulate(terms.begin(), terms.end() - 1, 0.0, add);
}

std::optional<Estimate> estimate_of(const ScoreModel& model, const Gpu& gpu, const ScoreReference& reference) {
  const auto features = model.adds_times ? time_features_of(gpu, reference) : features_of(gpu, reference);
  if (!features) return std::nullopt;
  const auto& [tensor, bandwidth, compute] = *features;
  return Estimate{{{{"intercept", 1, model.intercept},
                    {"tensor", tensor, model.tensor},
                    {"bandwidth", bandwidth, model.bandwidth},
                    {"compute", compute, model.compute},
                    {"other-vendor", gpu.vendor == model.vendor ? 0.0 : 1.0, model.other_vendor}}},
                  model.adds_times};
}

double estimate_spread(const ScoreModel& model, const Gpu& gpu) {
  if (gpu.vendor != model.vendor) return model.spread_other_vendor;
  const auto& known = model.architectures;
  const bool is_known = contains(known, gpu.architecture);
  const bool is_laptop = gpu.form == Form::laptop;  // none is measured, and their power limits vary
  return is_known && !is_laptop ? model.spread : model.spread_elsewhere;
}

}  // namespace gpuadvisor
