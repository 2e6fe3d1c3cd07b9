#include "figure_words.hpp"

#include <fmt/format.h>

namespace gpuadvisor {

std::string counted(std::size_t count, std::string_view one, std::string_view several) {
  if (count == 1) return fmt::format("1 {}", one);
  return several.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, several);
}

std::string_view speed_word(SpeedKind kind) { return kind == SpeedKind::index ? "speed" : "score"; }

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

std::string percent(double share) { return fmt::format("{:.0f} %", share * 100); }

std::string month_text(const PartialDate& date) { return date.text().substr(0, std::string_view("2026-10").size()); }

}  // namespace gpuadvisor
