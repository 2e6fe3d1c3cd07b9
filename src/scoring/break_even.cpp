#include "break_even.hpp"

#include <algorithm>

#include "order_dominance.hpp"

namespace gpuadvisor {

Usd overtaking_price(double index, double rival_index, Usd rival_price) { return rival_price * (index / rival_index); }

std::optional<double> break_even_weight_of(std::span<const double> a, std::span<const double> b,
                                           std::span<const double> weights, std::size_t criterion) {
  double others = 0;
  double lead_without = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (i == criterion) continue;
    others += weights[i];
    lead_without += weights[i] * (a[i] - b[i]);
  }
  if (others <= 0) return std::nullopt;  // they have no proportions to keep
  lead_without /= others;
  const double lead_alone = a[criterion] - b[criterion];
  const bool break_evens =
      std::min(lead_without, lead_alone) < -k_no_lead && std::max(lead_without, lead_alone) > k_no_lead;
  return break_evens ? std::optional(lead_without / (lead_without - lead_alone)) : std::nullopt;
}

}  // namespace gpuadvisor
