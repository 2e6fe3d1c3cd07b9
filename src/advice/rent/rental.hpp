#pragma once

#include <optional>

#include "economics/rent_market.hpp"
#include "gpuadvisor/advice/offer.hpp"

namespace gpuadvisor {

/// The cheapest current offer of so many of a GPU that is not taken back at will, for so many hours; in one machine, as
/// far as its size is told, or in machines of eight. Nothing where there is none. `today` is rent_day().
[[nodiscard]] std::optional<Rental> rental(const Gpu& gpu, int count, double hours, const Catalog& catalog, Day today);

}  // namespace gpuadvisor
