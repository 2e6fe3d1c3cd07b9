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

std::string today_text(Usd price, const PriceEstimate& from) {
  return (from.basis == PriceBasis::carried ? "~" : "") + money(price);
}

std::string_view price_mark(const PriceEstimate& price) {
  if (price.no_offer) return price.no_offer == NoOffer::out_of_production ? "leftover" : "hearsay";
  if (price.basis == PriceBasis::list) return "list";
  if (price.age == PriceAge::unusable) return "expired";
  return price.age == PriceAge::current ? "" : "old";
}

std::string month_text(const PriceEstimate& price) {
  const std::string_view mark = price_mark(price);
  return fmt::format("{}{}{}", month_text(price.seen()), mark.empty() ? "" : " ", mark);
}

}  // namespace gpuadvisor
