#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "economics/feasibility.hpp"
#include "gpu_feature.hpp"
#include "gpuadvisor/advice/planner.hpp"
#include "gpuadvisor/advice/software_support.hpp"
#include "gpuadvisor/advice/stability.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/scoring/reference_throughput.hpp"
#include "gpuadvisor/sizing/memory_fit.hpp"
#include "scoring/criteria.hpp"

namespace gpuadvisor {

struct GuideRatio;

inline constexpr std::size_t k_fewest_compared = 2;
inline constexpr std::size_t k_most_compared = 6;

/// A language model that people know, in the format that they run it in, with what was measured of it.
struct ComparedNetwork {
  const Network* network = nullptr;
  MemoryJob job;
  NetworkMeasurements measured;
};

/// Which GPUs are compared, and for what.
struct ComparisonQuestion {
  std::vector<GpuGroup> gpus;  // different ones, from k_fewest_compared to k_most_compared; of each one or several
  std::vector<const Workload*> workloads;  // at least one
  ScorePrecision precision = ScorePrecision::fp16;
  PriceRule price_rule;
  std::vector<ComparedNetwork> networks;            // which may be none
  std::vector<std::vector<Measurement>> published;  // of each GPU, for a workload whose rates are told as measured, or
                                                    // empty
};

/// How a GPU runs a network.
struct NetworkFigures {
  std::optional<FitVerdict> fit;          // nothing where the memory of the GPU is not known
  std::optional<NetworkRate> written;     // tokens per second, for one user; where the network fits
  std::vector<std::string_view> sources;  // of what tells that rate
};

/// How a GPU does for one workload. What cannot be told is absent.
struct WorkloadFigures {
  std::optional<Performance> performance;
  std::vector<ReferenceThroughput> familiar;  // by the networks of the workload
  std::optional<double> priority;             // score
  std::optional<double> speed;                // the index; the score where the catalog knows no index for the workload
  std::optional<double> value;                // speed per 1000 dollars, at ComparedGpu::price
  std::optional<double> efficiency;           // speed per kilowatt
};

/// One of the GPUs, or several equal ones, with all that it is compared by. Figures are of all of them.
struct ComparedGpu : GpuGroup {
  std::array<CriterionValue, k_criteria> criteria;  // of one, by Criterion
  std::vector<WorkloadFigures> figures;             // of each workload
  std::vector<NetworkFigures> networks;             // of each network
  PriceEstimates prices;
  std::optional<PriceEstimate> price;  // of one, that value goes by: of the most current ones the lowest; none that
                                       // decides nothing (unusable or recalled)
  SupportStatus support;
  std::vector<FeatureFinding> features;  // of each feature of the catalog
  std::vector<Warning> warnings;         // of its figures and all its prices together

  /// At that price.
  [[nodiscard]] Offer offer() const { return {.gpu = gpu, .price = price, .count = count}; }
  /// What all of them cost.
  [[nodiscard]] std::optional<Usd> cost() const { return total_price(offer()); }
};

/// How many times as much one GPU has as another, and the interval that it lies in with a probability of 80 %: the
/// errors of both figures count as independent, so that the half-widths of their intervals add up in quadrature, as
/// logarithms. Without an interval where a figure has none.
struct RatioEstimate {
  double ratio = 1;
  std::optional<double> low;
  std::optional<double> high;
};

/// Repeated measurements of one card differ by as much (docs/ranking.md#ranking).
inline constexpr double k_step_of_speeds = 1.1;

/// Whether a ratio tells two GPUs apart: it must be a step of 10 % or more, and its interval must leave out 1.
enum class Call { ahead, behind, too_close };

template <>
inline constexpr auto k_enum_names<Call> = std::to_array<std::string_view>({"ahead", "behind", "too-close"});

[[nodiscard]] Call call_of(const RatioEstimate& ratio);

/// The quotient of two figures that are as uncertain as the speeds `of` and `against`; null: as one without an
/// interval.
[[nodiscard]] RatioEstimate ratio_of(double figure, double other, const Performance* of, const Performance* against);

/// A GPU against another, both by their place in the comparison.
struct PairwiseRatio {
  std::size_t gpu = 0;
  std::size_t against = 0;
  RatioEstimate ratio;
  Call call = Call::too_close;
};

/// The GPU with the highest figure against each other one that has the figure, the next best first. None when fewer
/// than two have it.
using PairwiseRatios = std::vector<PairwiseRatio>;

/// The price, of all of them, below which a GPU has more value than the one with the most.
struct ValueBreakEven {
  std::size_t gpu = 0;
  Usd below;
};

/// Who does best for a workload.
struct WorkloadVerdict {
  SpeedKind speed_kind = SpeedKind::score;
  PairwiseRatios to_first;  // the speed of each GPU that has one against the first GPU's, the second GPU first
  PairwiseRatios speed;
  PairwiseRatios value;
  PairwiseRatios efficiency;
  std::vector<ValueBreakEven> break_evens;  // of the GPUs that have not the most value
  std::optional<std::size_t> dominant;      // the GPU that scores higher than all others under every weighting that
                                            // keeps the order of importance
  std::optional<MemoryFloor> memory_floor;  // the minimum for the work on the catalog's day
  std::vector<std::size_t> below_floor;
};

/// The program's own figure beside a guide's ratio: the same two GPUs, for a workload of the comparison.
struct OwnRatio {
  const Workload* workload = nullptr;
  double ratio = 1;
  std::optional<Basis> basis;  // of the two speeds, the weaker one's; absent: priority scores stand in for them
};

/// A ratio that a guide states of two of the GPUs compared.
struct StatedRatio {
  const GuideRatio* said = nullptr;
  const Guide* guide = nullptr;  // that says it
  std::string text;              // what it says
  std::size_t gpu = 0;           // by their places in the comparison
  std::size_t over = 0;
  std::vector<OwnRatio> own;  // of speed or value, as the guide's; of the workload that it names, or of all compared
};

/// Several GPUs side by side. Points into the catalog.
struct Comparison {
  ComparisonQuestion question;
  std::vector<ComparedGpu> gpus;                     // in the order asked for
  std::vector<WorkloadVerdict> verdicts;             // of each workload
  std::span<const Feature> features;                 // of the catalog
  std::vector<StatedRatio> stated;                   // what guides state of pairs of the GPUs, the newest guide first
  std::optional<Accessory> computer;                 // that cards stand in, where whole machines are among the GPUs
  std::optional<RatioEstimate> value_with_computer;  // the first duel of value of the first workload, with it
};

/// Compares (docs/comparing.md#comparing-gpus). Requires a catalog with a reference card.
[[nodiscard]] Comparison comparison(const ComparisonQuestion& question, const Catalog& catalog);

/// The workloads that are compared when none is named: all but the means of others.
[[nodiscard]] std::vector<const Workload*> compared_workloads(const Catalog& catalog);

}  // namespace gpuadvisor
