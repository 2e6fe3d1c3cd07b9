#include "gpuadvisor/scoring/performance.hpp"

#include <algorithm>
#include <cmath>

#include "gpuadvisor/scoring/estimate.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_most = 1e6;  // what is faster than a million reference cards is a slip

const Score* find(std::span<const Score> scores, const Gpu& gpu) {
  const auto at = std::lower_bound(scores.begin(), scores.end(), gpu.id,
                                   [](const Score& score, std::string_view id) { return score.gpu < id; });
  return at != scores.end() && at->gpu == gpu.id ? &*at : nullptr;
}

void cite(std::vector<std::string_view>& sources, std::string_view source) {
  if (std::find(sources.begin(), sources.end(), source) == sources.end()) sources.push_back(source);
}

}  // namespace

bool has_interval(const Performance& performance, const Gpu& gpu, const std::optional<ScoreReference>& reference) {
  return performance.low < performance.high || (reference && gpu.id == reference->gpu);
}

PerformanceIndex::PerformanceIndex(const Catalog& catalog, const Workload& workload, ScorePrecision precision)
    : m_reference(catalog.reference()) {
  const auto add = [&](std::string_view id, double share) {
    m_parts.push_back({catalog.scores_of(id, precision), catalog.score_model(id, precision), share});
  };
  if (workload.mean_of.empty()) add(workload.id, 1);
  for (std::size_t i = 0; i < workload.mean_of.size(); ++i) add(workload.mean_of[i], workload.share(i));
}

bool PerformanceIndex::is_known() const {
  return std::all_of(m_parts.begin(), m_parts.end(),
                     [](const Part& part) { return part.model != nullptr || !part.scores.empty(); });
}

std::optional<double> PerformanceIndex::index(const Gpu& gpu) const {
  double log_index = 0;
  for (const auto& [scores, model, share] : m_parts) {
    if (const Score* score = find(scores, gpu)) {
      log_index += share * std::log(score->index.value());
      continue;
    }
    if (model == nullptr || !m_reference) return std::nullopt;
    const auto estimate = estimate_of(*model, gpu, *m_reference);
    if (!estimate) return std::nullopt;
    log_index += share * estimate->log_index();
  }
  const double found = std::exp(log_index);
  return found > 1 / k_most && found < k_most ? std::optional(found) : std::nullopt;
}

bool PerformanceIndex::is_measured(const Gpu& gpu) const {
  return std::all_of(m_parts.begin(), m_parts.end(),
                     [&](const Part& part) { return find(part.scores, gpu) != nullptr; });
}

std::optional<Performance> PerformanceIndex::performance(const Gpu& gpu) const {
  const auto middle = index(gpu);
  if (!middle) return std::nullopt;
  Performance found{*middle, 0, 0, Basis::measured, 0, true, {}};
  double below = 0;
  double above = 0;
  for (const auto& [scores, model, share] : m_parts) {
    if (const Score* score = find(scores, gpu)) {
      below += share * std::log(score->index.value() / score->low.value());
      above += share * std::log(score->high.value() / score->index.value());
      found.measurements += score->measurements;
      if (score->scaled) found.basis = std::max(found.basis, Basis::scaled);
      for (const auto source : score->sources) cite(found.sources, source);
    } else {
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
