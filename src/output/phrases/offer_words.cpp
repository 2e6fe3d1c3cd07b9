#include "offer_words.hpp"

#include <fmt/format.h>

#include "figure_words.hpp"
#include "gpu_words.hpp"
#include "gpuadvisor/core/money.hpp"

namespace gpuadvisor {

std::string brief_name(const Gpu& gpu) {
  std::string_view name = short_name(gpu);
  for (const std::string_view word : {"GeForce ", "Radeon RX", "Radeon PRO", "Radeon AI"}) {
    if (!name.starts_with(word)) continue;
    name.remove_prefix(word.find(' ') + 1);
    break;
  }
  for (const std::string_view word : {" Edition", " Workstation", " Generation", " GPU"}) {
    if (name.ends_with(word)) name.remove_suffix(word.size());
  }
  constexpr std::string_view k_line = "RTX PRO ";
  constexpr std::string_view k_architecture = " Blackwell";  // all of the line are of it
  const auto at = name.starts_with(k_line) ? name.find(k_architecture) : std::string_view::npos;
  if (at == std::string_view::npos) return std::string(name);
  return std::string(name.substr(0, at)) + std::string(name.substr(at + k_architecture.size()));
}

std::string marked(std::string name, const Gpu& gpu) {
  const std::string_view words = gpu.distinction ? distinction_words(gpu) : std::string_view();
  return words.empty() || name.find(words) != std::string::npos ? name : fmt::format("{} ({})", name, words);
}

std::string goods(const Offer& offer) {
  const std::string name = marked(brief_name(*offer.gpu), *offer.gpu);
  const bool has_condition = offer.price && !offer.price->is_yours() && offer.price->condition != Condition::mixed;
  const std::string what =
      has_condition ? fmt::format("{} {}", enum_name(offer.price->condition), name) : std::string(name);
  if (offer.count > 1) return with_count(offer.count, what);
  return (has_condition ? "a " : "the ") + what;
}

std::string price_words(const Offer& offer) {
  if (!offer.price) return "price unknown";
  const std::string total = money(*total_price(offer));
  switch (offer.price->basis) {
    case PriceBasis::seen:
      return "about " + total;
    case PriceBasis::carried:
      return fmt::format("about {}, no offer seen since {}", total, month_text(offer.price->seen()));
    case PriceBasis::list:
      return fmt::format("{} at launch", total);
    case PriceBasis::yours:
      return fmt::format("at your price of {}", total);
  }
  return {};
}

std::string conditioned_name(const Offer& offer) {
  std::string name(short_name(*offer.gpu));
  if (offer.rental) return "rented " + name;
  if (!offer.price || offer.price->condition == Condition::mixed) return name;
  return fmt::format("{} {}", enum_name(offer.price->condition), name);
}

std::string conditioned_names(const Offer& offer) { return with_count(offer.count, conditioned_name(offer)); }

std::string priced_name(const Offer& offer) {
  return fmt::format("{} at {}{}", conditioned_names(offer), offer.price->is_yours() ? "your " : "",
                     money(*total_price(offer)));
}

std::optional<std::string_view> condition_name(const Offer& offer) {
  if (offer.rental) return k_offer_conditions.back();
  return offer.price ? std::optional(enum_name(offer.price->condition)) : std::nullopt;
}

std::string condition_prefix(const PriceEstimate& price) {
  const bool is_told = price.condition != Condition::mixed && !price.is_yours();
  return is_told ? std::string(condition_word(price)) + ' ' : std::string();
}

std::string today_text(Usd price, const PriceEstimate& from) {
  return (from.basis == PriceBasis::carried ? "~" : "") + money(price);
}

std::string_view condition_word(const PriceEstimate& price) {
  if (price.is_yours()) return "yours";
  return condition_word(price.condition);
}

std::string_view condition_word(Condition condition) {
  return condition == Condition::mixed ? "any" : enum_name(condition);
}

std::string_view price_mark(const PriceEstimate& price) {
  if (price.no_offer) return price.no_offer == NoOffer::out_of_production ? "leftover" : "hearsay";
  if (price.basis == PriceBasis::list) return "list";
  if (price.age == PriceAge::unusable) return "expired";
  return price.age == PriceAge::current ? "" : "old";
}

std::string month_text(const PriceEstimate& price) {
  if (price.is_yours()) return "your price";
  const std::string_view mark = price_mark(price);
  return fmt::format("{}{}{}", month_text(price.seen()), mark.empty() ? "" : " ", mark);
}

}  // namespace gpuadvisor
