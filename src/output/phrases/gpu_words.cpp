#include "gpu_words.hpp"

#include <fmt/format.h>

#include "gpuadvisor/catalog/support_event.hpp"

namespace gpuadvisor {

std::string with_count(int count, const std::string& name) {
  return count == 1 ? name : fmt::format("{}x {}", count, name);
}

std::string with_article(int count, const std::string& name) {
  if (count > 1) return with_count(count, name);
  // A word goes by its first letter, an abbreviation by the name of its first letter: an RTX, a Radeon, an Arc.
  const bool is_word = name.size() > 1 && name[1] >= 'a' && name[1] <= 'z';
  const std::string_view vowels = is_word ? "AEIO" : "AEFHILMNORSX8";
  return fmt::format("{} {}", vowels.find(name.front()) == std::string_view::npos ? "a" : "an", name);
}

std::string software_word(const Gpu& gpu, const SupportStatus& support) {
  const std::string_view platform = gpu.vendor == "nvidia" ? "CUDA" : "ROCm";
  switch (support.state) {
    case SupportState::supported:
      return std::string(platform);
    case SupportState::deprecated:
      return fmt::format("{}, ending", platform);
    case SupportState::community:
      return fmt::format("{}, community builds", platform);
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
