#pragma once

#include <string>

#include "gpuadvisor/catalog/guide.hpp"

namespace gpuadvisor {

/// A guide as the subject of a sentence: "Dettmers (April 2019)" for the title "Dettmers, April 2019".
[[nodiscard]] inline std::string guide_in_sentence(const Guide& guide) {
  const auto comma = guide.title.rfind(", ");
  if (comma == std::string_view::npos) return std::string(guide.title);
  return std::string(guide.title.substr(0, comma)) + " (" + std::string(guide.title.substr(comma + 2)) + ')';
}

/// Whether `a` is of a later edition than `b`; undated ones come last.
[[nodiscard]] inline bool is_newer(const Guide& a, const Guide& b) {
  if (!a.date || !b.date) return a.date.has_value() && !b.date;
  return a.date->first_day() != b.date->first_day() ? a.date->first_day() > b.date->first_day() : *a.date > *b.date;
}

}  // namespace gpuadvisor
