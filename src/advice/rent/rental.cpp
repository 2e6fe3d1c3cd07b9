#include "rental.hpp"

namespace gpuadvisor {

std::optional<Rental> rental(const Gpu& gpu, int count, double hours, const Catalog& catalog, Day today) {
  const auto level = rent_level(gpu, count, catalog, today);
  if (!level || !level->is_whole) return std::nullopt;
  const UsdPerHour hourly = level->middle * count;
  return Rental{hourly, Usd{hourly.value() * hours}, level->providers, level->cheapest};
}

}  // namespace gpuadvisor
