#pragma once

#include <map>
#include <optional>
#include <string_view>

#include "gpuadvisor/calibration/score_fit.hpp"

namespace gpuadvisor {

/// What is taken out before a GPU is predicted: itself, or all measured GPUs of its architecture but the reference.
enum class LeftOut { gpu, architecture };

template <>
inline constexpr auto k_enum_names<LeftOut> = std::to_array<std::string_view>({"gpu", "architecture"});

/// ln index of each measured GPU but the reference, predicted from its specs by a fit that has not seen it; GPUs with
/// unknown figures are absent.
[[nodiscard]] std::map<std::string_view, double> left_out_estimates(const Panel& panel, const SpecTable& specs,
                                                                    LeftOut left_out);

/// How far ln index of each GPU moves at most when any one dataset is taken away; a GPU that nothing else measures
/// moves to its estimate. Datasets without which the reference is not measured stay.
[[nodiscard]] std::map<std::string_view, double> largest_moves(const Panel& panel, const SpecTable& specs,
                                                               const ScoreFit& fit);

}  // namespace gpuadvisor
