#include "gpuadvisor/scoring/priority_score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "criteria.hpp"

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

std::optional<double> score_of(const Gpu& gpu, const Weights& weights, const ScoreReference& reference) {
  const auto found = criteria(gpu);
  const auto references = values_of(reference);
  auto values = references;  // what weighs nothing need not be known: its ratio counts as 1
  for (std::size_t i = 0; i < k_criteria; ++i) {
    if (weights[i] == 0) continue;
    if (!found[i].value) return std::nullopt;
    values[i] = *found[i].value;
  }
  return weighted_product(values, references, weights);
}

std::optional<PriorityScore> priority_score(const Gpu& gpu, const Weights& weights, const ScoreReference& reference) {
  const auto score = score_of(gpu, weights, reference);
  if (!score) return std::nullopt;
  const auto found = criteria(gpu);
  const auto references = values_of(reference);
  PriorityScore priority{*score, {}};
  for (std::size_t i = 0; i < k_criteria; ++i) {
    if (weights[i] == 0) continue;
    const double ratio = *found[i].value / references[i];
    priority.terms.push_back({k_all_criteria[i], *found[i].value, found[i].field, found[i].halved, ratio, weights[i],
                              weights[i] * std::log(ratio)});
  }
  std::stable_sort(priority.terms.begin(), priority.terms.end(),
                   [](const ScoreTerm& a, const ScoreTerm& b) { return a.weight > b.weight; });
  return priority;
}

std::optional<LogRatios> log_ratios(const Gpu& gpu, const PriorityOrder& order, const ScoreReference& reference) {
  const auto found = criteria(gpu);
  const auto references = values_of(reference);
  LogRatios ratios;
  for (const Criterion criterion : order) {
    const auto i = static_cast<std::size_t>(criterion);
    if (!found[i].value) return std::nullopt;
    ratios.push_back(std::log(*found[i].value / references[i]));
  }
  return ratios;
}

std::string missing_criteria(const Gpu& gpu, const Weights& weights) {
  const auto found = criteria(gpu);
  std::vector<std::string> fields;
  for (std::size_t i = 0; i < k_criteria; ++i) {
    const std::string field(found[i].field);
    if (weights[i] > 0 && !found[i].value && !contains(fields, field)) {
      fields.push_back(field);
    }
  }
  return fields.empty() ? std::string() : fmt::format("no {} known", enumeration(fields, "or"));
}

}  // namespace gpuadvisor
