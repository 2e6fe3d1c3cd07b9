#include "board_length.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpuadvisor {

Range<Millimetres> board_lengths(const Gpu& gpu) {
  Range<Millimetres> lengths;
  for (const auto& one : {gpu.length, gpu.shortest_partner_length, gpu.longest_partner_length}) {
    if (!one) continue;
    lengths.from = std::min(lengths.from.value_or(*one), *one);
    lengths.to = std::max(lengths.to.value_or(*one), *one);
  }
  return lengths;
}

std::string board_length_words(const Gpu& gpu) {
  const auto [from, to] = board_lengths(gpu);
  if (!from) return {};
  const double shortest = std::ceil(from->value());
  const double longest = std::ceil(to->value());
  return shortest == longest ? fmt::format("{} mm long", longest) : fmt::format("{} to {} mm long", shortest, longest);
}

}  // namespace gpuadvisor
