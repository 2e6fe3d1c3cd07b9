#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What was timed: networks at work, training steps at a batch too small to fill the GPU, single kernels, or whole
/// systems from start to target accuracy.
enum class KindOfWork { networks, small_batches, kernels, systems };

template <>
inline constexpr auto k_enum_names<KindOfWork> = std::to_array<std::string_view>({"networks", "small-batches",
                                                                                  "kernels", "systems"});

/// Measurements that were taken together. Values of different datasets do not compare.
struct Dataset {
  std::string_view id;  // also the name of its CSV file
  std::string_view title;
  PartialDate published;  // of all of it
  KindOfWork kind_of_work = KindOfWork::networks;
  bool repeats = false;  // some configurations were measured more than once
  bool contest = false;  // those who took part chose engine and format: the best of each GPU compares
  std::string_view note;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<Dataset> = std::tuple{
    required("id", &Dataset::id),
    required("title", &Dataset::title),
    required("published", &Dataset::published),
    required("kind_of_work", &Dataset::kind_of_work),
    optional("repeats", &Dataset::repeats),
    optional("contest", &Dataset::contest),
    optional("note", &Dataset::note),
    required("source", &Dataset::source),
};

/// How to read a value: more is better, less is better, or a ratio within the dataset (more is better).
enum class MeasurementKind { throughput, time, normalised };

template <>
inline constexpr auto k_enum_names<MeasurementKind> = std::to_array<std::string_view>({"throughput", "time",
                                                                                       "normalised"});

/// How a value came about: measured; measured, the best of several systems; taken by a guide from other benchmarks;
/// scaled by a guide from another card.
enum class MeasurementBasis { measured, best_system, third_party, scaled };

template <>
inline constexpr auto k_enum_names<MeasurementBasis> = std::to_array<std::string_view>({"measured", "best-system",
                                                                                        "third-party", "scaled"});

/// The arithmetic of a measurement, as its dataset names it (docs/data.md, Benchmarks).
enum class Precision {
  fp32,
  tf32,
  fp16,
  fp16_amp,
  fp16_mixed,
  fp16_storage,
  fp16_on_rtx,
  bf16,
  mixed,
  quantised,
  unstated
};

template <>
inline constexpr auto k_enum_names<Precision> = std::to_array<std::string_view>({"fp32", "tf32", "fp16", "fp16-amp",
                                                                                 "fp16-mixed", "fp16-storage",
                                                                                 "fp16-on-rtx", "bf16", "mixed",
                                                                                 "quantised", "unstated"});

/// How several GPUs, or a GPU and its host, shared a network: each GPU held some layers; each a part of every layer; or
/// the experts stood in the host's memory.
enum class MeasuredSplit { layers, tensors, experts_in_ram };

template <>
inline constexpr auto k_enum_names<MeasuredSplit> = std::to_array<std::string_view>({"layers", "tensors",
                                                                                     "experts-in-ram"});

/// One measurement as published.
struct Measurement {
  std::string_view dataset;
  std::string_view gpu;
  int gpu_count = 0;  // working together
  std::string_view workload;
  std::string_view model;  // in the dataset's own words
  Precision precision = Precision::unstated;
  std::string_view framework;  // empty where none is stated
  MeasurementKind kind = MeasurementKind::throughput;
  double value = 0;  // positive and finite, in `unit`
  std::string_view unit;
  MeasurementBasis basis = MeasurementBasis::measured;
  int submissions = 1;                // of as many people; the value stands for all of them
  std::string_view version;           // of the framework, where that is told
  std::optional<int> batch;           // samples or sequences at a time on each GPU, where that is told
  std::optional<int> context_tokens;  // that were read before what was timed: of another prompt
  std::optional<int> prompt_tokens;   // of each prompt; in the context before the first token where tokens are written
  std::optional<int> output_tokens;   // written for each prompt
  std::optional<MeasuredSplit> split;
  std::string_view setting;  // what else was set, in words
  PartialDate published;
  std::string_view source;
  std::string_view file;  // where it was read
  int line = 0;           // 1-based
};

}  // namespace gpuadvisor
