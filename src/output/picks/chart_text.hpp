#pragma once

#include <optional>
#include <string>

#include "chart_view.hpp"

namespace gpuadvisor {

/// What the chart says at the end of a way, in words: "used GeForce RTX 3090 or used GeForce RTX 3090 Ti."
[[nodiscard]] std::string chart_says(const ChartAnswer& answer);

/// What the engine says on the catalog's day, or why it says nothing: whole sentences.
[[nodiscard]] std::string equivalent_text(const ChartEquivalent& equivalent);

/// What somebody who rents GPUs out is called: "AWS". The id where no words are known.
[[nodiscard]] std::string_view provider_name(std::string_view id);

/// "$1,297 used in 2026-10"; nothing without a price.
[[nodiscard]] std::string dated_price_text(const std::optional<PriceEstimate>& price);

}  // namespace gpuadvisor
