#include "gpuadvisor/sizing/memory_job.hpp"

#include <algorithm>

namespace gpuadvisor {
namespace {

// Longer sequences are for those who ask: what networks are made for is up to millions of tokens.
constexpr int k_usual_tokens_run = 4096;
constexpr int k_usual_tokens_trained = 2048;
constexpr int k_usual_steps = 50;  // of a recurrent network: a sentence, as GNMT is trained

}  // namespace

int default_tokens(const Network& network, MemoryTask task) {
  const int usual = task == MemoryTask::run ? k_usual_tokens_run : k_usual_tokens_trained;
  switch (network.kind) {
    case NetworkKind::decoder:
    case NetworkKind::encoder_decoder:
      return std::min(usual, network.context.value_or(usual));
    case NetworkKind::encoder:
      return network.context.value_or(network.positions.value_or(0));
    case NetworkKind::recurrent:
      return network.context.value_or(k_usual_steps);
    case NetworkKind::convolutional:
    case NetworkKind::diffusion:
      break;
  }
  return 0;
}

bool can_offload_parts(const Network& network, const MemoryJob& job) {
  return !network.parts.empty() && network.kind == NetworkKind::diffusion && job.task == MemoryTask::run &&
         !job.offloads_parts;
}

MemoryJob default_job(const Network& network, MemoryTask task) {
  MemoryJob job;
  job.task = task;
  job.tokens = default_tokens(network, task);
  if (task == MemoryTask::run && network.kind == NetworkKind::decoder) job.engine = Engine::server;
  job.decoder_in_tiles = task == MemoryTask::run && network.use == NetworkUse::video;
  if (task == MemoryTask::qlora) job.weights = format_nf4();
  const bool adapts = task == MemoryTask::lora || task == MemoryTask::qlora;
  if (adapts) job.checkpointing = Checkpointing::full;
  if (!adapts && network.kind != NetworkKind::decoder) {
    job.checkpointing = Checkpointing::none;
    job.eager_attention = true;
  }
  return job;
}

void take_engine(MemoryJob& job, Engine engine) {
  job.engine = engine;
  job.engine_is_stated = true;
  if (engine != Engine::unsloth || job.task == MemoryTask::run) return;
  if (job.task == MemoryTask::qlora) job.weights = format_nf4_dq();
  job.optimizer = Optimizer::adam_8bit;
  job.checkpointing = Checkpointing::offloaded;
  job.loss_in_chunks = true;
}

}  // namespace gpuadvisor
