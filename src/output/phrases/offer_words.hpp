#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "gpuadvisor/advice/offer.hpp"

namespace gpuadvisor {

/// The name in as few words as tell the GPU: "RTX 3090", "RX 7900 XTX", "RTX PRO 6000 Max-Q".
[[nodiscard]] std::string brief_name(const Gpu& gpu);

/// `name` of the GPU with what sets it apart, unless it says so: "CMP 90HX (mining card)".
[[nodiscard]] std::string marked(std::string name, const Gpu& gpu);

/// "a used RTX 3090", "2x used RTX 3090", "the RTX 3090".
[[nodiscard]] std::string offer_phrase(const Offer& offer);

/// What a quote is: "second of 22", "lowest of 4", "quartile of 22", "shop".
[[nodiscard]] std::string kind_words(const Price& quote);

/// What a price is from: the same of the figure that was asked, or "6 quotes".
[[nodiscard]] std::string by_words(const PriceEstimate& price);

/// What a figure says of what somebody asked, with a total in its place: "asked from $430 (October)", "one offer, $900
/// (October)", "$3,500 at CDW (September)", "list price $6,950 (October)".
[[nodiscard]] std::string asked_words(const Price& figure, Usd total);

/// Of all its GPUs, to stand behind them: "asked from $1,430 (October)", "about $570, last seen in 2026-08", "price
/// unknown".
[[nodiscard]] std::string price_words(const Offer& offer);

/// " with 64 GB of memory", " with 384 GB of memory in a machine for four cards"; empty where none is bought.
[[nodiscard]] std::string memory_words(const Offer& offer);

/// "about $780 for the RAM in November", "the price of the RAM is not known".
[[nodiscard]] std::string memory_price_words(const MemoryPurchase& memory);

/// "used GeForce RTX 3090", "rented GeForce RTX 4090"; the name alone without a price, and where that is of new and
/// used ones together.
[[nodiscard]] std::string conditioned_name(const Offer& offer);

/// The same of all its GPUs: "2x used GeForce RTX 3090".
[[nodiscard]] std::string conditioned_names(const Offer& offer);

/// `conditioned_name` with the price of all its GPUs: "used GeForce RTX 3090 at $1,297". Requires a price.
[[nodiscard]] std::string priced_name(const Offer& offer);

/// "new", "used"; "any" of what was quoted for both together, "yours" for the asker's own.
[[nodiscard]] std::string_view condition_word(const PriceEstimate& price);

/// The same of what a quote is of.
[[nodiscard]] std::string_view condition_word(Condition condition);

inline constexpr auto k_offer_conditions = std::to_array<std::string_view>({"new", "used", "mixed", "rent"});

/// One of these; nothing without a price.
[[nodiscard]] std::optional<std::string_view> condition_name(const Offer& offer);

/// "new ", "used ", to stand before a name; nothing of what was quoted for both together, or of the asker's.
[[nodiscard]] std::string condition_prefix(const PriceEstimate& price);

/// A price of today; one that is carried forward has a mark: "~$300".
[[nodiscard]] std::string today_text(Usd price, const PriceEstimate& from);

/// What is unusual about a price, in a word; empty: nothing.
[[nodiscard]] std::string_view price_mark(const PriceEstimate& price);

/// The month of the newest quote, and what is unusual: "2026-10", "2024-03 old".
[[nodiscard]] std::string month_text(const PriceEstimate& price);

}  // namespace gpuadvisor
