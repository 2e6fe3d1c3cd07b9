#include "guide_text.hpp"

#include <fmt/format.h>

#include <array>

#include "formats/json.hpp"

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

}  // namespace gpuadvisor
