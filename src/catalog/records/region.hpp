#pragma once

#include <algorithm>
#include <string_view>

namespace gpuadvisor {

/// Whether a text is spelt as the country of a quote: two capitals (ISO 3166-1 alpha-2), like "US".
[[nodiscard]] inline bool is_region(std::string_view text) {
  constexpr std::size_t k_letters = 2;
  return text.size() == k_letters && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

}  // namespace gpuadvisor
