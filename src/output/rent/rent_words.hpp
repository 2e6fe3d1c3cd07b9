#pragma once

#include <span>
#include <string>

#include "economics/rent_market.hpp"

namespace gpuadvisor {

/// "$1.99", to the cent.
[[nodiscard]] std::string hourly(UsdPerHour price);

/// "on demand", "spot", "from private hosts".
[[nodiscard]] std::string_view terms_word(RentTerms terms);

/// "2026-09 to 2026-11".
[[nodiscard]] std::string months_text(const RentLevel& level);

/// "on demand $1.99 to $12.29 at 17 providers, median $2.99".
[[nodiscard]] std::string range_text(const RentRange& range);

/// "on demand …; from private hosts …; spot …". Empty without a range.
[[nodiscard]] std::string ranges_text(std::span<const RentRange> ranges);

/// "vast.ai (marketplace)", "aws (spot)", "lambda".
[[nodiscard]] std::string provider_text(const Rent& quote);

/// "2026-10", "2025-09 old".
[[nodiscard]] std::string seen_text(const RentOffer& offer);

}  // namespace gpuadvisor
