#include "platform_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/contains.hpp"
#include "core/text.hpp"

namespace gpuadvisor {

std::string_view platform_title(Platform platform) {
  constexpr auto k_titles = std::to_array<std::string_view>(
      {"A GPU of your own", "A GPU in the cloud", "A TPU in the cloud", "A CPU", "Free GPUs and TPUs online"});
  static_assert(k_titles.size() == k_enum_names<Platform>.size());
  return k_titles[static_cast<std::size_t>(platform)];
}

std::string_view stance_text(Stance stance) {
  constexpr auto k_texts = std::to_array<std::string_view>({"recommended", "with reservations", "advised against"});
  static_assert(k_texts.size() == k_enum_names<Stance>.size());
  return k_texts[static_cast<std::size_t>(stance)];
}

std::string question_text(const PlatformQuestion& question) {
  std::vector<std::string> parts;
  if (question.workload != nullptr) parts.emplace_back(question.workload->title);
  if (question.phase) parts.push_back(fmt::format("phase {}", enum_name(*question.phase)));
  if (question.need) parts.push_back(fmt::format("need {}", enum_name(*question.need)));
  if (!question.framework.empty()) parts.push_back(fmt::format("framework {}", question.framework));
  return joined(std::vector<std::string_view>(parts.begin(), parts.end()), ", ");
}

std::string options_of(const PlatformRule& rule) {
  std::vector<std::string> parts;
  if (!rule.workloads.empty()) parts.push_back(fmt::format("--workload {}", joined(rule.workloads, "|")));
  if (rule.phase) parts.push_back(fmt::format("--phase {}", enum_name(*rule.phase)));
  if (rule.need) parts.push_back(fmt::format("--need {}", enum_name(*rule.need)));
  if (!rule.frameworks.empty()) parts.push_back(fmt::format("--framework {}", joined(rule.frameworks, "|")));
  return joined(std::vector<std::string_view>(parts.begin(), parts.end()), " ");
}

std::string see_also(Platform platform, const PlatformQuestion& question) {
  if (platform == Platform::own_gpu) {
    return question.workload == nullptr ? "gpuadvisor recommend"
                                        : fmt::format("gpuadvisor recommend --workload {}", question.workload->id);
  }
  if (platform != Platform::free_tier) return {};
  return question.framework.empty() ? "gpuadvisor platform --free"
                                    : fmt::format("gpuadvisor platform --free --framework {}", question.framework);
}

std::string weekly_text(double hours) {
  constexpr double k_few = 2;
  if (hours < k_few) return fmt::format("about {:.0f} minutes a week", hours * 60);
  return fmt::format("{:g} hours a week", std::round(hours * 10) / 10);
}

bool is_reach_unknown(const FreeTier& tier, std::string_view from) {
  const auto is_told = [&](std::span<const std::string_view> list) { return contains(list, from); };
  return !from.empty() && tier.regions.empty() && !is_told(tier.reached_from) && !is_told(tier.not_from);
}

}  // namespace gpuadvisor
