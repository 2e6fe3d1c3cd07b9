#pragma once

#include <string>

#include "advice/cost/without_buying.hpp"

namespace gpuadvisor {

/// "30"; "-" where it is not known.
[[nodiscard]] std::string weekly_hours_text(const FreeTierOffer& offer);
/// "Kaggle Notebooks lends 2 x T4 (2 x 16 GB), 30 hours a week (2026-07)".
[[nodiscard]] std::string free_tier_text(const FreeTierOffer& offer);
/// "Free: Kaggle Notebooks lends …. Rent: an RTX A2000 12GB for $0.052 an hour (one provider, 2026-10)."
[[nodiscard]] std::string without_buying_text(const WithoutBuying& instead);

}  // namespace gpuadvisor
