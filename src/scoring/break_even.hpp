#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// The price below which a card has more index per dollar than its rival, and at which the two tie. An index is a score
/// or a performance, of both the same.
///
///   rival_price * index / rival_index
///
/// Requires positive arguments. Source: docs/priority.md#flip-points.
[[nodiscard]] Usd overtaking_price(double index, double rival_index, Usd rival_price);

/// The weight of one criterion at which two cards swap places, the other weights keeping their proportions; from 0
/// to 1. Nothing when none does: the same card leads, or ties, with and without the criterion, or nothing else has a
/// weight. When the two tie under `weights`, it is the weight that the criterion has.
///
///   f(t) = t d_c + (1 - t) sum_{j != c} w_j d_j / (1 - w_c),  d = a - b;  f(t) = 0 at t = f(0) / (f(0) - f(1))
///
/// `a` and `b` are log ratios in the order of `weights`, which need not be that of importance; `criterion` is a
/// position in it. Requires spans of one length, finite; weights as Weights are. Source: docs/priority.md#flip-points.
[[nodiscard]] std::optional<double> break_even_weight_of(std::span<const double> a, std::span<const double> b,
                                                         std::span<const double> weights, std::size_t criterion);

}  // namespace gpuadvisor
