#include "offer_speed.hpp"

#include <cmath>

namespace gpuadvisor {
namespace {

/// The length of both, one ratio of each pair as a logarithm: what two independent errors make together.
double together(double ratio, double other) { return std::exp(std::hypot(std::log(ratio), std::log(other))); }

}  // namespace

void multiply(double& middle, double& low, double& high, const ExpectedSpeedup& speedup) {
  const double factor = *speedup.factor;
  const double below = together(middle / low, factor / speedup.low.value_or(factor));
  const double above = together(high / middle, speedup.high.value_or(factor) / factor);
  middle *= factor;
  low = middle / below;
  high = middle * above;
}

OfferSpeed::OfferSpeed(const Request& request, const Catalog& catalog) : m_has_intervals(request.dataset.empty()) {
  const Workload* workload = catalog.workload(request.workload);
  if (request.speed_kind == SpeedKind::index) m_index.emplace(catalog, *workload, request.precision);
  for (int count = 1; count <= k_most_gpus; ++count) {
    ExpectedSpeedup& speedup = m_speedups[static_cast<std::size_t>(count - 1)];
    speedup.count = count;
    const bool is_asked_for = count <= request.count.to || count == 1;
    if (!is_asked_for || workload == nullptr) continue;
    const bool takes_turns = request.job && request.job->takes_turns();
    speedup = takes_turns ? speedup_of_turns(count) : expected_speedup(*workload, count, catalog);
  }
}

std::optional<Performance> OfferSpeed::performance(const Offer& offer) const {
  auto found = m_index ? m_index->performance(*offer.gpu) : std::nullopt;
  if (!found || offer.count == 1) return found;
  const ExpectedSpeedup& speedup = this->speedup(offer.count);
  if (!speedup.factor) return std::nullopt;
  multiply(found->index, found->low, found->high, speedup);
  if (!m_has_intervals) found->low = found->high = found->index;
  return found;
}

}  // namespace gpuadvisor
