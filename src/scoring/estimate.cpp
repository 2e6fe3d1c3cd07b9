#include "gpuadvisor/scoring/estimate.hpp"

#include <algorithm>

namespace gpuadvisor {

EstimateTerms estimate_terms(const ScoreModel& model, const Gpu& gpu, const Features& features) {
  const auto& [tensor, bandwidth, compute, memory] = features;
  return {{{"intercept", 1, model.intercept},
           {"tensor", tensor, model.tensor},
           {"bandwidth", bandwidth, model.bandwidth},
           {"compute", compute, model.compute},
           {"memory", memory, model.memory},
           {"other-vendor", gpu.vendor == model.vendor ? 0.0 : 1.0, model.other_vendor}}};
}

double log_estimate(const EstimateTerms& terms) {
  double sum = 0;
  for (const EstimateTerm& term : terms) sum += term.product();
  return sum;
}

double estimate_spread(const ScoreModel& model, const Gpu& gpu) {
  if (gpu.vendor != model.vendor) return model.spread_other_vendor;
  const auto& known = model.architectures;
  const bool is_known = std::find(known.begin(), known.end(), gpu.architecture) != known.end();
  const bool is_laptop = gpu.form == Form::laptop;  // none is measured, and their power limits vary
  return is_known && !is_laptop ? model.spread : model.spread_elsewhere;
}

}  // namespace gpuadvisor
