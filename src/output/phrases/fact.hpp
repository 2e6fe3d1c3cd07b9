#pragma once

#include <array>
#include <string_view>

#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// The facts of all answers, as their lines and headings call them, and --explain FACT.
enum class Fact {
  speed,
  memory,
  power,
  supply,
  slots,
  each,
  heat,
  links,
  price,
  rates,
  serving,
  score,
  tflops,
  features,
  board,
  software,
  beware,
  guides,
  product,
  place,
  work,
  rule,
  fit,
  changes,
  filters,
  models,
  training,
  legend
};

template <>
inline constexpr auto k_enum_names<Fact> = std::to_array<std::string_view>(
    {"speed",   "memory", "power",  "supply",   "slots",   "each",     "heat",     "links",  "price",   "rates",
     "serving", "score",  "TFLOPS", "features", "board",   "software", "beware",   "guides", "product", "place",
     "work",    "rule",   "fit",    "changes",  "filters", "models",   "training", "legend"});

}  // namespace gpuadvisor
