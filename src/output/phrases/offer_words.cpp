#include "offer_words.hpp"

#include <fmt/format.h>

#include "catalog/records/host.hpp"
#include "figure_words.hpp"
#include "gpu_words.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/core/money.hpp"

namespace gpuadvisor {

std::string brief_name(const Gpu& gpu) {
  std::string_view name = short_name(gpu);
  for (const std::string_view word : {"GeForce ", "Radeon RX", "Radeon PRO", "Radeon AI"}) {
    if (!name.starts_with(word)) continue;
    name.remove_prefix(word.find(' ') + 1);
    break;
  }
  if (name.ends_with(" GPU")) name.remove_suffix(4);
  if (const auto chip = name.find(" (Radeon"); chip != std::string_view::npos) {  // the processor tells it
    return fmt::format("{}{}", name.substr(0, chip), name.substr(name.find(')') + 1));
  }
  constexpr std::string_view k_line = "RTX PRO ";
  constexpr std::string_view k_architecture = " Blackwell";  // all of the line are of it
  const auto at = name.starts_with(k_line) ? name.find(k_architecture) : std::string_view::npos;
  std::string brief(name);
  if (at != std::string_view::npos) brief.erase(at, k_architecture.size());
  for (const std::string_view word : {" Edition", " Workstation", " Generation"}) {
    if (const auto found = brief.find(word); found != std::string::npos) brief.erase(found, word.size());
  }
  return brief;
}

std::string marked(std::string name, const Gpu& gpu) {
  const std::string_view words = gpu.distinction ? distinction_words(gpu) : std::string_view();
  return words.empty() || name.find(words) != std::string::npos ? name : fmt::format("{} ({})", name, words);
}

std::string offer_phrase(const Offer& offer) {
  const std::string name = marked(brief_name(*offer.gpu), *offer.gpu);
  const bool has_condition = offer.price && !offer.price->is_yours() && offer.price->condition != Condition::mixed;
  const std::string what =
      has_condition ? fmt::format("{} {}", enum_name(offer.price->condition), name) : std::string(name);
  const std::string all = offer.count > 1 ? with_count(offer.count, what) : (has_condition ? "a " : "the ") + what;
  return all + memory_words(offer);
}

std::string memory_words(const Offer& offer) {
  if (!offer.memory) return {};
  const std::string_view machine = offer.memory->machine_title;
  return fmt::format(" and {:g} GB of RAM{}", offer.memory->size.value(),
                     machine.empty() ? "" : fmt::format(" in a {}", machine));
}

std::string kind_words(const Price& quote) {
  const std::string of = quote.asks ? fmt::format(" of {}", *quote.asks) : " ask";
  switch (quote.kind) {
    case QuoteKind::ask_second:
      return "second" + of;
    case QuoteKind::ask_lowest:
      return quote.asks == 1 ? "only ask" : "lowest" + of;
    case QuoteKind::ask_mean_of_lowest:
      return "mean of lowest 3";
    case QuoteKind::ask_quartile:
      return "quartile" + of;
    case QuoteKind::ask_highest:
      return "highest" + of;
    case QuoteKind::shop_mean_of_lowest:
      return "shops' lowest 3";
    default:
      return std::string(enum_name(quote.kind));
  }
}

std::string by_words(const PriceEstimate& price) {
  if (price.is_yours()) return "-";
  const Price* asked = price.asked;
  return asked == nullptr ? counted(price.quotes.size(), "quote") : kind_words(*asked);
}

std::string asked_words(const Price& figure, Usd total) {
  const std::string amount = money(total);
  const std::string month = month_name(figure.date);
  const bool has_tax = figure.note.find("with VAT") != std::string_view::npos;
  const std::string where =
      figure.region == k_home_country ? "" : fmt::format(" in {}{}", figure.region, has_tax ? " with VAT" : "");
  const bool is_new = figure.condition == Condition::brand_new;
  const std::string on = (is_new && !figure.place.empty() ? fmt::format(" on {}", figure.place) : "") + where;
  switch (figure.kind) {
    case QuoteKind::list:
      return fmt::format("list price {} ({} {})", amount, month, figure.date.year());
    case QuoteKind::shop:
      return fmt::format("{} at {}{} ({})", amount, figure.place.empty() ? "a shop" : figure.place, where, month);
    case QuoteKind::ask_mean_of_lowest:
      return fmt::format("the three cheapest asked {}{} ({})", amount, on, month);
    case QuoteKind::ask_lowest:
      if (figure.asks == 1) return fmt::format("one offer, {}{} ({})", amount, on, month);
      if (figure.asks) return fmt::format("asked from {}{} ({}, lowest of {})", amount, on, month, *figure.asks);
      [[fallthrough]];
    default:
      return fmt::format("asked from {}{} ({})", amount, on, month);
  }
}

std::string memory_price_words(const MemoryPurchase& memory) {
  if (!memory.total()) {
    return memory.price ? fmt::format("the price of a {} is not known", memory.machine_title)
                        : std::string("the price of the RAM is not known");
  }
  const std::string machine =
      memory.machine ? fmt::format("{} for a machine that takes it and ", money(*memory.machine)) : "";
  const bool is_abroad = !memory.quote->region.empty() && memory.quote->region != k_home_country;
  return fmt::format("{}about {} for the RAM{} in {}", machine, money(*memory.price),
                     is_abroad ? fmt::format(" in {}", memory.quote->region) : "", month_name(memory.quote->date));
}

/// "$2,210: $1,430 for the GPU and about $780 for the RAM in November".
std::string words_with_memory(const Offer& offer) {
  std::string memory = memory_price_words(*offer.memory);
  if (!offer.memory->total()) return memory;
  return fmt::format("{} ({} for the GPU{}{}{})", money(*total_price(offer)),
                     today_text(offer.price->today * offer.count, *offer.price), offer.count > 1 ? "s" : "",
                     offer.memory->machine ? ", " : " and ", memory);
}

std::string price_words(const Offer& offer) {
  if (!offer.price) return "price unknown";
  if (offer.memory) return words_with_memory(offer);
  if (const Price* asked = offer.price->asked) {
    if (offer.count == 1) return asked_words(*asked, offer.price->today);
    return fmt::format("{}, at {} each ({})", money(*total_price(offer)), money(offer.price->today),
                       is_offered(offer) ? "asked in " + month_name(asked->date)
                                         : fmt::format("{} was asked for in {}",
                                                       *asked->asks == 1 ? "one" : fmt::format("only {}", *asked->asks),
                                                       month_name(asked->date)));
  }
  const std::string total = money(*total_price(offer));
  switch (offer.price->basis) {
    case PriceBasis::seen:
      return "about " + total;
    case PriceBasis::carried:
      return fmt::format("about {}, last seen in {}", total, month_text(offer.price->seen()));
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
