#include "gpuadvisor/advice/wanted_job.hpp"
#include "gpuadvisor/catalog/token_work.hpp"

#include <algorithm>
#include <utility>

#include "gpuadvisor/scoring/reference_throughput.hpp"
#include "sizing/layer_spread.hpp"

namespace gpuadvisor {
namespace {

/// ZeRO stages that are tried; what makes pictures is whole on each GPU, as its trainers have it. Adapters have so
/// little of their own that only the weights beside them are worth splitting.
std::vector<int> stages(NetworkKind kind, const MemoryJob& job, int count, std::optional<int> stated) {
  if (job.task == MemoryTask::run || count == 1 || kind == NetworkKind::diffusion) return {0};
  if (stated) return {*stated};
  return job.task == MemoryTask::train ? std::vector{0, 1, 2, 3} : std::vector{0, 3};
}

/// One request on all GPUs: others may wait for it.
MemoryJob one_of_queue(MemoryJob job, int count) {
  job.gpus = count;
  job.batch = 1;
  return job;
}

std::shared_ptr<const JobWay> way_of(const Network& network, const MemoryJob& job) {
  return std::make_shared<const JobWay>(JobWay{job, memory_need(network, job)});
}

}  // namespace

WantedJob::WantedJob(const Network& network, const MemoryJob& job, std::shared_ptr<const ModelFile> file,
                     std::optional<int> zero_stage, std::vector<GpuGroup> own)
    : m_network(network), m_job(job), m_file(std::move(file)), m_zero_stage(zero_stage), m_own(std::move(own)) {}

WantedJob WantedJob::with_memory_of(std::vector<HostMemory> hosts) const {
  WantedJob changed = *this;
  if (!m_job.host) changed.m_hosts = std::move(hosts);
  return changed;
}

WantedJob WantedJob::with_job(const MemoryJob& job) const {
  WantedJob changed(m_network, job, m_file, m_zero_stage, m_own);
  changed.m_hosts = m_hosts;
  return changed;
}

WantedJob::Ways WantedJob::ways_of(int count) const {
  const bool is_of_machines = count > k_most_gpus && count % k_most_gpus == 0;
  if (takes_turns() && is_of_machines && !m_job.queues) return ways_of_machines(count / k_most_gpus);
  if (m_job.queues) return {way_of(m_network, one_of_queue(m_job, count))};
  Ways found;
  for (const int stage : stages(m_network.kind, m_job, count, m_zero_stage)) {
    MemoryJob way = m_job;
    way.gpus = count;
    way.zero_stage = stage;
    found.push_back(way_of(m_network, way));
    if (!can_offload_parts(m_network, way)) continue;
    way.offloads_parts = true;
    found.push_back(way_of(m_network, way));
  }
  return found;
}

WantedJob::Ways WantedJob::ways_of_machines(int machines) const {
  MemoryJob part = m_job;
  part.gpus = k_most_gpus;
  part.batch = (m_job.batch + machines - 1) / machines;
  MemoryJob shared = m_job;
  shared.gpus = machines * k_most_gpus;
  return {way_of(m_network, part), way_of(m_network, shared)};
}

const WantedJob::Ways& WantedJob::ways(int count) const {
  const auto [at, is_new] = m_ways.try_emplace(count);
  if (is_new) at->second = ways_of(count);
  return at->second;
}

JobFit WantedJob::fit(const Machine& machine) const {
  return machine.is_mixed() ? fit_of_different(machine) : fit_of_equal(machine.memory, machine.count);
}

std::optional<Machine> WantedJob::machine_with(const Gpu& gpu, int count) const {
  std::vector<GpuGroup> all = m_own;
  all.push_back({&gpu, count});
  return machine_of(all);
}

std::optional<JobFit> WantedJob::fit(const Gpu& gpu, int count) const {
  const auto machine = machine_with(gpu, count);
  return machine ? std::optional(fit(*machine)) : std::nullopt;
}

JobFit WantedJob::fit_of_different(const Machine& machine) const {
  MemoryJob job = m_job;
  if (!m_hosts.empty()) job.host = m_hosts.back();  // the largest; the smallest that is enough is told below
  LayerSpread spread = spread_over(m_network, job, machine.usable(), !machine.memory.is_shared);
  job.gpus = machine.count;
  job.layers_here = spread.layers.back();
  job.layers_on_host = spread.layers_on_host;
  const bool buys_memory = !m_job.host && job.layers_on_host > 0;
  if (!m_job.host && !buys_memory) job.host.reset();
  if (buys_memory) {
    const Gigabytes needed = host_need(m_network, job);
    job.host = *std::find_if(m_hosts.begin(), m_hosts.end() - 1,
                             [&](const HostMemory& host) { return gpuadvisor::usable(host) >= needed; });
    job.host->size = memory_size_for(needed).value_or(job.host->size);
  }
  return {way_of(m_network, job), *usable_memory(*machine.kinds.back().gpu), spread.verdict, std::move(spread.layers),
          buys_memory};
}

JobFit WantedJob::fit_of_equal(const UsableMemory& memory, int count) const {
  const bool runs = m_job.task == MemoryTask::run;
  JobFit best;
  for (const auto& way : ways(count)) {
    const bool is_without_host = memory.is_shared && !m_job.offloads_parts;
    if (is_without_host && way->job.offloads_parts) continue;
    const FitVerdict verdict = fit_verdict(way->need, memory.usable);
    const bool has_room = verdict != FitVerdict::does_not_fit;
    // What does not fit needs the least change from the way that needs the least.
    const bool is_nearer = !has_room && best.way && way->need.total < best.way->need.total;
    if (!best.way || verdict < best.verdict || is_nearer) best = {way, memory, verdict, {}};
    if (runs && has_room) break;  // what is left idle in the host's memory takes time
  }
  if (best.verdict != FitVerdict::does_not_fit) return best;
  const bool has_host = m_job.host || m_network.kind == NetworkKind::diffusion;
  auto found = has_host ? in_host_memory(m_network, best.way->job, memory)
                        : in_bought_memory(m_network, best.way->job, memory, m_hosts);
  if (!found) return best;
  const bool buys_memory = !has_host;
  auto way = std::make_shared<const JobWay>(JobWay{found->job, std::move(found->need)});
  return {std::move(way), memory, found->verdict, {}, buys_memory};
}

bool is_beyond_cards(const WantedJob& job) {
  return job.takes_turns() && job.job().batch == 1 && job.need().total > usable_memory(k_largest_card).usable;
}

WantedJob with_usual_memory(const WantedJob& job, const Catalog& catalog) {
  const bool runs_for_one = job.takes_turns() && job.job().batch == 1;
  const bool takes_it = job.network().experts && runs_for_one && (is_beyond_cards(job) || !job.own().empty());
  return takes_it ? job.with_memory_of(memory_to_buy(catalog)) : job;
}

std::string_view workload_of(NetworkKind kind, MemoryTask task) {
  const bool runs = task == MemoryTask::run;
  const bool adapts = task == MemoryTask::lora || task == MemoryTask::qlora;
  switch (kind) {
    case NetworkKind::decoder:
      return runs ? "llm-inference" : adapts ? k_fine_tuning_workload : "transformer";
    case NetworkKind::diffusion:
      return runs ? "image-generation-flux" : "general";
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
