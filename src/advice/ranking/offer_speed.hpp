#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/economics/speedup.hpp"
#include "gpuadvisor/scoring/performance.hpp"

namespace gpuadvisor {

/// A figure of one GPU and the ends of its interval, multiplied by a speed-up whose factor is known. The two errors are
/// independent: the half-widths of their intervals add up in quadrature, as logarithms.
void multiply(double& middle, double& low, double& high, const ExpectedSpeedup& speedup);

/// Tells how fast the offers of an answer are: the speed of one GPU, times the speed-up of as many as the offer has.
/// Views the catalog.
class OfferSpeed {
 public:
  /// Requires a request in force.
  OfferSpeed(const Request& request, const Catalog& catalog);

  /// What tells the speed of one GPU; nothing when the priority score stands in for it.
  [[nodiscard]] const std::optional<PerformanceIndex>& index() const { return m_index; }
  /// Of a count that the request allows; several machines are told as one, since they share no work that is trained.
  [[nodiscard]] const ExpectedSpeedup& speedup(int count) const {
    return m_speedups[static_cast<std::size_t>(std::min(count, k_most_gpus) - 1)];
  }
  /// The index of the whole offer.
  [[nodiscard]] std::optional<Performance> performance(const Offer& offer) const;

 private:
  bool m_has_intervals;  // one dataset alone tells none
  std::optional<PerformanceIndex> m_index;
  std::array<ExpectedSpeedup, k_most_gpus> m_speedups;  // of 1, 2, … GPUs
};

}  // namespace gpuadvisor
