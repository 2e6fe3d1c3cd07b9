#include "order_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace gpuadvisor {
namespace {

/// The value of a 1-based rank.
double of_rank(std::vector<double>& values, std::size_t rank) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(rank, 1, values.size()) - 1);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// ceil, but for products like 0.9 * 10 that rounding puts just above a whole number.
std::size_t rank_at(double product) { return static_cast<std::size_t>(std::ceil(product - 1e-9)); }

int sign(double number) { return (number > 0) - (number < 0); }

}  // namespace

double kendall_tau(std::span<const double> a, std::span<const double> b) {
  int agreement = 0;
  int pairs = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      agreement += sign((a[i] - a[j]) * (b[i] - b[j]));
      ++pairs;
    }
  }
  return static_cast<double>(agreement) / pairs;
}

std::optional<double> ordered_share(std::span<const double> truth, std::span<const double> predicted, double apart) {
  int ordered = 0;
  int pairs = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (std::abs(truth[i] - truth[j]) <= apart) continue;
      ordered += (truth[i] - truth[j]) * (predicted[i] - predicted[j]) > 0 ? 1 : 0;
      ++pairs;
    }
  }
  if (pairs == 0) return std::nullopt;
  return static_cast<double>(ordered) / pairs;
}

double median(std::vector<double> values) {
  const std::size_t half = values.size() / 2;
  const double upper = of_rank(values, half + 1);
  return values.size() % 2 == 1 ? upper : (of_rank(values, half) + upper) / 2;
}

double quantile(std::vector<double> values, double part) {
  const std::size_t rank = rank_at(part * static_cast<double>(values.size()));
  return of_rank(values, rank);
}

double conformal_quantile(std::vector<double> errors, double coverage) {
  const std::size_t rank = rank_at(coverage * static_cast<double>(errors.size() + 1));
  return of_rank(errors, rank);
}

}  // namespace gpuadvisor
