#include "gpuadvisor/scoring/estimate.hpp"
#include "gpuadvisor/catalog/token_work.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contains.hpp"

namespace gpuadvisor {
namespace {

/// The most that measured matrix products leave a GPU, by the GPUs of its architecture that were timed.
std::optional<double> most_by_matrix_products(const ScoreModel& model, const Gpu& gpu, const Catalog& catalog) {
  const bool is_of_products = model.workload == "transformer" || model.workload == k_fine_tuning_workload;
  const bool is_limited = is_of_products && gpu.matmul && gpu.segment == Segment::datacenter && !model.adds_times &&
                          catalog.score(gpu.id, model.workload, model.precision) == nullptr;
  if (!is_limited) return std::nullopt;
  std::optional<double> most;
  for (const Score& score : catalog.scores_of(model.workload, model.precision)) {
    const Gpu* const other = catalog.gpu(score.gpu);
    if (other == nullptr || !other->matmul || other->architecture != gpu.architecture) continue;
    const double reached = score.index.value() * gpu.matmul->value() / other->matmul->value();
    most = std::max(most.value_or(0), reached);
  }
  return most;
}

}  // namespace

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

std::optional<Estimate> estimate_of(const ScoreModel& model, const Gpu& gpu, const Catalog& catalog) {
  const auto& reference = catalog.reference();
  if (!reference) return std::nullopt;
  const auto features = model.adds_times ? time_features_of(gpu, *reference) : features_of(gpu, *reference);
  if (!features) return std::nullopt;
  const auto& [tensor, bandwidth, compute] = *features;
  Estimate found{{{{"intercept", 1, model.intercept},
                   {"tensor", tensor, model.tensor},
                   {"bandwidth", bandwidth, model.bandwidth},
                   {"compute", compute, model.compute},
                   {"matrix-products", 0, 1},
                   {"other-vendor", gpu.vendor == model.vendor ? 0.0 : 1.0, model.other_vendor}}},
                 model.adds_times};
  const auto most = most_by_matrix_products(model, gpu, catalog);
  if (most) found.terms[k_estimate_terms - 2].feature = std::min(0.0, std::log(*most) - found.log_index());
  return found;
}

double estimate_spread(const ScoreModel& model, const Gpu& gpu) {
  if (gpu.vendor != model.vendor) return model.spread_other_vendor;
  const auto& known = model.architectures;
  const bool is_known = contains(known, gpu.architecture);
  const bool is_laptop = gpu.form == Form::laptop;  // none is measured, and their power limits vary
  return is_known && !is_laptop ? model.spread : model.spread_elsewhere;
}

}  // namespace gpuadvisor
