#pragma once

#include <span>
#include <vector>

#include "gpuadvisor/scoring/priority_score.hpp"

namespace gpuadvisor {

/// How much of all weightings that respect the order, w_1 >= w_2 >= ... >= w_n >= 0 with sum 1, puts each card first by
/// the weighted product: volumes, not samples. In the order of `cards`; each from 0 to 1, together 1. Empty for none.
///
/// Cards that are equal in every running mean share their part evenly. Cards that tie only at a border share nothing:
/// a border has no volume. A card that is order-dominated has 0 and changes no other share; one that dominates all
/// others has exactly 1. The shares do not depend on the order of `cards`, to the last bit.
///
/// Requires at least one criterion, the same number for all cards, finite.
/// Source: first-rank acceptability of Lahdelma, Hokkanen and Salminen 1998, restricted to an order and made exact;
/// docs/priority.md#stability.
[[nodiscard]] std::vector<double> first_shares(std::span<const LogRatios> cards);

}  // namespace gpuadvisor
