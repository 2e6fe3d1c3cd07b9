#include "dated_scores.hpp"

#include <algorithm>
#include <utility>

namespace gpuadvisor {

DatedScores::DatedScores(Benchmarks benchmarks, Catalog catalog)
    : m_benchmarks(std::move(benchmarks)), m_catalog(std::move(catalog)) {}

const FittedScores& DatedScores::of(std::string_view workload, ScorePrecision precision, Day known_by) const {
  static const FittedScores k_none;
  const Workload* const known = m_catalog.workload(workload);
  if (known == nullptr) return k_none;
  const auto& rows = m_benchmarks.measurements;
  const auto count = std::count_if(rows.begin(), rows.end(), [&](const Measurement& row) {
    return row.workload == workload && m_catalog.known_on(row.published) <= known_by;
  });
  const auto [at, is_new] = m_fitted.try_emplace({known->id, precision, count});  // what is known stays known
  if (is_new) at->second = fit_scores_of(m_benchmarks, m_catalog, known_by, workload, precision);
  return at->second;
}

}  // namespace gpuadvisor
