#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/order_statistics.hpp"

namespace gpuadvisor {

/// Kendall's tau-a of two rankings of the same things: pairs in the same order less those in the opposite one, over all
/// pairs. Requires spans of one length, at least two.
[[nodiscard]] double kendall_tau(std::span<const double> a, std::span<const double> b);

/// The share of pairs that are in the right order, of those whose true values are more than `apart` apart; nothing
/// where there is none. Requires spans of one length.
[[nodiscard]] std::optional<double> ordered_share(std::span<const double> truth, std::span<const double> predicted,
                                                  double apart);

/// The error of rank ceil(coverage * (n + 1)) of n, or the largest: the rank of split conformal prediction (Vovk,
/// Gammerman and Shafer 2005). On errors of GPUs left out it is an estimate, without the guarantee of that method.
[[nodiscard]] double conformal_quantile(std::vector<double> errors, double coverage);

}  // namespace gpuadvisor
