#include "job_words.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "core/text.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "memory_words.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_engine_titles =
    std::to_array<std::string_view>({"PyTorch", "LitGPT", "a serving engine", "llama.cpp", "TensorFlow 1", "Unsloth"});
static_assert(k_engine_titles.size() == k_enum_names<Engine>.size());

constexpr auto k_optimizer_titles =
    std::to_array<std::string_view>({"SGD", "SGD with momentum", "Adam", "Adam with 8-bit states", "Adafactor"});
static_assert(k_optimizer_titles.size() == k_enum_names<Optimizer>.size());

constexpr auto k_arithmetic_titles =
    std::to_array<std::string_view>({"32 bits", "mixed precision (16 bits and a 32-bit copy)", "16 bits alone"});
static_assert(k_arithmetic_titles.size() == k_enum_names<Arithmetic>.size());

constexpr auto k_checkpointing_titles = std::to_array<std::string_view>(
    {"all activations kept", "activations kept but for attention scores (a fused kernel)",
     "inputs of layers kept, the rest computed again", "inputs of layers kept in RAM, the rest computed again"});
static_assert(k_checkpointing_titles.size() == k_enum_names<Checkpointing>.size());

constexpr auto k_kv_titles = std::to_array<std::string_view>({"16 bits", "8 bits", "4 bits"});
static_assert(k_kv_titles.size() == k_enum_names<KvFormat>.size());

template <class Titles, class E>
std::string_view title(const Titles& titles, E value) {
  return titles[static_cast<std::size_t>(value)];
}

std::string plural(std::int64_t number, std::string_view word) {
  return fmt::format("{} {}{}", counted(number), word, number == 1 ? "" : "s");
}

/// "in Q4_K_M"; what a file keeps has a title that says so.
std::string weights_words(const WeightFormat& format) {
  return format.id == "as-stored" ? std::string(format.title) : "in " + format_name(format);
}

/// Why weights have their format, where nobody asked for it: "Q4_K_M is the default for language models".
std::string format_reason(const Network& network, const MemoryJob& job) {
  const std::string format = weights_words(job.weights).substr(std::string_view("in ").size());
  switch (job.weights_from) {
    case WeightsFrom::published:
      return fmt::format("{} is how {} is published", format, network.name);
    case WeightsFrom::usual:
      if (network.kind != NetworkKind::decoder && network.kind != NetworkKind::diffusion) return {};
      return fmt::format("{} is the default for {}", format,
                         network.kind != NetworkKind::decoder ? "image models of this size"
                         : job.weights.id == "fp8"            ? "language models on servers"
                                                              : "language models");
    case WeightsFrom::asked:
    case WeightsFrom::file:
    case WeightsFrom::task:
      break;
  }
  return {};
}

/// The engine by whose speeds users are told theirs.
std::string_view served_by(Engine engine) { return engine == Engine::llama_cpp ? "llama.cpp" : "vLLM"; }

std::string adapters_text(const MemoryJob& job) {
  constexpr auto k_targets =
      std::to_array<std::string_view>({"queries and values", "all matrices of attention", "all matrices of a layer",
                                       "all matrices of a layer and its experts"});
  return fmt::format("adapters of rank {} for {}", job.adapter_rank, title(k_targets, job.adapter_targets));
}

}  // namespace

std::string format_name(const WeightFormat& format) {
  if (format.id == "fp16") return "16 bits";
  if (format.id == "fp32") return "32 bits";
  if (format.id == "fp8") return "FP8";
  std::string_view name = format.title;
  constexpr std::string_view k_gguf = "GGUF ";
  if (name.starts_with(k_gguf)) name.remove_prefix(k_gguf.size());
  name = name.substr(0, name.find_first_of(",("));
  while (name.ends_with(' ')) name.remove_suffix(1);
  return std::string(name);
}

std::string job_subject(const Network& network, const MemoryJob& job) {
  switch (job.task) {
    case MemoryTask::run:
      return fmt::format("{} {}", network.name, weights_words(job.weights));
    case MemoryTask::train:
      return fmt::format("Training {}", network.name);
    case MemoryTask::lora:
      return fmt::format("LoRA training of {} {}", network.name, weights_words(job.weights));
    case MemoryTask::qlora:
      return fmt::format("QLoRA training of {} {}", network.name, weights_words(job.weights));
  }
  return std::string(network.name);
}

