#include "offer_words.hpp"

#include <fmt/format.h>

#include "figure_words.hpp"
#include "gpuadvisor/core/money.hpp"

namespace gpuadvisor {

std::string conditioned_name(const Offer& offer) {
  std::string name(short_name(*offer.gpu));
  if (!offer.price || offer.price->condition == Condition::mixed) return name;
  return fmt::format("{} {}", enum_name(offer.price->condition), name);
}

std::string priced_name(const Offer& offer) {
  return fmt::format("{} at {}", conditioned_name(offer), money(*total_price(offer)));
}

std::string month_text(const PriceEstimate& price) {
  return month_text(price.newest()) + (price.age == PriceAge::current ? "" : " old");
}

}  // namespace gpuadvisor
