#include "gpuadvisor/sizing/memory_fit.hpp"

#include <algorithm>

namespace gpuadvisor {
namespace {

// What is left to programs of a card's memory (docs/memory.md#usable-memory).
constexpr double k_share_of_card = 0.98;                                 // a card of 24 GiB leaves about 23.5
constexpr double k_share_with_inline_ecc = 15.0 / 16 * k_share_of_card;  // parity bits lie in the same chips
constexpr double k_share_of_small_unified = 0.70;
constexpr double k_share_of_unified = 0.75;
constexpr Gibibytes k_small_unified{36};

UsableMemory usable(Gibibytes nominal, double share, std::string_view reason, bool has_display) {
  UsableMemory memory;
  memory.nominal = nominal;
  memory.installed = to_gigabytes(nominal);
  memory.share = share;
  memory.reason = reason;
  memory.display = has_display ? k_display_memory : Gigabytes{};
  memory.usable = std::max(memory.installed * share - memory.display, Gigabytes{});
  return memory;
}

bool keeps_parity_in_memory(const Gpu& gpu) {
  return gpu.segment == Segment::datacenter && gpu.memory_type.substr(0, 4) == "GDDR";
}

}  // namespace

UsableMemory usable_memory(Gibibytes nominal, bool has_display) {
  return usable(nominal, k_share_of_card, "the driver keeps some", has_display);
}

std::optional<UsableMemory> usable_memory(const Gpu& gpu, bool has_display) {
  const auto nominal = memory_per_device(gpu);
  if (!nominal) return std::nullopt;
  if (gpu.segment == Segment::unified) {
    const double by_default = *nominal <= k_small_unified ? k_share_of_small_unified : k_share_of_unified;
    const std::string_view reason = gpu.gpu_memory_share    ? "as you set it by iogpu.wired_limit_mb"
                                    : gpu.vendor == "apple" ? "macOS keeps the rest by default"
                                                            : "the system shares it; by default a GPU gets no more";
    UsableMemory memory = usable(*nominal, gpu.gpu_memory_share.value_or(by_default), reason, has_display);
    memory.is_shared = true;
    return memory;
  }
  if (keeps_parity_in_memory(gpu)) {
    return usable(*nominal, k_share_with_inline_ecc, "ECC takes a sixteenth, and the driver keeps some", has_display);
  }
  return usable_memory(*nominal, has_display);
}

FitVerdict fit_verdict(const MemoryNeed& need, Gigabytes usable) {
  if (need.total > usable) return FitVerdict::does_not_fit;
  return need.high > usable || !need.is_complete() ? FitVerdict::tight : FitVerdict::fits;
}

}  // namespace gpuadvisor
