#pragma once

#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/scoring/token_calibration.hpp"
#include "token_phase.hpp"

namespace gpuadvisor {

/// Speeds of GPUs in the two phases of language models, by GPU.
struct TokenSpeeds {
  std::map<std::string_view, PhaseSpeed> writing;
  std::map<std::string_view, PhaseSpeed> reading;
};

/// Those of measured GPUs; and as fits without each predict them. Both require the two phases.
[[nodiscard]] TokenSpeeds known_speeds(std::span<const TokenPhase> phases, const Catalog& catalog);
[[nodiscard]] TokenSpeeds left_out_speeds(std::span<const TokenPhase> phases, const Catalog& catalog);

/// A fit and what it rests on.
struct TokenRateFit {
  TokenConstants constants;
  int written = 0;  // readings that the times rest on
  int read = 0;
  int split = 0;  // configurations measured on several numbers of GPUs that split every layer
};

/// The constants of token rates that measurements ask for, to as many digits as k_token_constants has:
/// - times of the reference card, and factors of networks with experts: those of the fits of the phases;
/// - spreads of engines: those with which, together with the interval of the index, 80 % of the measurements of one
///   sequence on one GPU by engines in use are within;
/// - share of the roof: what nine in ten measurements of one sequence on one GPU reach at most of writing_roof(), all
///   engines alike;
/// - fixed parts: of each configuration that splits every layer, that of the straight line through times of a step over
///   1 / GPUs; of configurations median, 0.1 and 0.9 quantile.
/// Requires can_fit_token_rates().
[[nodiscard]] TokenRateFit fit_token_rates(std::span<const TokenMeasurement> measurements,
                                           std::span<const TokenPhase> phases, const Catalog& catalog);

/// Whether both phases were measured, and GPUs that split every layer.
[[nodiscard]] bool can_fit_token_rates(std::span<const TokenMeasurement> measurements,
                                       std::span<const TokenPhase> phases);

}  // namespace gpuadvisor
