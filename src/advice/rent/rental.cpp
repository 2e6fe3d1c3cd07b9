#include "rental.hpp"

#include <algorithm>

#include "gpuadvisor/economics/speedup.hpp"

namespace gpuadvisor {

std::optional<Rental> rental(const Gpu& gpu, int count, double hours, const Catalog& catalog, Day today) {
  const auto offers = rent_offers(gpu, count, catalog, today);
  const auto at = std::find_if(offers.begin(), offers.end(), [](const RentOffer& offer) {
    const bool is_whole =
        offer.machines == Machines::one || offer.quote->count >= k_most_gpus || offer.quote->is_per_gpu();
    return is_whole && lasts(offer);
  });
  if (at == offers.end()) return std::nullopt;
  return Rental{at->quote, at->all, Usd{at->all.value() * hours}};
}

}  // namespace gpuadvisor
