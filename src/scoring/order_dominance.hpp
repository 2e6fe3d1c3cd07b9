#pragma once

#include <span>
#include <vector>

namespace gpuadvisor {

/// A lead in ln score that counts as none, a factor of 1 + 10^-12: logarithms that cancel on paper do not quite cancel
/// in doubles.
inline constexpr double k_no_lead = 1e-12;

/// The means of the first 1, 2, ..., n of a card's `log_ratios`, most important first: its ln score at each corner
/// (1, 0, ...), (1/2, 1/2, 0, ...), ..., (1/n, ..., 1/n) of the weightings that respect the order. Under any other
/// weighting, the ln score is a weighted mean of these.
[[nodiscard]] std::vector<double> running_means(std::span<const double> log_ratios);

/// Whether a card scores at least as high as another under every weighting w_1 >= w_2 >= ... >= w_n >= 0, and higher
/// under one; `a` and `b` are their log ratios, most important first:
///
///   (d_1 + ... + d_k) / k >= 0 for k = 1..n, and > 0 for one; d = a - b
///
/// Requires spans of one length, finite. Source: the corners of the ordered weights; docs/priority.md#stability.
[[nodiscard]] bool order_dominates(std::span<const double> a, std::span<const double> b);

}  // namespace gpuadvisor
