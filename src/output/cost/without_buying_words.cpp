#include "without_buying_words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catalog/records/rent.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "own_or_rent_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {

std::string weekly_hours_text(const FreeTierOffer& offer) {
  return or_dash(offer.hours_per_week(), [](double hours) { return fmt::format("{:g}", std::round(hours * 10) / 10); });
}

std::string free_tier_text(const FreeTierOffer& offer) {
  return fmt::format("{} lends {}{} ({}{})", offer.tier->provider, offer.tier->accelerators,
                     offer.hours_per_week() ? fmt::format(", {} hours a week", weekly_hours_text(offer)) : "",
                     month_text(offer.tier->as_of), offer.is_old() ? ": check whether it still does" : "");
}

std::string without_buying_text(const WithoutBuying& instead) {
  std::string text = instead.free ? fmt::format("Free: {}.", free_tier_text(*instead.free)) : std::string();
  if (!instead.rent) return text;
  const Rental& rental = *instead.rent->rental;
  return text + fmt::format("{}Rent: {} for {} an hour ({}, {}).", text.empty() ? "" : " ",
                            with_article(instead.rent->count, brief_name(*instead.rent->gpu)),
                            money_hourly(Usd{rental.hourly.value()}), providers_text(rental.providers),
                            month_text(rental.cheapest->date));
}

}  // namespace gpuadvisor
