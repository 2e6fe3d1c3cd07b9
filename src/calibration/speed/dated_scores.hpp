#pragma once

#include <cstddef>
#include <map>
#include <string_view>
#include <tuple>

#include "calibration.hpp"

namespace gpuadvisor {

/// The models and scores that measurements known on each of several days give. Days between which nobody published for
/// a workload share its fit, which is made when it is first asked for.
class DatedScores {
 public:
  DatedScores(Benchmarks benchmarks, Catalog catalog);

  [[nodiscard]] const FittedScores& of(std::string_view workload, ScorePrecision precision, Day known_by) const;
  /// The speed-ups alone.
  [[nodiscard]] FittedScores speedups(Day known_by) const { return fit_speedups(m_benchmarks, m_catalog, known_by); }

 private:
  using Key = std::tuple<std::string_view, ScorePrecision, std::ptrdiff_t>;  // the last: how many rows are known

  Benchmarks m_benchmarks;
  Catalog m_catalog;
  mutable std::map<Key, FittedScores> m_fitted;
};

}  // namespace gpuadvisor
