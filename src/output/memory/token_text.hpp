#pragma once

#include <string>
#include <vector>

#include "memory_view.hpp"

namespace gpuadvisor {

/// An interval of tokens per second with two digits: "35-80", "1,200-2,600"; with "~" before it where no measurement of
/// the GPU stands behind it.
[[nodiscard]] std::string rate_text(const TokenRate& rate);

/// How GPUs share a model among users: "1 over 2", "4 copies", "2 over 4"; "1 GPU".
[[nodiscard]] std::string layout_text(const ServingLayout& layout);
/// The same in words: "4 copies of the model, each over 2 GPUs that split every layer".
[[nodiscard]] std::string layout_sentence(const ServingLayout& layout);

/// Whether some row that is shown has tokens per second.
[[nodiscard]] bool shows_rates(const MemoryView& view);

/// How fast the GPUs of an offer write.
struct RateOfOffer {
  const Offer* offer = nullptr;
  NetworkRate rate;
};

/// What a column of tokens per second means, written by `batch` sequences together, and which of the offers were
/// measured at the very network.
[[nodiscard]] std::string rates_text(std::string_view column, int batch, const std::vector<RateOfOffer>& rates);

/// The formulas of the first GPU that has them, with its numbers.
[[nodiscard]] Document rate_formulas(const MemoryView& view);

/// What to know of the rates: how several GPUs share the work, and what the formula lacks.
[[nodiscard]] std::vector<Warning> rate_warnings(const MemoryView& view);

}  // namespace gpuadvisor
