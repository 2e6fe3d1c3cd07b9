#include "gpuadvisor/scoring/priority_score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "gpuadvisor/core/text.hpp"
#include "gpuadvisor/scoring/criteria.hpp"

namespace gpuadvisor {
namespace {

std::array<double, k_criteria> values_of(const ScoreReference& reference) {
  return {reference.tensor.value(), reference.flops.value(), reference.bandwidth.value(), reference.half.value()};
}

}  // namespace

double weighted_product(std::span<const double> values, std::span<const double> references,
                        std::span<const double> weights) {
  double log_score = 0;
  for (std::size_t i = 0; i < values.size(); ++i) log_score += weights[i] * std::log(values[i] / references[i]);
  return std::exp(log_score);
}

std::optional<PriorityScore> priority_score(const Gpu& gpu, const Weights& weights, const ScoreReference& reference) {
  const auto found = criteria(gpu);
  if (!std::all_of(found.begin(), found.end(), [](const auto& criterion) { return criterion.value.has_value(); })) {
    return std::nullopt;
  }
  const auto references = values_of(reference);
  PriorityScore priority;
  double log_score = 0;
  for (std::size_t i = 0; i < k_criteria; ++i) {
    const double ratio = *found[i].value / references[i];
    const double log_contribution = weights[i] * std::log(ratio);
    priority.terms[i] = {k_all_criteria[i], *found[i].value, found[i].field, found[i].halved, ratio,
                         weights[i],        log_contribution};
    log_score += log_contribution;
  }
  priority.score = std::exp(log_score);
  return priority;
}

std::array<ScoreTerm, k_criteria> by_importance(const PriorityScore& priority) {
  auto terms = priority.terms;
  std::stable_sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.weight > b.weight; });
  return terms;
}

std::string missing_criteria(const Gpu& gpu) {
  std::vector<std::string> fields;
  for (const auto& criterion : criteria(gpu)) {
    const std::string field(criterion.field);
    if (!criterion.value && std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
  }
  return fields.empty() ? std::string() : fmt::format("no {} known", enumeration(fields, "or"));
}

}  // namespace gpuadvisor
