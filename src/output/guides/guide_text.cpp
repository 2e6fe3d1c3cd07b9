#include "guide_text.hpp"

#include <fmt/format.h>

#include <array>

#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/report/table.hpp"

namespace gpuadvisor {

std::string_view topic_title(RuleTopic topic) {
  constexpr auto k_titles =
      std::to_array<std::string_view>({"Order of importance", "Memory", "Precision", "Features", "Performance", "Value",
                                       "Several GPUs", "Heat", "Power", "The rest of the machine", "Cloud", "Free GPUs",
                                       "Vendors", "Upgrades", "Selection", "Clusters", "Benchmarks"});
  static_assert(k_titles.size() == k_enum_names<RuleTopic>.size());
  return k_titles[static_cast<std::size_t>(topic)];
}

std::string figure_text(const RuleFigure& figure) {
  return fmt::format("{}: {}{}{}{}", figure.what, json_number(figure.value.value()),
                     figure.to ? " to " + json_number(figure.to->value()) : "", figure.unit.empty() ? "" : " ",
                     figure.unit);
}

std::string indented_item(std::string_view text, std::size_t width, std::size_t indent) {
  constexpr std::size_t k_further = 2;
  const std::string body = wrapped(text, width - indent - k_further);
  std::string lines;
  for (const auto line : split(body, '\n')) {
    if (line.empty()) continue;
    lines += std::string(indent + (lines.empty() ? 0 : k_further), ' ') + std::string(line) + '\n';
  }
  return lines;
}

}  // namespace gpuadvisor
