#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/catalog/measurement.hpp"
#include "gpuadvisor/catalog/serving_work.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/scoring/serving_constants.hpp"

namespace gpuadvisor {

/// How equal GPUs share a model: `tensors` of them hold a part of each layer, as many `stages` of such groups hold
/// layers in turn, and `replicas` of all that serve users of their own.
struct ServingLayout {
  int tensors = 1;  // 1, 2, 4, 8: within a machine
  int stages = 1;
  int replicas = 1;

  [[nodiscard]] int gpus() const { return tensors * stages * replicas; }
  friend bool operator==(const ServingLayout&, const ServingLayout&) = default;
};

struct ServingLoad {
  int users = 1;  // requests that are asked for at a time, of all replicas together; >= 1
  ServingEngine engine = ServingEngine::vllm;
  std::optional<Watts> power_limit = std::nullopt;  // of each board; absent: its own power
};

/// Seconds of a step in which each sequence in flight is given one token.
struct StepSeconds {
  double reading = 0;    // weights, and keys and values
  double computing = 0;  // the token of each
  double prompts = 0;    // those of requests that begin meanwhile
  double overhead = 0;   // of the engine
  double links = 0;      // between GPUs

  [[nodiscard]] double total() const { return reading + computing + prompts + overhead + links; }
};

/// What a higher rate would need most.
enum class ServingLimit : unsigned char { memory_room, bandwidth, compute, prompts, overhead, links };

template <>
inline constexpr auto k_enum_names<ServingLimit> =
    std::to_array<std::string_view>({"memory-room", "bandwidth", "compute", "prompts", "overhead", "links"});

/// Tokens that are written per second. The interval holds four in five measurements.
struct ServingRate {
  double together = 0;  // by all GPUs for all users
  double low = 0;
  double high = 0;
  double each_user = 0;               // of those that ask; where not all have room, with the time that they wait
  double seconds_to_first_token = 0;  // with the wait for room
  int in_flight = 1;                  // sequences that are worked at, of all replicas
  StepSeconds step;
  ServingLimit limit = ServingLimit::bandwidth;
  ServingLayout layout;
  bool is_of_unmeasured = false;  // no more than one source measured such GPUs, or nobody such a model
};

/// The engine of a framework in the words of datasets; nothing of those that are not fitted.
[[nodiscard]] std::optional<ServingEngine> serving_engine(std::string_view framework);
/// How so many GPUs shared a model of which they had `copies` when that was measured; see split_of().
[[nodiscard]] ServingLayout measured_layout(const Measurement& row, int copies);
[[nodiscard]] KernelFamily kernel_family(const Gpu& gpu);
/// What joins such GPUs as they are sold: modules by NVLink or Infinity Fabric, cards by PCIe (a bridge is no part).
[[nodiscard]] GpuLink gpu_link(const Gpu& gpu);
/// The part of its 16-bit peak that dense matrix products reach; see FamilyRates.
[[nodiscard]] double matrix_share(const Gpu& gpu, std::optional<Watts> power_limit = std::nullopt,
                                  const ServingConstants& constants = k_serving_constants);
/// Sequences for whose keys and values a replica has room; 0 where it has none for the weights.
[[nodiscard]] int sequences_with_room(const Gpu& gpu, const ServingWork& work, const ServingLayout& layout,
                                      const ServingConstants& constants = k_serving_constants);

/// Tokens per second in the steady state, where each user asks again once answered. With n sequences in flight on a
/// replica, prompts of P and answers of A tokens, t of the tensor-parallel GPUs:
///
///   reading   = (always read + experts * (1 - (1 - used by a token) ^ (0.75 n)) + n * cache) / (t * bandwidth * share)
///   computing = n * operations a token / (t * peak of the format * share)
///   prompts   = n * P / A * (operations a prompt token / (t * peak * share) + reading of all weights / 4096)
///   overhead  = engine + layers * (engine, experts) + n * engine
///   links     = 2 * layers * (latency + n * (1 + P / A) * hidden * 4 B * (t - 1) / t / rate), t > 1
///   together  = replicas * n / (reading + computing + prompts + overhead + links)
///
/// Nothing where memory, bandwidth or arithmetic of the GPU is not known, or there is no room for the weights and one
/// sequence. Not for speculative decoding, prompts that a cache has, or prompts read by other GPUs than those that
/// write.
[[nodiscard]] std::optional<ServingRate> serving_rate(const Gpu& gpu, const ServingWork& work, const ServingLoad& load,
                                                      const ServingLayout& layout,
                                                      const ServingConstants& constants = k_serving_constants);

/// The layout of `count` GPUs that writes most: tensors of 1, 2, 4 or 8 (llama.cpp: 1), the fewest stages that have
/// room, the rest replicas. A copy stands in one machine of eight, of modules in two at most. GPUs that are left over
/// idle. Nothing where no layout has room.
[[nodiscard]] std::optional<ServingRate> best_serving_rate(const Gpu& gpu, int count, const ServingWork& work,
                                                           const ServingLoad& load,
                                                           const ServingConstants& constants = k_serving_constants);

}  // namespace gpuadvisor
