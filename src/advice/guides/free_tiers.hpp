#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/platform.hpp"

namespace gpuadvisor {

/// For whom a free tier must do.
struct FreeTierQuestion {
  std::string_view framework;  // lower case; empty: any
  std::string_view from;       // ISO 3166-1 alpha-2; empty: anywhere
};

/// A free tier, or one for a small fee, and why it does not do.
struct FreeTierAnswer {
  const FreeTier* tier = nullptr;
  std::vector<std::string> reasons;  // empty: it does
};

/// What each provider offers, as last described by the catalog's day. Those that do come first; among them those for
/// nothing, then those with most hours (unknown ones last), then by provider.
[[nodiscard]] std::vector<FreeTierAnswer> free_tiers(const FreeTierQuestion& question, const Catalog& catalog);

/// GPU hours that a tier gives in a week, where that is known.
[[nodiscard]] std::optional<double> hours_per_week(const FreeTier& tier);

}  // namespace gpuadvisor
