#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/catalog/score.hpp"
#include "gpuadvisor/models/model_file.hpp"
#include "gpuadvisor/sizing/memory_fit.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"
#include "gpuadvisor/sizing/memory_need.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"

namespace gpuadvisor {

/// Machines of k_most_gpus that one network may run on.
inline constexpr int k_most_machines = 8;

/// A way to do a job, with what it takes on each GPU.
struct JobWay {
  MemoryJob job;
  MemoryNeed need;
};

/// GPUs of one kind that somebody has.
struct OwnGpus {
  const Gpu* gpu = nullptr;
  int count = 1;
};

/// How a job fits on so many equal GPUs, with those that the asker has.
struct JobFit {
  std::shared_ptr<const JobWay> way;  // with their number, and what of training they split
  UsableMemory memory;                // of each
  FitVerdict verdict = FitVerdict::does_not_fit;
  std::vector<int> layers;  // where GPUs differ: of each, the asker's own first
};

/// How a job fits on the GPUs that the asker has, without another.
struct OwnFit {
  FitVerdict verdict = FitVerdict::does_not_fit;
  std::vector<int> layers;  // of each
};

/// What is to be done with a network, and must fit on the GPUs of an answer. Running is split over several GPUs by
/// layers; what makes images keeps its idle parts in the host's memory where it does not fit otherwise. Training all
/// weights on several splits as little as makes it fit (ZeRO stage 0 to 3), and training adapters splits nothing,
/// unless a stage is stated. Running takes layers in the host's memory where the job has one, and shares layers with
/// GPUs that the asker has.
class WantedJob {
 public:
  /// Requires missing_shape() to be empty. `file` is what the network was read from, or null.
  WantedJob(const Network& network, const MemoryJob& job, std::shared_ptr<const ModelFile> file = nullptr,
            std::optional<int> zero_stage = std::nullopt, std::vector<OwnGpus> own = {});

  [[nodiscard]] const Network& network() const { return m_network; }
  [[nodiscard]] const MemoryJob& job() const { return m_job; }
  [[nodiscard]] const std::shared_ptr<const ModelFile>& file() const { return m_file; }
  [[nodiscard]] const std::optional<int>& zero_stage() const { return m_zero_stage; }
  [[nodiscard]] const std::vector<OwnGpus>& own() const { return m_own; }

  /// Whether several GPUs hold some layers each and take turns, so that they are no faster than one.
  [[nodiscard]] bool takes_turns() const { return m_job.task == MemoryTask::run && splits_by_layers(m_network); }

  /// Whether several GPUs can do what one has no room for, or do it faster: not where each runs the whole network.
  [[nodiscard]] bool shares() const { return m_job.task != MemoryTask::run || takes_turns(); }

  /// Requires that there are some.
  [[nodiscard]] OwnFit fit_of_own() const;

  /// What one GPU would need.
  [[nodiscard]] const MemoryNeed& need() const { return m_by_count.front().front()->need; }

  /// Nobody should buy what will rather not do: unlike fit_verdict(), a need above the usable memory does not fit, even
  /// where its interval reaches below it. Nothing where the GPU's memory is not known. More than k_most_gpus are up
  /// to k_most_machines of so many: each does a part of the sequences where it has room for the network, else they
  /// share its layers.
  [[nodiscard]] std::optional<JobFit> fit(const Gpu& gpu, int count) const;

 private:
  using Ways = std::vector<std::shared_ptr<const JobWay>>;

  [[nodiscard]] const Ways& ways(int count) const;
  void add_machines();
  [[nodiscard]] std::vector<Gigabytes> own_memory() const;
  [[nodiscard]] JobFit beside_own(int count, const UsableMemory& memory) const;

  Network m_network;
  MemoryJob m_job;
  std::shared_ptr<const ModelFile> m_file;  // whose texts the network views
  std::optional<int> m_zero_stage;
  std::vector<OwnGpus> m_own;
  std::array<Ways, k_most_gpus> m_by_count;         // of 1, 2, … GPUs: those that split the least first
  std::array<Ways, k_most_machines> m_by_machines;  // of k_most_gpus; of the first none
};

/// The id of the workload whose speeds such a job has. Running what writes no text and no images has the speeds of
/// training such networks, which is what is measured of them. Source: docs/inference.md#the-work-of-a-model.
[[nodiscard]] std::string_view workload_of(NetworkKind kind, MemoryTask task);

/// Whether a job is the work that rates of samples per second are measured of: training at the network's usual size; of
/// what makes images, running.
[[nodiscard]] bool is_as_timed(const WantedJob& job);

/// The workload of workload_of(), but for a network that makes images and tells the speed of a workload of its own,
/// that one. Null where the catalog has no such workload.
[[nodiscard]] const Workload* workload_for(const Network& network, MemoryTask task, const Catalog& catalog);

}  // namespace gpuadvisor
