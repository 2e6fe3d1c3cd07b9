#pragma once

#include <map>
#include <string>
#include <utility>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// Scores that are made when they are first asked for, once. What makes them is a pure function, so nobody can tell
/// them from scores that were there before.
class LaterScores {
 public:
  explicit LaterScores(ScoreMaker make) : m_make(std::move(make)) {}

  [[nodiscard]] const ScoreSet& of(std::string_view workload, ScorePrecision precision) const {
    const auto [at, is_new] = m_made.try_emplace({std::string(workload), precision});
    if (is_new) at->second = m_make(workload, precision);
    return at->second;
  }

 private:
  ScoreMaker m_make;
  mutable std::map<std::pair<std::string, ScorePrecision>, ScoreSet> m_made;
};

}  // namespace gpuadvisor
