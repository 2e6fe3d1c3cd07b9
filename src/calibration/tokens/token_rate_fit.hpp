#pragma once

#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/scoring/token_calibration.hpp"
#include "token_measurement.hpp"

namespace gpuadvisor {

/// Speeds of GPUs in the two phases of language models, by GPU.
struct TokenIndices {
  std::map<std::string_view, Performance> decoding;
  std::map<std::string_view, Performance> prompts;
};

/// A fit and what it rests on.
struct TokenRateFit {
  TokenConstants constants;
  int written = 0;  // measurements of one sequence on one GPU
  int read = 0;
  int split = 0;  // configurations measured on several numbers of GPUs that split every layer
};

/// The constants of token rates that measurements ask for, to as many digits as k_token_constants has:
/// - times and rates: those at which the errors of ln rate of one GPU that works for one sequence have the least sum;
/// - spreads of engines: those with which, together with the interval of the index, 80 % of these measurements are
///   within;
/// - share of the roof: what nine in ten measurements of one sequence on one GPU reach at most of writing_roof(), all
///   engines alike;
/// - fixed parts: of each configuration that splits every layer, that of the straight line through times of a step over
///   1 / GPUs; of configurations median, 0.1 and 0.9 quantile.
/// The engine that most GPUs were measured with tells how GPUs differ and counts half; the others, which few GPUs were
/// measured with, tell how engines differ: they have the other half, each the same part of it. Where they are fewer
/// than three, as in reading, all measurements count the same, and engines are taken to differ as much as in writing at
/// least. Measurements of GPUs that `indices` lacks do not count. Requires
/// can_fit_token_rates().
[[nodiscard]] TokenRateFit fit_token_rates(std::span<const TokenMeasurement> measurements, const TokenIndices& indices);

/// Whether there are measurements that count, of both phases, and of GPUs that split every layer.
[[nodiscard]] bool can_fit_token_rates(std::span<const TokenMeasurement> measurements, const TokenIndices& indices);

}  // namespace gpuadvisor
