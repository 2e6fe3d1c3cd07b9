#pragma once

#include <optional>

#include "economics/rent_market.hpp"
#include "gpuadvisor/advice/offer.hpp"

namespace gpuadvisor {

/// So many of a GPU for so many hours, by rent_level(); nothing where nobody has as many in one machine. `today` is
/// rent_day().
[[nodiscard]] std::optional<Rental> rental(const Gpu& gpu, int count, double hours, const Catalog& catalog, Day today);

}  // namespace gpuadvisor
