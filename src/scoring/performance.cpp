#include "gpuadvisor/scoring/performance.hpp"
#include "core/contains.hpp"

#include <algorithm>
#include <cmath>

namespace gpuadvisor {
namespace {

constexpr double k_most = 1e6;  // what is faster than a million reference cards is a slip

const Score* find(std::span<const Score> scores, const Gpu& gpu) {
  const auto at = std::lower_bound(scores.begin(), scores.end(), gpu.id,
                                   [](const Score& score, std::string_view id) { return score.gpu < id; });
  return at != scores.end() && at->gpu == gpu.id ? &*at : nullptr;
}

void cite(std::vector<std::string_view>& sources, std::string_view source) {
  if (!contains(sources, source)) sources.push_back(source);
}

/// Whether less than half of an index is from measurements, so that the specs tell most of it.
bool leans_on_specs(const Score& score) {
  constexpr double k_half = 0.5;
  double measured = 0;
  for (const ScoreEvidence& one : score.evidence) measured += one.share;
  return !score.evidence.empty() && measured < k_half;
}

}  // namespace

bool has_interval(const Performance& performance, const Gpu& gpu, const std::optional<ScoreReference>& reference) {
  return performance.low < performance.high || (reference && gpu.id == reference->gpu);
}

PerformanceIndex::PerformanceIndex(const Catalog& catalog, const Workload& workload, ScorePrecision precision)
    : m_catalog(catalog), m_precision(precision) {
  const auto add = [&](std::string_view id, double share) {
    m_parts.push_back({id, catalog.scores_of(id, precision), share});
  };
  if (workload.mean_of.empty()) add(workload.id, 1);
  for (std::size_t i = 0; i < workload.mean_of.size(); ++i) add(workload.mean_of[i], workload.share(i));
}

bool PerformanceIndex::is_known() const {
  return std::all_of(m_parts.begin(), m_parts.end(), [&](const Part& part) {
    return !part.scores.empty() || !m_catalog.score_models_of(part.workload, m_precision).empty();
  });
}

std::optional<Estimate> PerformanceIndex::estimate_for(const Part& part, const Gpu& gpu) const {
  const ScoreModel* const model = m_catalog.score_model(part.workload, m_precision, gpu);
  return model != nullptr ? estimate_of(*model, gpu, m_catalog) : std::nullopt;
}

std::optional<double> PerformanceIndex::work_share(const Gpu& gpu) const {
  const auto estimate = estimate_for(m_parts.front(), gpu);
  return estimate && estimate->adds_times ? std::optional(estimate->work_share()) : std::nullopt;
}

std::optional<double> PerformanceIndex::index(const Gpu& gpu) const {
  double log_index = 0;
  for (const Part& part : m_parts) {
    if (const Score* score = find(part.scores, gpu)) {
      log_index += part.share * std::log(score->index.value());
      continue;
    }
    const auto estimate = estimate_for(part, gpu);
    if (!estimate) return std::nullopt;
    log_index += part.share * estimate->log_index();
  }
  const double found = std::exp(log_index);
  return found > 1 / k_most && found < k_most ? std::optional(found) : std::nullopt;
}

bool PerformanceIndex::is_measured(const Gpu& gpu) const {
  return std::all_of(m_parts.begin(), m_parts.end(), [&](const Part& part) {
    const Score* const score = find(part.scores, gpu);
    return score != nullptr && !leans_on_specs(*score);
  });
}

std::optional<Performance> PerformanceIndex::performance(const Gpu& gpu) const {
  const auto middle = index(gpu);
  if (!middle) return std::nullopt;
  Performance found{*middle, 0, 0, Basis::measured, 0, true, {}};
  double below = 0;
  double above = 0;
  for (const auto& [workload, scores, share] : m_parts) {
    if (const Score* score = find(scores, gpu)) {
      below += share * std::log(score->index.value() / score->low.value());
      above += share * std::log(score->high.value() / score->index.value());
      found.measurements += score->measurements;
      if (score->scaled) found.basis = std::max(found.basis, Basis::scaled);
      if (leans_on_specs(*score)) found.basis = Basis::estimated;
      for (const auto source : score->sources) cite(found.sources, source);
    } else {
      const ScoreModel* const model = m_catalog.score_model(workload, m_precision, gpu);
      below += share * estimate_spread(*model, gpu);
      above += share * estimate_spread(*model, gpu);
      found.basis = Basis::estimated;
      found.is_vendor_measured &= gpu.vendor == model->vendor;
      cite(found.sources, gpu.source);
    }
  }
  found.low = *middle * std::exp(-below);
  found.high = *middle * std::exp(above);
  return found;
}

}  // namespace gpuadvisor
