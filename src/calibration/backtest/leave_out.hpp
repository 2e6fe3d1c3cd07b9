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

/// What the estimates of a workload are judged by: fits that have not seen the GPU, or its architecture, and the
/// indices from measurements alone.
struct LeftOutFits {
  std::map<std::string_view, double> without_gpu;
  std::map<std::string_view, double> without_architecture;
  ScoreFit measured;

  [[nodiscard]] const std::map<std::string_view, double>& without(LeftOut left_out) const {
    return left_out == LeftOut::gpu ? without_gpu : without_architecture;
  }
};

[[nodiscard]] LeftOutFits left_out_fits(const Panel& panel, const SpecTable& specs);

/// How far ln index of each GPU moves at most when any one dataset is taken away; a GPU that nothing else measures
/// moves to its estimate. Datasets without which the reference is not measured stay.
[[nodiscard]] std::map<std::string_view, double> largest_moves(const Panel& panel, const SpecTable& specs,
                                                               const ScoreFit& fit);

}  // namespace gpuadvisor
