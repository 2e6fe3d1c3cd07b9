#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// The arithmetic a speed is for: 16 bits where the card has matrix units for them (mixed precision, bf16), or FP32
/// (TF32 where the card has it).
enum class ScorePrecision : unsigned char { fp16, fp32 };

template <>
inline constexpr auto k_enum_names<ScorePrecision> = std::to_array<std::string_view>({"fp16", "fp32"});

/// A speed as a multiple of the reference card's.
using Ratio = Quantity<struct RatioUnit>;

/// What one dataset says of a GPU's index, and how much of the index that makes.
struct ScoreEvidence {
  std::string_view dataset;
  Ratio index;           // of the GPU, by this dataset alone
  double share = 0;      // of ln index: 0 to 1
  int measurements = 0;  // networks or kernels timed on the GPU
};

template <>
inline constexpr auto k_fields<ScoreEvidence> = std::tuple{
    required("dataset", &ScoreEvidence::dataset),
    required("index", &ScoreEvidence::index),
    required("share", &ScoreEvidence::share),
    required("measurements", &ScoreEvidence::measurements),
};

/// Images, sequences or tokens, and how many of them per second.
using Samples = Quantity<struct SamplesUnit>;
using SamplesPerSecond = Quantity<struct SamplesPerSecondUnit>;

/// How fast a GPU ran a ReferenceNetwork, as published.
struct ThroughputReading {
  std::string_view network;  // its id
  SamplesPerSecond rate;     // the geometric mean of several
  int batch = 0;             // samples at a time
};

template <>
inline constexpr auto k_fields<ThroughputReading> = std::tuple{
    required("network", &ThroughputReading::network),
    required("rate", &ThroughputReading::rate),
    required("batch", &ThroughputReading::batch),
};

/// The measured speed of a GPU for a workload: its performance index, from all datasets that time it
/// (docs/speed.md#performance-index).
struct Score {
  std::string_view gpu;
  std::string_view workload;
  ScorePrecision precision = ScorePrecision::fp16;
  Ratio index;
  Ratio low;             // the index lies between them
  Ratio high;            // with a probability of 80 %
  int measurements = 0;  // networks or kernels timed on the GPU, repeated ones once
  std::span<const std::string_view> sources;
  bool scaled = false;  // not measured: its source scaled it from another card, or took it from elsewhere
  /// By dataset. ln index is the sum of share * ln of each index; what the shares lack of 1 is that of the estimate
  /// from specs. Empty for the reference card, which has 1 by definition, and where it is not known.
  std::span<const ScoreEvidence> evidence;
  std::span<const ThroughputReading> rates = {};  // of familiar networks of the workload
};

template <>
inline constexpr auto k_fields<Score> = std::tuple{
    required("gpu", &Score::gpu),
    required("workload", &Score::workload),
    required("precision", &Score::precision),
    required("index", &Score::index),
    required("low", &Score::low),
    required("high", &Score::high),
    required("measurements", &Score::measurements),
    required("sources", &Score::sources),
    optional("scaled", &Score::scaled),
    optional("evidence", &Score::evidence),
    optional("rates", &Score::rates),
};

/// What an index of 1 is in samples per second of a ReferenceNetwork (docs/speed.md#in-samples-per-second):
///
///   rate = rate of the reference card * index, at batch
///   rate at another batch = rate * (1 + half_batch / batch) / (1 + half_batch / other)
struct ReferenceRate {
  std::string_view network;
  SamplesPerSecond rate;
  double spread = 0;  // half the 80 % interval of ln rate around ln of rate * index
  int gpus = 0;       // measured ones behind it
  std::optional<int> batch;
  std::optional<Samples> half_batch;  // at which a GPU has half of its rate without a limit
  std::span<const std::string_view> sources;
};

template <>
inline constexpr auto k_fields<ReferenceRate> = std::tuple{
    required("network", &ReferenceRate::network), required("rate", &ReferenceRate::rate),
    required("spread", &ReferenceRate::spread),   required("gpus", &ReferenceRate::gpus),
    optional("batch", &ReferenceRate::batch),     optional("half_batch", &ReferenceRate::half_batch),
    required("sources", &ReferenceRate::sources),
};

