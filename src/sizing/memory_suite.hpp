#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// The largest batch that was run on a GPU; 0: not even the smallest fitted.
struct MeasuredBatch {
  std::string_view gpu;  // id
  Gibibytes memory;      // that it had
  int batch = 0;
};

/// A model of a suite, and how it is trained.
struct SuiteJob {
  std::string_view model;    // as the source calls it
  std::string_view network;  // id; empty: the source does not tell which it is
  MemoryJob job;             // but for its batch
  std::string_view missing;  // what the source leaves unsaid, where the network is not told
  std::vector<MeasuredBatch> measured;
  std::string_view source;
};

/// Models that someone trained to compare GPUs (docs/memory.md#suites).
struct MemorySuite {
  std::string_view id;
  std::string_view source;  // of the batches measured
  std::string_view note;    // what limits agreement with them
  std::vector<SuiteJob> jobs;
};

/// Why the model of memory has no answer to a job, for a sentence: "the activations of one sample"; empty: it has one.
[[nodiscard]] std::string_view missing_of(const SuiteJob& job, const Catalog& catalog);

/// The largest batches of a job on one GPU; 0: not even one sample fits.
struct SuiteBatch {
  const SuiteJob* job = nullptr;
  std::optional<int> estimated;  // by the model of memory, a power of two; absent: it has no answer
  std::optional<int> measured;

  /// What was measured, or else the estimate.
  [[nodiscard]] std::optional<int> told() const { return measured ? measured : estimated; }
};

/// Whether a batch of a job can be told for some GPU: the model of memory has an answer, or one was measured.
[[nodiscard]] bool can_be_told(const SuiteJob& job, const Catalog& catalog);

/// How many of the models of which a batch can be told a GPU trains: all, more than half, some, or none.
enum class SuiteVerdict : unsigned char { all, most, few, none };

template <>
inline constexpr auto k_enum_names<SuiteVerdict> = std::to_array<std::string_view>({"all", "most", "few", "none"});

/// How many models a GPU trains.
struct SuiteCount {
  int trained = 0;
  int told = 0;    // whether it trains them is known
  int models = 0;  // whether some GPU trains them is

  /// What holds whatever the models do that are not told; none where it depends on them, or there are no models.
  [[nodiscard]] std::optional<SuiteVerdict> verdict() const;
};

/// A suite on one GPU.
struct SuiteFit {
  std::vector<SuiteBatch> batches;  // of each job
  SuiteCount count;                 // by what was measured, or else estimated
  SuiteCount by_model;              // by estimates alone
};

/// The largest power of two that is not above `batch`; 0 for 0. Requires 0 or more.
[[nodiscard]] int power_of_two_within(int batch);

/// What was measured counts for a GPU of the memory that it was measured with.
[[nodiscard]] SuiteFit suite_fit(const MemorySuite& suite, const Gpu& gpu, Gigabytes usable, const Catalog& catalog);

}  // namespace gpuadvisor
