#include "work_speed.hpp"

#include <cmath>

namespace gpuadvisor {
namespace {

/// The length of both, one ratio of each pair as a logarithm: what two independent errors make together.
double together(double ratio, double other) { return std::exp(std::hypot(std::log(ratio), std::log(other))); }

/// A figure of one GPU and the ends of its interval, multiplied by a speed-up whose factor is known. The two errors are
/// independent: the half-widths of their intervals add up in quadrature, as logarithms.
void multiply(double& middle, double& low, double& high, const ExpectedSpeedup& speedup) {
  const double factor = *speedup.factor;
  const double below = together(middle / low, factor / speedup.low.value_or(factor));
  const double above = together(high / middle, speedup.high.value_or(factor) / factor);
  middle *= factor;
  low = middle / below;
  high = middle * above;
}

}  // namespace

ReferenceThroughput of_several(ReferenceThroughput rate, const ExpectedSpeedup& speedup) {
  if (speedup.count == 1) return rate;
  multiply(rate.middle, rate.low, rate.high, speedup);
  rate.measured = nullptr;
  return rate;
}

WorkSpeed::WorkSpeed(const Workload& workload, ScorePrecision precision, const Catalog& catalog)
    : m_index(PerformanceIndex(catalog, workload, precision)) {
  for (int count = 1; count <= k_most_gpus; ++count) {
    m_speedups[static_cast<std::size_t>(count - 1)] = expected_speedup(workload, count, catalog);
  }
}

WorkSpeed::WorkSpeed(const Request& request, const Catalog& catalog) : m_has_intervals(request.dataset.empty()) {
  const Workload* workload = catalog.workload(request.workload);
  if (request.speed_kind == SpeedKind::index) m_index.emplace(catalog, *workload, request.precision);
  const bool takes_turns = request.job && request.job->takes_turns();
  for (int count = 1; count <= k_most_gpus; ++count) {
    ExpectedSpeedup& speedup = m_speedups[static_cast<std::size_t>(count - 1)];
    speedup.count = count;
    if (workload == nullptr) continue;
    speedup = takes_turns ? speedup_of_turns(count) : expected_speedup(*workload, count, catalog);
  }
}

int WorkSpeed::known_count(int count) const {
  while (count > 1 && !speedup(count).factor) --count;
  return count;
}

std::optional<Performance> WorkSpeed::performance(const Gpu& gpu, int count) const {
  auto found = m_index ? m_index->performance(gpu) : std::nullopt;
  if (!found || count == 1) return found;
  const ExpectedSpeedup& speedup = this->speedup(count);
  if (!speedup.factor) return std::nullopt;
  multiply(found->index, found->low, found->high, speedup);
  if (!m_has_intervals) found->low = found->high = found->index;
  return found;
}

}  // namespace gpuadvisor
