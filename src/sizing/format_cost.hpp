#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// What a format of weights costs against 16 bits, as measured: how many percent the perplexity rises, which is worse.
struct FormatCost {
  double least = 0;
  double most = 0;      // of several networks, texts or ways to round
  bool is_own = false;  // of the network that was asked for; else of others
  std::string networks;
};

/// Of the network where it was measured, else of all others that were; nothing where none was.
/// Source: docs/memory.md#quality-of-formats.
[[nodiscard]] std::optional<FormatCost> format_cost(const Network& network, std::string_view format,
                                                    const Catalog& catalog);

/// "perplexity 1.2 to 10.5 % up for Llama 2 70B and Llama 3 8B".
[[nodiscard]] std::string format_cost_words(const FormatCost& cost);

}  // namespace gpuadvisor
