#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "calibration/tokens/token_rate_fit.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What measurements of tokens per second are judged together. Of one sequence on one GPU: all; of each GPU the fastest
/// of the standard network by llama.cpp, whatever the backend, and the same by vendor; of engines in use; of each
/// engine; of networks with experts by engines in use. Of several sequences on one GPU. Of several GPUs that share
/// layers, or that each have a part of every layer: of each job the fastest by engines in use. Of serving many users:
/// all, each engine, each dataset.
enum class TokenGroup : unsigned char {
  one_sequence,
  fastest,
  vendor,
  in_use,
  engine,
  experts,
  several_sequences,
  layers_split,
  tensors_split,
  served,
  dataset
};

template <>
inline constexpr auto k_enum_names<TokenGroup> =
    std::to_array<std::string_view>({"one-sequence", "fastest", "vendor", "in-use", "engine", "experts",
                                     "several-sequences", "layers-split", "tensors-split", "served", "dataset"});

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
  std::string_view of;   // the vendor, the engine in the words of datasets, or the dataset; empty for groups of all
  TokenJudgement known;  // by the index of the GPU, or the constants of serving, to which the measurement contributed
  TokenJudgement left_out;  // by what its specs predict, fitted without it; of serving nothing
};

/// The constants as measurements give them today, and how the program's do.
struct TokenBacktest {
  TokenRateFit fit;
  std::vector<TokenBacktestRow> rows;  // by workload, group, what it is of; groups without measurements are absent
};

/// Judges k_token_constants, and k_serving_constants, on all measurements of tokens per second. Nothing where those are
/// too few to fit (fit_token_rates()).
[[nodiscard]] std::optional<TokenBacktest> token_backtest(const Benchmarks& benchmarks, const Catalog& catalog);

}  // namespace gpuadvisor
