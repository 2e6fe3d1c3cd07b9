#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "calibration/speed/calibration.hpp"
#include "calibration/tokens/token_rate_fit.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What measurements of tokens per second are judged together: those of one sequence on one GPU, of all engines or of
/// one; of several sequences at once on one GPU; of one sequence on several GPUs that share layers, or that each have a
/// part of every layer. Networks with experts are a group of their own, since few were measured.
enum class TokenGroup : unsigned char { one_sequence, engine, several_sequences, experts, layers_split, tensors_split };

template <>
inline constexpr auto k_enum_names<TokenGroup> = std::to_array<std::string_view>({"one-sequence", "engine",
                                                                                  "several-sequences", "experts",
                                                                                  "layers-split", "tensors-split"});

/// How well rates are predicted. Errors are |predicted / measured - 1|; below and above are shares of measurements
/// that lie outside the 80 % interval on that side.
struct TokenJudgement {
  int measurements = 0;
  int gpus = 0;
  double median_error = 0;
  double median_ratio = 0;  // measured / predicted
  double coverage = 0;
  double below = 0;
  double above = 0;
};

struct TokenBacktestRow {
  std::string_view workload;
  TokenGroup group = TokenGroup::one_sequence;
  std::string_view engine;  // in the words of datasets; empty for groups of all
  TokenJudgement known;     // by the index of the GPU, to which the measurement contributed
  TokenJudgement left_out;  // by what its specs predict, fitted without it
};

/// The indices that scores have in 16 bits.
[[nodiscard]] TokenIndices known_indices(std::span<const Score> scores);

/// Those of GPUs that nobody measured, as they are predicted: of each measured one but the reference by a fit without
/// it, of others by the fit of all. `fitted` is what fit_scores() made of `calibrations`.
[[nodiscard]] TokenIndices left_out_indices(std::span<const Calibration> calibrations, const FittedScores& fitted,
                                            const Catalog& catalog);

/// The constants as measurements give them today, and how the program's do.
struct TokenBacktest {
  TokenRateFit fit;
  std::vector<TokenBacktestRow> rows;  // by workload, group, engine; groups without measurements are absent
};

/// Judges k_token_constants on all measurements of tokens per second. Nothing where those are too few to fit
/// (fit_token_rates()).
[[nodiscard]] std::optional<TokenBacktest> token_backtest(const Benchmarks& benchmarks, const Catalog& catalog);

}  // namespace gpuadvisor
