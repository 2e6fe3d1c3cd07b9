#include "memory_limits.hpp"

#include <algorithm>

#include "gpuadvisor/sizing/network_shape.hpp"

namespace gpuadvisor {
namespace {

/// The largest count of 1 to `most` that fits, where whatever is less fits too; 0 when not even 1 does.
template <class Fits>
int largest(int most, Fits fits) {
  if (!fits(1)) return 0;
  int low = 1;
  int high = most;
  while (low < high) {
    const int middle = low + (high - low + 1) / 2;
    if (fits(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

FittedJob fitted(const Network& network, const MemoryJob& job, Gigabytes usable) {
  MemoryNeed need = memory_need(network, job);
  const FitVerdict verdict = fit_verdict(need, usable);
  return {job, std::move(need), verdict};
}

/// With as few layers as it takes: those that make it fit, or at least tightly.
std::optional<FittedJob> with_layers_on_host(const Network& network, const MemoryJob& job, Gigabytes usable_on_card) {
  const int movable = movable_layers(network);
  const auto moved = [&](int layers) {
    MemoryJob tried = job;
    tried.layers_on_host = layers;
    return fitted(network, tried, usable_on_card);
  };
  const auto stay = [&](FitVerdict wanted) {
    return largest(movable, [&](int kept) { return moved(movable - kept).verdict <= wanted; });
  };
  FittedJob all = moved(movable);
  if (movable == 0 || all.verdict == FitVerdict::does_not_fit) return std::nullopt;
  const int kept = all.verdict == FitVerdict::fits ? stay(FitVerdict::fits) : 0;
  FittedJob found = kept > 0 ? moved(movable - kept) : std::move(all);
  const bool has_room = !job.host || host_need(network, found.job) <= usable(*job.host);
  return has_room ? std::optional(std::move(found)) : std::nullopt;
}

/// In the order in which programs do so: only those parts on the card that work, the decoder on one piece at a time,
/// and blocks of the denoiser read from the host's memory as they are used.
std::optional<FittedJob> in_turns(const Network& network, const MemoryJob& job, const UsableMemory& memory) {
  MemoryJob tried = job;
  const auto fits = [&]() { return fitted(network, tried, memory.usable); };
  if (!memory.is_shared && can_offload_parts(network, job)) {
    tried.offloads_parts = true;
    if (FittedJob found = fits(); found.verdict != FitVerdict::does_not_fit) return found;
  }
  tried.decoder_in_tiles = true;
  if (FittedJob found = fits(); found.verdict != FitVerdict::does_not_fit) return found;
  if (memory.is_shared) return std::nullopt;
  return with_layers_on_host(network, tried, memory.usable);
}

}  // namespace

std::optional<FittedJob> in_host_memory(const Network& network, const MemoryJob& job, const UsableMemory& memory) {
  if (network.kind == NetworkKind::diffusion && job.task == MemoryTask::run) return in_turns(network, job, memory);
  if (memory.is_shared) return std::nullopt;
  const bool can_move = job.host && job.task == MemoryTask::run && job.batch == 1 && job.layers_on_host == 0;
  return can_move ? with_layers_on_host(network, job, memory.usable) : std::nullopt;
}

std::optional<FittedJob> in_bought_memory(const Network& network, const MemoryJob& job, const UsableMemory& memory,
                                          std::span<const HostMemory> hosts) {
  if (job.host || network.kind == NetworkKind::diffusion) return std::nullopt;
  for (const HostMemory& host : hosts) {
    MemoryJob with_most = job;
    with_most.host = host;
    auto found = in_host_memory(network, with_most, memory);
    if (!found) continue;
    found->job.host->size = memory_size_for(host_need(network, found->job)).value_or(host.size);
    return found;
  }
  return std::nullopt;
}

int largest_batch(const Network& network, const MemoryJob& job, Gigabytes usable, const MemoryConstants& constants) {
  return largest(k_most_batch, [&](int batch) {
    MemoryJob tried = job;
    tried.batch = batch;
    return memory_need(network, tried, constants).total <= usable;
  });
}

int largest_context(const Network& network, const MemoryJob& job, Gigabytes usable) {
  return largest_context(network, job,
                         [&](const MemoryJob& tried) { return memory_need(network, tried).total <= usable; });
}

int largest_context(const Network& network, const MemoryJob& job, const std::function<bool(const MemoryJob&)>& fits) {
  return largest(network.context.value_or(k_most_tokens), [&](int tokens) {
    MemoryJob tried = job;
    tried.tokens = tokens;
    return fits(tried);
  });
}

}  // namespace gpuadvisor
