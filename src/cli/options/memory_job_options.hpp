#pragma once

#include <optional>
#include <string_view>

#include "advice/memory/what_runs.hpp"
#include "gpuadvisor/models/model_file.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"
#include "option_parser.hpp"

namespace gpuadvisor::cli {

/// As --batch, which has no other value below 1.
inline constexpr int k_largest_batch_that_fits = 0;

/// The options that say what is done with a network.
struct MemoryJobOptions {
  std::optional<MemoryTask> task;
  std::optional<int> batch;
  std::optional<int> context;
  std::optional<int> prompt_tokens;
  std::optional<int> answer_tokens;
  std::optional<WeightFormat> quantisation;
  std::optional<KvFormat> kv;
  std::optional<Arithmetic> precision;
  std::optional<Optimizer> optimizer;
  std::optional<Checkpointing> checkpointing;
  std::optional<int> zero;
  std::optional<int> rank;
  std::optional<AdapterTargets> targets;
  std::optional<Engine> engine;
  std::optional<int> gpus;
  std::optional<ImageSize> image;
  std::optional<int> frames;
  std::optional<double> ram;         // of 2^30 bytes
  std::optional<int> megatransfers;  // per second
  std::optional<int> channels;
  bool loss_in_chunks = false;
  bool eager_attention = false;
  bool offloads = false;
  std::string_view first_given;  // the name of an option other than --batch; empty: none

  void add_to(OptionParser& parser);
  /// All but --precision and --gpus, for a command that has such options of its own.
  void add_shared_to(OptionParser& parser);
  /// The format that a network's name tells, if any, where no other is asked for to run it.
  void take_format(const WeightFormat* named) {
    const bool runs = task.value_or(MemoryTask::run) == MemoryTask::run;
    if (named != nullptr && runs && !quantisation) quantisation = *named;
  }
  /// The job, with what is usual where nothing is said; weights as the file keeps them, where the network is from one.
  /// Throws UsageError for options that do not go with it.
  /// `catalog` tells which machine takes as much memory as is asked for.
  [[nodiscard]] MemoryJob job(const Network& network, const ModelFile* file, RunsOn runs_on,
                              const Catalog& catalog) const;

 private:
  void apply_weights(MemoryJob& job, const Network& network, const ModelFile* file, RunsOn runs_on) const;
  void apply_running(MemoryJob& job) const;
  void apply_training(MemoryJob& job) const;
  void apply_lengths(MemoryJob& job, const Network& network) const;
  void apply_common(MemoryJob& job, const Network& network) const;
  void apply_host(MemoryJob& job, const Network& network, const Catalog& catalog) const;
};

/// The first models of each use that GPUs run, as is usual; of which GPUs is left to the caller, who keeps the catalog.
[[nodiscard]] WhatRunsQuestion usual_runs(const Catalog& catalog);

}  // namespace gpuadvisor::cli
