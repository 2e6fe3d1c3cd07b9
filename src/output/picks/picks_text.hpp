#pragma once

#include <string>
#include <string_view>

#include "advice/picks/picks.hpp"

namespace gpuadvisor {

/// "4x GeForce RTX 3090, used".
[[nodiscard]] std::string pick_text(const PersonaPick& pick, const Gpu& gpu);

/// All picks of an advice in its order: "GeForce RTX 2060, GeForce GTX 1060 6GB". What a guide names as an alternative
/// follows "or".
[[nodiscard]] std::string picks_text(const GuideAdvice& advice);

/// What a fallback is called: "Google Colab". The id where no words are known.
[[nodiscard]] std::string_view fallback_text(std::string_view id);

/// "a GPU at AWS or Google Colab"; empty without any.
[[nodiscard]] std::string fallbacks_text(const Persona& persona);

/// "$3,682 (6 quotes to 2026-10-10)".
[[nodiscard]] std::string quoted_price(const PriceEstimate& price);

/// "GeForce RTX 4090, 24 GB, used, $3,682 (6 quotes to 2026-10-10)".
[[nodiscard]] std::string offer_text(const Offer& offer);

/// What a request asks, in words: "cnn, 8 GB or more, consumer cards, by value".
[[nodiscard]] std::string request_text(const Request& request);

/// "$2,500 to $4,000"; the guide's own words where it states no currency; empty without either.
[[nodiscard]] std::string budget_text(const Persona& persona);

/// "After 6 to 9 months: buy more."
[[nodiscard]] std::string next_step_text(const NextStep& step);

/// The date of a guide, or a dash.
[[nodiscard]] std::string date_text(const Guide& guide);

}  // namespace gpuadvisor
