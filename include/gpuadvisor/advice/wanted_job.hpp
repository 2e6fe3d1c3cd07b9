#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/advice/machine.hpp"
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

/// How a job fits on the GPUs of a machine.
struct JobFit {
  std::shared_ptr<const JobWay> way;  // on each; where they differ, on the last of them
  UsableMemory memory;                // of that
  FitVerdict verdict = FitVerdict::does_not_fit;
  std::vector<int> layers;   // where GPUs differ: of each
  bool buys_memory = false;  // of the host that the way names
};

/// What is to be done with a network, and must fit on the GPUs of an answer: the one place that tells whether it does,
/// and how. Running is split over several GPUs; what makes images keeps its idle parts in the host's memory where it
/// does not fit otherwise. Training on several splits as little as makes it fit (of all weights ZeRO stage 0 to 3, of
/// adapters 0 or 3), unless a stage is stated. Running takes layers in the host's memory where the job has one.
/// Different GPUs share layers by what each has room for. Needs do not depend on the GPU and are kept, by the number of
/// GPUs, once they are asked for.
class WantedJob {
 public:
  /// `file` is what the network was read from, or null.
  WantedJob(const Network& network, const MemoryJob& job, std::shared_ptr<const ModelFile> file = nullptr,
            std::optional<int> zero_stage = std::nullopt, std::vector<GpuGroup> own = {});

  /// The same where memory of the host may be bought for it, of one of these; none where the job says what it has.
  [[nodiscard]] WantedJob with_memory_of(std::vector<HostMemory> hosts) const;
  /// Another job with the same network, GPUs of the asker and hosts.
  [[nodiscard]] WantedJob with_job(const MemoryJob& job) const;

  [[nodiscard]] const Network& network() const { return m_network; }
  [[nodiscard]] const MemoryJob& job() const { return m_job; }
  [[nodiscard]] const std::shared_ptr<const ModelFile>& file() const { return m_file; }
  [[nodiscard]] const std::optional<int>& zero_stage() const { return m_zero_stage; }
  [[nodiscard]] const std::vector<GpuGroup>& own() const { return m_own; }
  [[nodiscard]] const std::vector<HostMemory>& hosts() const { return m_hosts; }

  /// Whether several GPUs hold some layers each and take turns, so that they are no faster than one.
  [[nodiscard]] bool takes_turns() const { return m_job.task == MemoryTask::run && splits_by_layers(m_network); }

  /// Whether several GPUs can do what one has no room for, or do it faster: not where each runs the whole network.
  [[nodiscard]] bool shares() const { return m_job.task != MemoryTask::run || takes_turns(); }

  /// What one GPU would need.
  [[nodiscard]] const MemoryNeed& need() const { return ways(1).front()->need; }

  /// On all GPUs of the machine. More than k_most_gpus are up to k_most_machines of so many: each does a part of the
  /// sequences where it has room for the network, else they share its layers. Requires equal ones where the job is not
  /// split by layers.
  [[nodiscard]] JobFit fit(const Machine& machine) const;
  /// On machine_with().
  [[nodiscard]] std::optional<JobFit> fit(const Gpu& gpu, int count) const;
  /// So many GPUs and all that the asker has. Nothing where a memory is not known.
  [[nodiscard]] std::optional<Machine> machine_with(const Gpu& gpu, int count) const;

 private:
  using Ways = std::vector<std::shared_ptr<const JobWay>>;

  /// Those that split the least first.
  [[nodiscard]] const Ways& ways(int count) const;
  [[nodiscard]] Ways ways_of(int count) const;
  [[nodiscard]] Ways ways_of_machines(int machines) const;
  [[nodiscard]] JobFit fit_of_equal(const UsableMemory& memory, int count) const;
  [[nodiscard]] JobFit fit_of_different(const Machine& machine) const;

  Network m_network;
  MemoryJob m_job;
  std::shared_ptr<const ModelFile> m_file;  // whose texts the network views
  std::optional<int> m_zero_stage;
  std::vector<GpuGroup> m_own;
  std::vector<HostMemory> m_hosts;     // whose memory may be bought
  mutable std::map<int, Ways> m_ways;  // by the number of GPUs
};

/// The most memory of cards that people have at home: larger models are run in other ways as well.
inline constexpr Gibibytes k_largest_card{32};

/// Whether no such card has room for what a language model writes for one user.
[[nodiscard]] bool is_beyond_cards(const WantedJob& job);

/// The job as whoever asks is told of it: a model with experts that is beyond cards, or that the asker has a card for,
/// may take memory of the host, bought where a desktop lacks it: few of its experts work at a time.
[[nodiscard]] WantedJob with_usual_memory(const WantedJob& job, const Catalog& catalog);

/// The id of the workload whose speeds such a job has. Running what writes no text and no images has the speeds of
/// training such networks, which is what is measured of them; images and video have those of FLUX and its kin.
/// Source: docs/inference.md#the-work-of-a-model.
[[nodiscard]] std::string_view workload_of(NetworkKind kind, MemoryTask task);

/// Whether a job is the work that rates of samples per second are measured of: training at the network's usual size; of
/// what makes images, running.
[[nodiscard]] bool is_as_timed(const WantedJob& job);

/// The workload of workload_of(), but for a network that makes images and tells the speed of a workload of its own,
/// that one. Null where the catalog has no such workload.
[[nodiscard]] const Workload* workload_for(const Network& network, MemoryTask task, const Catalog& catalog);

}  // namespace gpuadvisor