/// How specs predict the index of a GPU that nobody measured (docs/speed.md#estimates):
///
///   ln index = intercept + tensor ln(tensor / ref) + bandwidth ln(bandwidth / ref)
///                        + compute (ln(flops / ref) + ln(half / ref)) / 2
///
/// or, where a model adds times: each share of the time that the reference card takes shrinks with the rate that it
/// waits for, and the intercept with none,
///
///   1 / index = intercept + tensor * ref / tensor + bandwidth * ref / bandwidth + compute * ref / flops
///
/// with the criteria of scoring/criteria.hpp and those of the reference card. A workload has one model, or one for each
/// vendor and each architecture that was measured: Catalog::score_model() tells a GPU's. The spreads are half the width
/// of the 80 % interval of ln index: what the prediction missed on GPUs left out.
struct ScoreModel {
  std::string_view workload;
  ScorePrecision precision = ScorePrecision::fp16;
  bool adds_times = false;  // then the intercept is not negative
  double intercept = 0;
  double tensor = 0;  // >= 0, like the other coefficients and the spreads
  double bandwidth = 0;
  double compute = 0;
  double spread = 0;            // for GPUs of an architecture in `architectures`
  double spread_elsewhere = 0;  // for other architectures of the vendor measured
  double other_vendor = 0;      // ln of what other vendors' GPUs reach of such a prediction
  double spread_other_vendor = 0;
  int gpus = 0;                                     // measured ones behind it
  std::string_view vendor;                          // whose GPUs these are
  std::string_view architecture;                    // that the model is for; empty: all of the vendor
  std::string_view memory;                          // with which the type of their memory begins; empty: any
  std::span<const std::string_view> architectures;  // theirs
  std::span<const ReferenceRate> rates = {};        // of familiar networks, where these GPUs were measured
};

template <>
inline constexpr auto k_fields<ScoreModel> = std::tuple{
    required("workload", &ScoreModel::workload),
    required("precision", &ScoreModel::precision),
    optional("adds_times", &ScoreModel::adds_times),
    required("intercept", &ScoreModel::intercept),
    required("tensor", &ScoreModel::tensor),
    required("bandwidth", &ScoreModel::bandwidth),
    required("compute", &ScoreModel::compute),
    required("spread", &ScoreModel::spread),
    required("spread_elsewhere", &ScoreModel::spread_elsewhere),
    required("other_vendor", &ScoreModel::other_vendor),
    required("spread_other_vendor", &ScoreModel::spread_other_vendor),
    required("gpus", &ScoreModel::gpus),
    required("vendor", &ScoreModel::vendor),
    optional("architecture", &ScoreModel::architecture),
    optional("memory", &ScoreModel::memory),
    required("architectures", &ScoreModel::architectures),
    optional("rates", &ScoreModel::rates),
};

/// The most GPUs of one machine that speed-ups are told for.
inline constexpr int k_most_gpus = 8;

/// Whether a speed-up was measured or is a guide's word.
enum class SpeedupBasis : unsigned char { measured, guide };

template <>
inline constexpr auto k_enum_names<SpeedupBasis> = std::to_array<std::string_view>({"measured", "guide"});

/// How much faster several equal GPUs of one machine train a network than one of them does.
struct Speedup {
  std::string_view workload;
  int count = 0;  // GPUs
  SpeedupBasis basis = SpeedupBasis::measured;
  Ratio speedup;                    // the median of those measured
  std::optional<Ratio> low;         // a tenth of those measured is below,
  std::optional<Ratio> high;        // a tenth above
  std::optional<int> measurements;  // pairs of a single GPU and `count` of them, on one network
  std::span<const std::string_view> sources;
};

template <>
inline constexpr auto k_fields<Speedup> = std::tuple{
    required("workload", &Speedup::workload),
    required("count", &Speedup::count),
    required("basis", &Speedup::basis),
    required("speedup", &Speedup::speedup),
    optional("low", &Speedup::low),
    optional("high", &Speedup::high),
    optional("measurements", &Speedup::measurements),
    required("sources", &Speedup::sources),
};

}  // namespace gpuadvisor
