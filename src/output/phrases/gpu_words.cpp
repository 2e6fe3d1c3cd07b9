#include "gpu_words.hpp"

#include <fmt/format.h>

#include "gpuadvisor/catalog/support_event.hpp"

namespace gpuadvisor {

std::string software_word(const Gpu& gpu, const SupportStatus& support) {
  const std::string_view platform = gpu.vendor == "nvidia" ? "CUDA" : "ROCm";
  switch (support.state) {
    case SupportState::supported:
      return std::string(platform);
    case SupportState::deprecated:
      return fmt::format("{}, ending", platform);
    case SupportState::ended:
      return fmt::format("until {}", support.event->date.text());
    case SupportState::not_yet:
      return fmt::format("from {}", support.event->date.text());
    case SupportState::unknown:
      return "?";
    case SupportState::other_software:
      return "its own";
  }
  return {};
}

}  // namespace gpuadvisor
