#pragma once

#include "advice/compare/comparison_choice.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// A verdict with the workload that it is for, and the comparison whose GPUs it speaks of.
struct Verdict {
  const WorkloadVerdict* verdict = nullptr;
  const Workload* workload = nullptr;
  const Comparison* comparison = nullptr;
};

/// A choice with the comparison of whose GPUs it is.
struct ChoiceOf {
  const ComparisonChoice* choice = nullptr;
  const Comparison* comparison = nullptr;
};

template <>
Record<Verdict> description();
template <>
Record<ChoiceOf> description();

}  // namespace gpuadvisor
