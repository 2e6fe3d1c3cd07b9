#include "gpu_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpuadvisor/catalog/support_event.hpp"
#include "report/mapped.hpp"

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

std::string software_note(const Gpu& gpu) {
  if (gpu.vendor == "nvidia") return {};
  const std::string_view platform = platform_name(gpu);
  return std::string(platform.empty() ? "no CUDA" : platform);
}

std::string hidden_words(const Gpu& gpu, std::span<const Rejection> rejections, Support in_force) {
  const auto fails = [&](std::string_view constraint) {
    return std::any_of(rejections.begin(), rejections.end(),
                       [&](const Rejection& one) { return one.constraint == constraint; });
  };
  const bool has_cuda = in_force != Support::cuda || gpu.vendor == "nvidia";
  const std::string_view cards =
      fails("support") ? (has_cuda ? "cards with current software support" : "CUDA cards")
                       : (fails("installable") ? "cards with their own cooling" : "cards with more memory");
  return fmt::format("not among the default answers, which are {}: {}", cards,
                     fmt::join(mapped(rejections, [](const Rejection& one) { return one.reason; }), "; "));
}

std::string software_word(const Gpu& gpu, const SupportStatus& support) {
  const std::string_view platform = platform_name(gpu);
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
