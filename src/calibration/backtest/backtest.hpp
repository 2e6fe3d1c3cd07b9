#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "calibration/speed/calibration.hpp"

namespace gpuadvisor {

/// Which GPUs a prediction is judged on: those that networks at full batch were timed on, all measured ones, or those
/// of the latter that k_often configurations or more were timed on.
enum class JudgedOn { networks, all_measured, often_measured };

template <>
inline constexpr auto k_enum_names<JudgedOn> = std::to_array<std::string_view>({"networks", "all-measured",
                                                                                "often-measured"});

inline constexpr double k_apart = 0.10;  // measured speeds of a pair whose order matters

inline constexpr int k_often = 5;  // configurations: a network with its framework

/// What predicts: the estimate from specs, or what one would use without it.
enum class Predictor { estimate, priority, tensor, flops, bandwidth, half };

template <>
inline constexpr auto k_enum_names<Predictor> = std::to_array<std::string_view>({"estimate", "priority", "tensor",
                                                                                 "flops", "bandwidth", "half"});

/// How well a predictor does on GPUs it has not seen. Errors are |predicted / measured - 1|.
struct BacktestRow {
  std::string_view workload;
  JudgedOn judged_on = JudgedOn::networks;
  LeftOut left_out = LeftOut::gpu;
  Predictor predictor = Predictor::estimate;
  int gpus = 0;
  double tau = 0;                                // order, the reference included
  std::optional<double> ordered = std::nullopt;  // share of the pairs k_apart and more apart in the right order
  double median_error = 0;                       // after the factor that fits best
  double p90_error = 0;                          // nearest rank
  double coverage = 0;                           // of the 80 % interval
  double median_interval = 0;                    // how far its upper end is above the prediction
};

/// Judges every predictor of a workload against measurements alone, by group, left_out, predictor. The group of GPUs
/// that are often measured is absent where it is that of networks.
[[nodiscard]] std::vector<BacktestRow> backtest(const Calibration& calibration, const LeftOutFits& left_out,
                                                const Catalog& catalog);

}  // namespace gpuadvisor
