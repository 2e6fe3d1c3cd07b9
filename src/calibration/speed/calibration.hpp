#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "calibration/backtest/leave_out.hpp"
#include "calibration/tokens/token_phase.hpp"
#include "gpuadvisor/calibration/score_fit.hpp"

namespace gpuadvisor {

/// All that the measurements of a workload say in one precision.
struct Calibration {
  std::string_view workload;
  ScorePrecision precision = ScorePrecision::fp16;
  Panel panel;                                // what was measured
  std::vector<SheetFit> sheets;               // what is linked to the reference
  ScoreFit fit;                               // of `sheets`
  double log_scale = 0;                       // ln index of the reference card in `fit`: 0 where it was measured
  std::vector<std::string_view> unconnected;  // GPUs that no chain of shared GPUs links to the reference
};

/// Calibrates every workload that has an order, but for those of token_phases(), in both precisions, by workload,
/// precision. Those with fewer than k_fewest_gpus measured GPUs whose specs are known are absent. Where nobody measured
/// the reference card, the GPU of the most readings stands in for it, and what its specs predict of the reference tells
/// the scale.
[[nodiscard]] std::vector<Calibration> calibrations(const Benchmarks& benchmarks, const Catalog& catalog,
                                                    std::optional<Day> known_by);

inline constexpr std::size_t k_fewest_gpus = 10;  // twice the number of coefficients

/// Scores and what they rest on, in canonical order.
struct FittedScores {
  std::vector<ScoreModel> models;
  std::vector<Score> scores;
  std::vector<Speedup> speedups;
  std::vector<TokenPhase> phases;       // what those of writing and reading tokens are from
  std::shared_ptr<const void> storage;  // what all view
};

/// The records that follow from measurements known by a day, or from all; rounded, so that they do not depend on the
/// last bit of a compiler's arithmetic. A pure function of its arguments.
[[nodiscard]] FittedScores fit_scores(const Benchmarks& benchmarks, const Catalog& catalog,
                                      std::optional<Day> known_by);
/// The same from `fitted`, which calibrations() made of the same arguments.
[[nodiscard]] FittedScores fit_scores(const Benchmarks& benchmarks, const Catalog& catalog, std::optional<Day> known_by,
                                      std::span<const Calibration> fitted);
/// Of the same the models and scores for one workload in one precision.
[[nodiscard]] FittedScores fit_scores_of(const Benchmarks& benchmarks, const Catalog& catalog,
                                         std::optional<Day> known_by, std::string_view workload,
                                         ScorePrecision precision);
/// Of the same the speed-ups.
[[nodiscard]] FittedScores fit_speedups(const Benchmarks& benchmarks, const Catalog& catalog,
                                        std::optional<Day> known_by);

}  // namespace gpuadvisor
