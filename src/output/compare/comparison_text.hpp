#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "comparison_view.hpp"

namespace gpuadvisor {

/// What a comparison says of a workload, or, without one, of the GPUs in general.
struct VerdictText {
  const Workload* workload = nullptr;
  std::string_view topic;  // speed, score, value, efficiency, order, memory, software, features or guide
  std::string text;        // whole sentences
};

/// The verdicts, by workload in the order compared, those in general last.
[[nodiscard]] std::vector<VerdictText> verdict_texts(const ComparisonView& view);

}  // namespace gpuadvisor
