#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "comparison.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// Whether one GPU has the highest figure for all workloads of a comparison.
enum class Lead : unsigned char {
  clear,
  differs,  // another one by workload
  close,    // one has, and it is too close to call for a workload; or it is for all of them
  unknown,  // for a workload, fewer than two GPUs have the figure
};

template <>
inline constexpr auto k_enum_names<Lead> = std::to_array<std::string_view>({"clear", "differs", "close", "unknown"});

/// The GPU with the highest figure for all workloads.
struct Leader {
  Lead lead = Lead::unknown;
  std::size_t gpu = 0;              // where it is clear or close
  std::optional<std::size_t> next;  // the next best, where that is one GPU for all of them
  double least = 1;                 // times as much as the next best, over the workloads
  double most = 1;
};

/// Which of the GPUs to take (docs/comparing.md#which-one-to-take).
struct ComparisonChoice {
  Leader speed;
  Leader value;                            // speed per dollar
  std::optional<std::size_t> take;         // nothing where that depends on the work, or prices are not known
  std::optional<std::size_t> passed_over;  // which would have been, with software that is no longer kept up
};

[[nodiscard]] ComparisonChoice comparison_choice(const Comparison& comparison);

/// Whether for each workload a GPU's figure and the best of the others' are within 10 % of each other: not only within
/// errors, which may be large.
[[nodiscard]] bool is_about_equal(const Comparison& comparison, std::size_t gpu,
                                  std::optional<double> WorkloadFigures::*figure);

/// The GPUs with a value to which no other is ahead in it for all workloads.
[[nodiscard]] std::vector<std::size_t> not_outdone_in_value(const Comparison& comparison);

}  // namespace gpuadvisor
