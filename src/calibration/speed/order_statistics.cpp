#include "order_statistics.hpp"

#include <cmath>
#include <utility>

namespace gpuadvisor {
namespace {

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

double conformal_quantile(std::vector<double> errors, double coverage) {
  const std::size_t rank = rank_at(coverage * static_cast<double>(errors.size() + 1));
  return of_rank(std::move(errors), rank);
}

}  // namespace gpuadvisor
