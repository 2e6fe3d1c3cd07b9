#include "gpuadvisor/advice/wanted_job.hpp"
#include "gpuadvisor/catalog/token_work.hpp"

#include <algorithm>
#include <utility>

#include "gpuadvisor/scoring/familiar_rate.hpp"
#include "sizing/layer_spread.hpp"

namespace gpuadvisor {
namespace {

constexpr int k_most_stages = 3;

std::shared_ptr<const JobWay> way_of(const Network& network, const MemoryJob& job) {
  return std::make_shared<const JobWay>(JobWay{job, memory_need(network, job)});
}

}  // namespace

WantedJob::WantedJob(const Network& network, const MemoryJob& job, std::shared_ptr<const ModelFile> file,
                     std::optional<int> zero_stage, std::vector<OwnGpus> own)
    : m_network(network), m_job(job), m_file(std::move(file)), m_zero_stage(zero_stage), m_own(std::move(own)) {
  for (int count = 1; count <= k_most_gpus; ++count) {
    Ways& ways = m_by_count[static_cast<std::size_t>(count - 1)];
    const bool trains = job.task != MemoryTask::run && count > 1;
    const int most = job.task == MemoryTask::train ? k_most_stages : 0;  // adapters have little to split
    const int from = trains ? zero_stage.value_or(0) : 0;
    const int to = trains ? zero_stage.value_or(most) : 0;
    for (int stage = from; stage <= to; ++stage) {
      MemoryJob way = job;
      way.gpus = count;
      way.zero_stage = stage;
      ways.push_back(way_of(m_network, way));
      if (!can_offload_parts(m_network, way)) continue;
      way.offloads_parts = true;
      ways.push_back(way_of(m_network, way));
    }
  }
  if (takes_turns()) add_machines();
}

void WantedJob::add_machines() {
  for (int machines = 2; machines <= k_most_machines; ++machines) {
    MemoryJob part = m_job;
    part.gpus = k_most_gpus;
    part.batch = (m_job.batch + machines - 1) / machines;
    MemoryJob shared = m_job;
    shared.gpus = machines * k_most_gpus;
    m_by_machines[static_cast<std::size_t>(machines - 1)] = {way_of(m_network, part), way_of(m_network, shared)};
  }
}

const WantedJob::Ways& WantedJob::ways(int count) const {
  return count > k_most_gpus ? m_by_machines[static_cast<std::size_t>(count / k_most_gpus - 1)]
                             : m_by_count[static_cast<std::size_t>(count - 1)];
}

std::vector<Gigabytes> WantedJob::own_memory() const {
  std::vector<Gigabytes> usable;
  for (const OwnGpus& own : m_own) {
    const auto memory = usable_memory(*own.gpu);
    usable.insert(usable.end(), static_cast<std::size_t>(own.count), memory ? memory->usable : Gigabytes{});
  }
  return usable;
}

OwnFit WantedJob::fit_of_own() const {
  LayerSpread spread = LayerSizes(m_network, m_job).spread(own_memory());
  return {spread.verdict, std::move(spread.layers)};
}

JobFit WantedJob::beside_own(int count, const UsableMemory& memory) const {
  std::vector<Gigabytes> usable = own_memory();
  usable.insert(usable.end(), static_cast<std::size_t>(count), memory.usable);
  LayerSpread spread = LayerSizes(m_network, m_job).spread(usable);
  MemoryJob job = m_job;
  job.gpus = static_cast<int>(usable.size());
  job.layers_here = spread.layers.back();
  return {way_of(m_network, job), memory, spread.verdict, std::move(spread.layers)};
}

std::optional<JobFit> WantedJob::fit(const Gpu& gpu, int count) const {
  const auto memory = usable_memory(gpu);
  if (!memory) return std::nullopt;
  if (!m_own.empty()) return beside_own(count, *memory);
  const bool runs = m_job.task == MemoryTask::run;
  JobFit best;
  for (const auto& way : ways(count)) {
    const bool is_without_host = memory->is_shared && !m_job.offloads_parts;
    if (is_without_host && way->job.offloads_parts) continue;
    const bool has_room = way->need.total <= memory->usable;
    const FitVerdict verdict = has_room ? fit_verdict(way->need, memory->usable) : FitVerdict::does_not_fit;
    // What does not fit needs the least change from the way that needs the least.
    const bool is_nearer = runs && !has_room && best.way && way->need.total < best.way->need.total;
    if (!best.way || verdict < best.verdict || is_nearer) best = {way, *memory, verdict, {}};
    if (runs && has_room) break;  // what is left idle in the host's memory takes time
  }
  if (best.verdict != FitVerdict::does_not_fit || !m_job.host) return best;
  auto found = in_host_memory(m_network, best.way->job, *memory);
  if (!found || found->need.total > memory->usable) return best;
  return JobFit{
      std::make_shared<const JobWay>(JobWay{found->job, std::move(found->need)}), *memory, found->verdict, {}};
}

std::string_view workload_of(NetworkKind kind, MemoryTask task) {
  const bool runs = task == MemoryTask::run;
  const bool adapts = task == MemoryTask::lora || task == MemoryTask::qlora;
  switch (kind) {
    case NetworkKind::decoder:
      return runs ? "llm-inference" : adapts ? k_fine_tuning_workload : "transformer";
    case NetworkKind::diffusion:
      return runs ? "image-generation" : "general";
    case NetworkKind::convolutional:
      return "cnn";
    case NetworkKind::recurrent:
      return "rnn";
    case NetworkKind::encoder:
    case NetworkKind::encoder_decoder:
      break;
  }
  return "transformer";
}

bool is_as_timed(const WantedJob& job) {
  const MemoryJob& asked = job.job();
  const bool makes_images = job.network().kind == NetworkKind::diffusion;
  return asked.task == (makes_images ? MemoryTask::run : MemoryTask::train) && !asked.image &&
         asked.tokens == default_tokens(job.network(), asked.task);
}

const Workload* workload_for(const Network& network, MemoryTask task, const Catalog& catalog) {
  const bool makes_images = network.kind == NetworkKind::diffusion && task == MemoryTask::run;
  for (const Workload& workload : catalog.records<Workload>()) {
    if (makes_images && tells_speed(network, workload)) return &workload;
  }
  return catalog.workload(workload_of(network.kind, task));
}

}  // namespace gpuadvisor
