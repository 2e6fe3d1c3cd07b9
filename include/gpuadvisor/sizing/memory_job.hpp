#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/sizing/host_memory.hpp"
#include "gpuadvisor/sizing/usual_weights.hpp"
#include "gpuadvisor/sizing/weight_format.hpp"

namespace gpuadvisor {

/// What is done with a network: running it, training all of it, or training adapters (low-rank matrices) beside
/// weights that stay as they are, in 16 bits (LoRA) or quantised (QLoRA).
enum class MemoryTask : unsigned char { run, train, lora, qlora };

template <>
inline constexpr auto k_enum_names<MemoryTask> = std::to_array<std::string_view>({"run", "train", "lora", "qlora"});

/// The arithmetic of training: all in 32 bits; 16 bits with a 32-bit copy of the weights; all in 16 bits.
enum class Arithmetic : unsigned char { fp32, mixed, pure_16_bit };

template <>
inline constexpr auto k_enum_names<Arithmetic> = std::to_array<std::string_view>({"fp32", "mixed", "bf16"});

/// How keys and values are kept: 16, 8 or 4 bits each, and the scales of blocks.
enum class KvFormat : unsigned char { bits_16, bits_8, bits_4 };

template <>
inline constexpr auto k_enum_names<KvFormat> = std::to_array<std::string_view>({"16-bit", "8-bit", "4-bit"});

/// What an optimizer keeps per parameter besides weight and gradient: nothing, one value, two, two of 8 bits, sums of
/// rows and columns.
enum class Optimizer : unsigned char { sgd, momentum, adam, adam_8bit, adafactor };

template <>
inline constexpr auto k_enum_names<Optimizer> = std::to_array<std::string_view>({"sgd", "momentum", "adam", "adam-8bit",
                                                                                 "adafactor"});

/// What is kept between forward and backward pass: all; all but attention scores (selective recomputation); the inputs
/// of layers only; these in the host's memory. Fused attention never writes scores, so `none` keeps them only where
/// attention is eager.
enum class Checkpointing : unsigned char { none, selective, full, offloaded };

template <>
inline constexpr auto k_enum_names<Checkpointing> = std::to_array<std::string_view>({"none", "selective", "full",
                                                                                     "offloaded"});

/// The software, as far as it matters to memory (docs/memory.md#software).
enum class Engine : unsigned char { pytorch, litgpt, server, llama_cpp, tensorflow_1, unsloth };

template <>
inline constexpr auto k_enum_names<Engine> = std::to_array<std::string_view>({"pytorch", "litgpt", "server",
                                                                              "llama-cpp", "tensorflow-1", "unsloth"});

/// Which matrices have adapters: those of queries and values, all of attention, all of a layer but its experts (which
/// Transformers 5 keeps as one tensor), or these too.
enum class AdapterTargets : unsigned char { query_value, attention, all_linear, experts };

template <>
inline constexpr auto k_enum_names<AdapterTargets> = std::to_array<std::string_view>({"query-value", "attention",
                                                                                      "all-linear", "experts"});

/// An image in pixels.
struct ImageSize {
  int width = 0;
  int height = 0;

  friend bool operator==(const ImageSize&, const ImageSize&) = default;
};

/// What is to be held in memory, for one network. Counts are positive; `default_job` fills in what a task implies.
struct MemoryJob {
  MemoryTask task = MemoryTask::run;
  int batch = 1;                           // sequences or samples at a time on each card (running: on all cards)
  int tokens = 0;                          // of each sequence, read and written; 0 where samples are no sequences
  int prompt_tokens = 0;                   // of `tokens`, those that are read; 0: half of them
  bool queues = false;                     // sequences are requests of users: who finds no room waits for it
  std::optional<ImageSize> image;          // absent: the network's own input
  std::optional<int> frames;               // of a video; absent: as many as its own
  WeightFormat weights = format_16_bit();  // of weights that are not trained
  WeightsFrom weights_from = WeightsFrom::task;
  KvFormat kv = KvFormat::bits_16;
  Arithmetic arithmetic = Arithmetic::mixed;
  Optimizer optimizer = Optimizer::adam;
  Checkpointing checkpointing = Checkpointing::selective;
  bool eager_attention = false;  // its scores are written, as before PyTorch 2 (2023) or by request
  Engine engine = Engine::pytorch;
  bool engine_is_stated = false;    // else the interval reaches over the engines of the network's time
  bool loss_in_chunks = false;      // logits are never held whole (chunked or fused cross-entropy)
  int gpus = 1;                     // running: layers are split over them; training: each has its own samples
  int layers_here = 0;              // on the card, where cards hold different numbers of them; 0: equal ones
  int zero_stage = 0;               // 0 to 3: optimizer states, gradients, weights are split over the cards
  bool offloads_optimizer = false;  // master copy and optimizer states are kept in the host's memory
  bool offloads_parts = false;      // of a network of parts only those that work are on the card
  bool decoder_in_tiles = false;    // an image decoder works on one piece of a picture at a time
  std::optional<HostMemory> host;   // that may hold what the cards have no room for; absent: not asked
  int layers_on_host = 0;           // layers of a decoder whose experts, or that as a whole, it holds; of a denoiser
  int adapter_rank = 16;
  AdapterTargets adapter_targets = AdapterTargets::all_linear;
  bool batch_is_stated = false;  // else the speed of training is that of as many as fill a GPU and fit
};

/// A job with what is usual for the task and the kind of network (docs/memory.md#defaults): tokens as default_tokens,
/// 16-bit weights, NF4 for qlora; decoders run by a server; full checkpointing for lora and qlora; none and eager
/// attention for networks that are no decoders.
[[nodiscard]] MemoryJob default_job(const Network& network, MemoryTask task);

/// Makes it a job of this engine, with what it does unless told otherwise. Unsloth: NF4 with double quantisation, Adam
/// with 8-bit states, inputs of layers in the host's memory, no logits (docs/memory.md#software).
void take_engine(MemoryJob& job, Engine engine);

/// Tokens of a sequence that are read before the first is written.
[[nodiscard]] inline int prompt_of(const MemoryJob& job) {
  return job.prompt_tokens > 0 ? job.prompt_tokens : job.tokens / 2;
}

/// Whether parts of a network that are idle can be kept in the host's memory, and are not yet: those of one that makes
/// images, while it runs.
[[nodiscard]] bool can_offload_parts(const Network& network, const MemoryJob& job);

/// Tokens of a sequence where nobody says: 4096 for running and 2048 for training, or what the network was made for
/// where that is less; 0 for networks whose samples are no sequences.
[[nodiscard]] int default_tokens(const Network& network, MemoryTask task);

}  // namespace gpuadvisor
