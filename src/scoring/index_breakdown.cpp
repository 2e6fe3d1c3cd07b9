#include "gpuadvisor/scoring/index_breakdown.hpp"

#include <algorithm>
#include <cmath>

namespace gpuadvisor {
namespace {

std::optional<IndexEstimate> index_estimate(const Gpu& gpu, const ScoreModel* model, const Catalog& catalog) {
  if (model == nullptr) return std::nullopt;
  const auto estimate = estimate_of(*model, gpu, catalog);
  if (!estimate) return std::nullopt;
  return IndexEstimate{std::exp(estimate->log_index()), *estimate, estimate_spread(*model, gpu)};
}

/// What the shares of evidence lack of 1; of evidence that is not known, nothing is said.
double share_of_estimate(const Score* score) {
  if (score == nullptr) return 1;
  if (score->evidence.empty()) return 0;
  double rest = 1;
  for (const ScoreEvidence& part : score->evidence) rest -= part.share;
  constexpr double k_rounding = 5e-4;  // of shares that are stored with four decimals
  return rest < k_rounding ? 0 : rest;
}

/// Whether the parts add up to the index: they do not where a layer of data has other specs than the fit had.
bool adds_up(const IndexBreakdown& found) {
  constexpr double k_rounding = 2e-3;  // of shares and indices that are stored with four decimals
  double log_index = found.estimate ? found.estimate_share * std::log(found.estimate->index) : 0;
  for (const ScoreEvidence& part : found.evidence) log_index += part.share * std::log(part.index.value());
  return std::abs(log_index - std::log(found.performance.index)) < k_rounding;
}

std::optional<IndexBreakdown> breakdown(const Gpu& gpu, const Workload& workload, ScorePrecision precision,
                                        const Catalog& catalog) {
  auto performance = PerformanceIndex(catalog, workload, precision).performance(gpu);
  if (!performance) return std::nullopt;
  const Score* score = catalog.score(gpu.id, workload.id, precision);
  IndexBreakdown found{
      &workload, std::move(*performance), score == nullptr ? std::span<const ScoreEvidence>() : score->evidence,
      index_estimate(gpu, catalog.score_model(workload.id, precision, gpu), catalog), share_of_estimate(score)};
  if (!found.evidence.empty() && !adds_up(found)) {
    found.evidence = {};
    found.estimate_share = 0;
  }
  return found;
}

}  // namespace

std::vector<IndexBreakdown> index_breakdowns(const Gpu& gpu, const Workload& workload, ScorePrecision precision,
                                             const Catalog& catalog) {
  std::vector<IndexBreakdown> found;
  const auto add = [&](const Workload& one) {
    if (auto of_one = breakdown(gpu, one, precision, catalog)) found.push_back(std::move(*of_one));
  };
  if (workload.mean_of.empty()) add(workload);
  for (const auto part : workload.mean_of) add(*catalog.workload(part));
  const bool is_whole = found.size() == std::max<std::size_t>(workload.mean_of.size(), 1);
  return is_whole ? found : std::vector<IndexBreakdown>();
}

}  // namespace gpuadvisor
