#pragma once

#include <span>

#include "rule.hpp"

namespace gpuadvisor {

// The rules, one file per group.
[[nodiscard]] std::span<const Rule> reading_rules();
[[nodiscard]] std::span<const Rule> form_rules();
[[nodiscard]] std::span<const Rule> exception_rules();
[[nodiscard]] std::span<const Rule> memory_rules();
[[nodiscard]] std::span<const Rule> memory_table_rules();
[[nodiscard]] std::span<const Rule> arithmetic_rules();
[[nodiscard]] std::span<const Rule> architecture_rules();
[[nodiscard]] std::span<const Rule> ratio_rules();
[[nodiscard]] std::span<const Rule> product_rules();
[[nodiscard]] std::span<const Rule> price_rules();
[[nodiscard]] std::span<const Rule> market_rules();
[[nodiscard]] std::span<const Rule> off_market_rules();
[[nodiscard]] std::span<const Rule> source_rules();
[[nodiscard]] std::span<const Rule> measurement_rules();
[[nodiscard]] std::span<const Rule> reference_rules();
[[nodiscard]] std::span<const Rule> peer_rules();
[[nodiscard]] std::span<const Rule> quote_rules();
[[nodiscard]] std::span<const Rule> rent_rules();
[[nodiscard]] std::span<const Rule> network_rules();
[[nodiscard]] std::span<const Rule> guide_rules();
[[nodiscard]] std::span<const Rule> date_rules();
[[nodiscard]] std::span<const Rule> spelling_rules();

}  // namespace gpuadvisor
