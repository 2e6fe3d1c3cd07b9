#pragma once

#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "token_time_fit.hpp"

namespace gpuadvisor {

/// Writing, or reading prompts, as all measurements of one sequence on one GPU tell it.
struct TokenPhase {
  std::string_view workload;
  std::vector<TokenReading> readings;
  TokenTimeFit fit;
  double reference_seconds = 0;                    // of the reference card for a token of the standard network
  std::map<std::string_view, TokenTime> left_out;  // of each measured GPU, by a fit without it
  double spread = 0;                               // half an interval of ln rate that holds 80 % of those GPUs
  double spread_elsewhere = 0;                     // the same without any GPU of their architecture
};

/// Writing, then reading; those without measurements of the reference card, or of fewer than k_fewest_token_gpus, are
/// absent.
[[nodiscard]] std::vector<TokenPhase> token_phases(std::span<const TokenMeasurement> measurements,
                                                   const Catalog& catalog);

/// One of them: for k_decode_workload, or k_prompt_workload.
[[nodiscard]] std::optional<TokenPhase> token_phase(std::string_view workload,
                                                    std::span<const TokenMeasurement> measurements,
                                                    const Catalog& catalog);

inline constexpr std::size_t k_fewest_token_gpus = 10;

}  // namespace gpuadvisor
