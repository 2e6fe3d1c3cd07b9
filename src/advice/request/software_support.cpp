#include "gpuadvisor/advice/software_support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "core/contains.hpp"
#include "gpuadvisor/catalog/support_event.hpp"

namespace gpuadvisor {
namespace {

/// The stacks that architectures of a vendor need, the toolkit first.
struct ComputePlatform {
  std::string_view vendor;
  std::string_view architectures;  // how their names begin
  std::string_view name;
  std::array<std::string_view, 3> stacks;
};

constexpr auto k_platforms = std::to_array<ComputePlatform>({
    {"nvidia", "", "CUDA", {"cuda-toolkit", "nvidia-driver", "pytorch-binaries"}},
    {"amd", "", "ROCm", {"rocm", "pytorch-binaries", ""}},
    {"intel", "Xe", "oneAPI", {"pytorch-binaries", "oneapi", ""}},
    {"apple", "", "Metal", {"mlx", "pytorch-binaries", ""}},
});

const ComputePlatform* platform_of(const Gpu& gpu) {
  const auto* const at = std::find_if(k_platforms.begin(), k_platforms.end(), [&](const ComputePlatform& platform) {
    return platform.vendor == gpu.vendor && gpu.architecture.starts_with(platform.architectures);
  });
  return at == k_platforms.end() ? nullptr : at;
}

std::string_view stack_name(std::string_view stack) {
  if (stack == "cuda-toolkit") return "CUDA";
  if (stack == "nvidia-driver") return "NVIDIA's driver";
  if (stack == "pytorch-binaries") return "PyTorch's builds";
  if (stack == "oneapi") return "oneAPI";
  if (stack == "mlx") return "MLX";
  return stack == "rocm" ? "ROCm" : stack;
}

/// Whether code for `target` runs on `capability`: that of one compute capability runs on later ones of its major.
bool covers(std::string_view target, std::string_view capability) {
  const auto major = target.substr(0, target.find('.'));
  return major == capability.substr(0, capability.find('.')) && target.size() == capability.size() &&
         target <= capability;
}

bool names(const SupportEvent& event, const Gpu& gpu) { return contains(event.targets, gpu.compute_capability); }

/// Whether an event is about the GPU, of `events` of its architecture. A GPU that does not say which target it is can
/// be any of its architecture. One whose target no event names has what it runs on: code for earlier targets of its
/// major.
bool concerns(const SupportEvent& event, const Gpu& gpu, std::span<const SupportEvent> events) {
  if (event.targets.empty() || gpu.compute_capability.empty() || names(event, gpu)) return true;
  const auto names_it = [&](const SupportEvent& other) { return names(other, gpu); };
  if (event.event != SupportChange::supported_from && std::any_of(events.begin(), events.end(), names_it)) return false;
  return std::any_of(event.targets.begin(), event.targets.end(),
                     [&](std::string_view target) { return covers(target, gpu.compute_capability); });
}

bool is_known(const SupportEvent& event, const Catalog& catalog) {
  return !catalog.as_of() || catalog.known_on(event.date) <= *catalog.as_of();
}

/// Whether a known event of the stack names the very product.
bool names_product(std::span<const SupportEvent> events, const Gpu& gpu, std::string_view stack,
                   const Catalog& catalog) {
  return std::any_of(events.begin(), events.end(), [&](const SupportEvent& event) {
    return event.stack == stack && contains(event.gpus, gpu.id) && is_known(event, catalog);
  });
}

SupportStatus status_in_stack(std::span<const SupportEvent> events, const Gpu& gpu, std::string_view stack,
                              const Catalog& catalog) {
  const bool is_named = names_product(events, gpu, stack, catalog);
  SupportStatus status;
  bool is_any_known = false;
  const SupportEvent* to_come = nullptr;      // the first
  for (const SupportEvent& event : events) {  // by date
    if (event.stack != stack || event.event == SupportChange::build_only || !concerns(event, gpu, events)) continue;
    if (is_named ? !contains(event.gpus, gpu.id) : !event.gpus.empty()) continue;
    if (!is_known(event, catalog)) {
      if (to_come == nullptr) to_come = &event;
      continue;  // not the end: a later day can be known before the end of a year
    }
    is_any_known = true;
    switch (event.event) {
      case SupportChange::supported_from:
      case SupportChange::supported:
        status = {SupportState::supported, nullptr};
        break;
      case SupportChange::community:
        status = {SupportState::community, &event};
        break;
      case SupportChange::build_only:
        break;
      case SupportChange::deprecated:
        status = {SupportState::deprecated, &event};
        break;
      case SupportChange::dropped:
        status = {SupportState::ended, &event};
        break;
    }
  }
  if (is_any_known || to_come == nullptr) return status;
  // What is only discouraged later was supported before; what is only dropped may never have been (RDNA).
  if (to_come->event == SupportChange::supported_from) return {SupportState::not_yet, to_come};
  if (to_come->event == SupportChange::deprecated) return {SupportState::supported, nullptr};
  return status;
}

}  // namespace

SupportStatus support_status(const Gpu& gpu, const Catalog& catalog) {
  const ComputePlatform* platform = platform_of(gpu);
  if (platform == nullptr) return {SupportState::other_software, nullptr};
  const auto events = catalog.support_of(gpu.vendor, gpu.architecture);
  SupportStatus status = status_in_stack(events, gpu, platform->stacks[0], catalog);
  for (std::size_t i = 1; i < platform->stacks.size(); ++i) {
    const SupportStatus further = status_in_stack(events, gpu, platform->stacks[i], catalog);
    const bool ends = further.state == SupportState::ended &&
                      (status.state != SupportState::ended || further.event->date < status.event->date);
    const bool is_about_to = further.state == SupportState::deprecated && status.state == SupportState::supported;
    if (ends || is_about_to) status = further;
  }
  return status;
}

std::string_view platform_name(const Gpu& gpu) {
  const ComputePlatform* platform = platform_of(gpu);
  return platform == nullptr ? std::string_view() : platform->name;
}

bool runs(const Gpu& gpu, Support wanted, const Catalog& catalog) {
  if (wanted == Support::any) return true;
  if (wanted == Support::cuda && platform_name(gpu) != "CUDA") return false;
  if (wanted == Support::rocm && platform_name(gpu) != "ROCm") return false;
  const SupportStatus status = support_status(gpu, catalog);
  return status.is_supported() && (wanted != Support::current || status.state != SupportState::community);
}

bool SupportCheck::runs(const Gpu& gpu) {
  const bool is_same = m_last != nullptr && m_last->vendor == gpu.vendor && m_last->architecture == gpu.architecture &&
                       m_last->compute_capability == gpu.compute_capability;
  if (!is_same) {
    const auto events = m_catalog.support_of(gpu.vendor, gpu.architecture);
    m_is_of_all =
        std::all_of(events.begin(), events.end(), [](const SupportEvent& event) { return event.gpus.empty(); });
  }
  if (!is_same || !m_is_of_all) m_runs = gpuadvisor::runs(gpu, m_wanted, m_catalog);
  m_last = &gpu;
  return m_runs;
}

std::string support_remark(const Gpu& gpu, const SupportStatus& status) {
  const ComputePlatform* platform = platform_of(gpu);
  const auto said = [&](std::string_view verb) {
    const SupportEvent& event = *status.event;
    const std::string version = event.version.empty() ? "" : fmt::format(" {}", event.version);
    return fmt::format("{}{} {} {} ({})", stack_name(event.stack), version, verb, gpu.architecture, event.date.text());
  };
  switch (status.state) {
    case SupportState::supported:
      return gpu.vendor == "nvidia" ? std::string() : fmt::format("runs {}, not CUDA", platform->name);
    case SupportState::deprecated:
      return said("deprecated");
    case SupportState::community:
      return fmt::format("{} by community builds{}, not on the vendor's list ({})", platform->name,
                         status.event->version.empty() ? "" : fmt::format(" of {}", status.event->version),
                         status.event->date.text());
    case SupportState::ended:
      if (status.event->gpus.empty()) return said("dropped");
      return fmt::format("{} does not run on it ({})", stack_name(status.event->stack), status.event->date.text());
    case SupportState::not_yet:
      return fmt::format("{} supports {} only from {}", platform->name, gpu.architecture, status.event->date.text());
    case SupportState::unknown:
      return fmt::format("no {} support of {} is known", platform->name, gpu.architecture);
    case SupportState::other_software:
      return "neither CUDA nor ROCm";
  }
  return {};
}

}  // namespace gpuadvisor