std::string job_size(const Network& network, const MemoryJob& job) {
  if (job.queues) {
    return fmt::format("by {} for {}, prompts of {} and answers of {} tokens", served_by(job.engine),
                       plural(job.batch, "user"), counted(prompt_of(job)), counted(job.tokens - prompt_of(job)));
  }
  if (job.tokens > 0 && job.batch == 1 && job.task == MemoryTask::run && network.kind == NetworkKind::decoder) {
    return fmt::format("with {} of context", plural(job.tokens, "token"));
  }
  if (job.tokens > 0 && network.input.empty()) {
    return fmt::format("with {} of {}", plural(job.batch, "sequence"), plural(job.tokens, "token"));
  }
  const auto image = job.image ? job.image : input_size(network);
  const auto frames = job.frames ? job.frames : input_frames(network);
  if (network.kind == NetworkKind::diffusion && job.task == MemoryTask::run && image) {
    const std::string size = fmt::format("{}x{}", image->width, image->height);
    const std::string_view each = frames ? "video" : "image";
    const std::string length = frames ? fmt::format(" and {}", plural(*frames, "frame")) : "";
    if (job.batch == 1) return fmt::format("for one {} of {}{}", each, size, length);
    return fmt::format("for {} of {}{} at a time", plural(job.batch, each), size, length);
  }
  const std::string asked = job.image ? fmt::format(" of {}x{} pixels", job.image->width, job.image->height) : "";
  return job.batch == 1 ? fmt::format("with one sample at a time{}", asked)
                        : fmt::format("with a batch of {}{}", counted(job.batch), asked);
}

std::string_view engine_title(const MemoryJob& job) {
  return job.weights.id.starts_with("mlx-") ? "MLX" : title(k_engine_titles, job.engine);
}

std::string layout_words(const Network& network, const MemoryJob& job) {
  if (job.gpus == 1) return {};
  if (job.task == MemoryTask::run) {
    if (!splits_by_layers(network)) return {};
    return job.engine == Engine::server ? "every layer split over the GPUs (tensor parallel)"
                                        : "layers split over the GPUs, which take turns";
  }
  constexpr auto k_split = std::to_array<std::string_view>(
      {"", "optimizer states", "gradients and optimizer states", "weights, gradients and optimizer states"});
  if (job.zero_stage == 0) return "a copy on each GPU (data parallel)";
  const bool adapts = job.task != MemoryTask::train;
  return fmt::format("{} split over the GPUs (ZeRO {}{})", adapts ? "weights" : title(k_split, job.zero_stage),
                     job.zero_stage, job.zero_stage == 3 ? ", FSDP" : "");
}

std::string job_title(const Network& network, const MemoryJob& job) {
  return fmt::format("{} {}", job_subject(network, job), job_size(network, job));
}

std::string job_sentence(const Network& network, const MemoryJob& job) {
  std::vector<std::string> items;
  items.push_back(fmt::format("batch {}", counted(job.batch)));
  if (job.task == MemoryTask::run) {
    if (network.kind == NetworkKind::decoder || network.kind == NetworkKind::encoder_decoder) {
      items.push_back(fmt::format("keys and values in {}", title(k_kv_titles, job.kv)));
    }
    if (job.offloads_parts) items.emplace_back("one part of the model on the GPU at a time");
    if (job.decoder_in_tiles)
      items.emplace_back(network.use == NetworkUse::video ? "a few frames decoded at a time" : "decoded in tiles");
  } else {
    items.emplace_back(title(k_arithmetic_titles, job.arithmetic));
    items.emplace_back(title(k_optimizer_titles, job.optimizer));
    items.emplace_back(title(k_checkpointing_titles, job.checkpointing));
    if (job.eager_attention) items.emplace_back("eager attention");
    if (job.task != MemoryTask::train) items.push_back(adapters_text(job));
    if (job.loss_in_chunks) items.emplace_back("the loss in chunks");
    if (job.offloads_optimizer) items.emplace_back("optimizer states in RAM");
    if (job.gpus > 1) items.push_back(fmt::format("ZeRO stage {}", job.zero_stage));
  }
  const std::string reason = format_reason(network, job);
  const bool reserves = job.task == MemoryTask::run && job.engine == Engine::server && engine_title(job) != "MLX";
  return fmt::format("{} with {}: {}.{}{}", job.task == MemoryTask::run ? "Running" : "Training", engine_title(job),
                     joined(std::vector<std::string_view>(items.begin(), items.end()), ", "),
                     reason.empty() ? "" : fmt::format(" {}; choose another with --quant.", reason),
                     reserves ? " vLLM reserves most of each GPU in advance (--gpu-memory-utilization)." : "");
}

std::vector<Warning> job_warnings(const Network& network, const MemoryJob& job) {
  std::vector<Warning> warnings;
  if (network.context && job.tokens > *network.context) {
    warnings.push_back({"beyond-context", fmt::format("It was made for {} tokens", counted(*network.context))});
  }
  if (!network.shape_from.empty()) {
    warnings.push_back(
        {"assumed-shape", fmt::format("Its layers are not known: those of {}, the nearest in size, are assumed, so all "
                                      "but the weights is rough. A config.json would help",
                                      network.shape_from)});
  }
  std::string_view note = network.note;
  while (note.ends_with('.')) note.remove_suffix(1);
  if (!note.empty()) warnings.push_back({"network-note", fmt::format("Of the model: {}", note)});
  return warnings;
}

}  // namespace gpuadvisor
