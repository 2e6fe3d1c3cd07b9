#include "gpuadvisor/advice/wanted_job.hpp"

#include <utility>

namespace gpuadvisor {
namespace {

constexpr int k_most_stages = 3;

}  // namespace

WantedJob::WantedJob(const Network& network, const MemoryJob& job, std::shared_ptr<const ModelFile> file,
                     std::optional<int> zero_stage)
    : m_network(network), m_job(job), m_file(std::move(file)), m_zero_stage(zero_stage) {
  for (int count = 1; count <= k_most_gpus; ++count) {
    std::vector<Way>& ways = m_by_count[static_cast<std::size_t>(count - 1)];
    const bool trains = job.task != MemoryTask::run && count > 1;
    const int most = job.task == MemoryTask::train ? k_most_stages : 0;  // adapters have little to split
    const int from = trains ? zero_stage.value_or(0) : 0;
    const int to = trains ? zero_stage.value_or(most) : 0;
    for (int stage = from; stage <= to; ++stage) {
      MemoryJob way = job;
      way.gpus = count;
      way.zero_stage = stage;
      ways.push_back({way, memory_need(m_network, way)});
      if (!can_offload_parts(m_network, way)) continue;
      way.offloads_parts = true;
      ways.push_back({way, memory_need(m_network, way)});
    }
  }
}

std::optional<JobFit> WantedJob::fit(const Gpu& gpu, int count) const {
  const auto memory = usable_memory(gpu);
  if (!memory) return std::nullopt;
  const bool runs = m_job.task == MemoryTask::run;
  JobFit best;
  for (const Way& way : m_by_count[static_cast<std::size_t>(count - 1)]) {
    const bool has_room = way.need.total <= memory->usable;
    const FitVerdict verdict = has_room ? fit_verdict(way.need, memory->usable) : FitVerdict::does_not_fit;
    // What does not fit needs the least change from the way that needs the least.
    const bool is_nearer = runs && !has_room && best.job != nullptr && way.need.total < best.need->total;
    if (best.job == nullptr || verdict < best.verdict || is_nearer) best = {&way.job, &way.need, *memory, verdict};
    if (runs && has_room) break;  // what is left idle in the host's memory takes time
  }
  return best;
}

std::string_view workload_of(NetworkKind kind, MemoryTask task) {
  const bool runs = task == MemoryTask::run;
  const bool adapts = task == MemoryTask::lora || task == MemoryTask::qlora;
  switch (kind) {
    case NetworkKind::decoder:
      return runs ? "llm-inference" : adapts ? "llm-finetuning" : "transformer";
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

}  // namespace gpuadvisor
