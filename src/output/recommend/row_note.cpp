#include "row_note.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "advice/request/board_length.hpp"
#include "catalog/records/rent.hpp"
#include "core/text.hpp"
#include "cost_words.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor {
namespace {

/// "no BF16, FP8"; empty where the GPU has all that the workload gains from.
std::string lacking_text(const DetailedOffer& row) {
  const auto names = mapped(row.details.lacks, [](const Feature* feature) { return feature->title; });
  return names.empty() ? "" : "no " + joined(names, ", ");
}

/// What to know of a row before trusting it, in a few words: the worst of it.
std::string worst_of(const DetailedOffer& row) {
  struct Words {
    std::string_view warning;
    std::string_view text;
  };
  constexpr auto k_words = std::to_array<Words>({{"no-offer", ""},
                                                 {"support-ended", "support ended"},
                                                 {"new-below-used", "used ask more"},
                                                 {"shops-asked-less", "less at shops"},
                                                 {"list-price", "launch price"},
                                                 {"support-ending", "support ends"},
                                                 {"support-community", "community builds"},
                                                 {"not-installable", "passive"},
                                                 {"support-unknown", "support unknown"},
                                                 {"avoided-by-guide", "guides warn"}});
  const Gpu& gpu = *row.offer.gpu;
  // What is not what it is taken for, before all else; an export version is much like the product.
  if (gpu.distinction && *gpu.distinction != Distinction::exported) return std::string(distinction_words(gpu));
  const auto& price = row.offer.price;
  if (price && price->no_offer) {
    return *price->no_offer == NoOffer::out_of_production ? "not made now" : "no offer";
  }
  if (price && price->age != PriceAge::current) {
    return "old price";
  }
  for (const Words& words : k_words) {
    for (const Warning& warning : row.details.warnings) {
      if (warning.id != words.warning) continue;
      if (words.warning == "not-installable" && gpu.cooling != Cooling::passive) continue;  // told by the goods
      return std::string(words.text);
    }
  }
  if (const Price* asked = price ? price->asked : nullptr; asked != nullptr) {
    if (asked->kind == QuoteKind::ask_lowest && asked->asks)
      return asked->asks == 1 ? "one offer" : fmt::format("{} asks", *asked->asks);
    if (asked->region != k_home_country) return fmt::format("in {}", asked->region);
  }
  const bool is_lone =
      price && !price->asked && !price->is_yours() && price->quotes.size() == 1 && price->basis != PriceBasis::list;
  return std::string(is_lone ? "one quote" : distinction_words(gpu));
}

/// "21 offer", "vast.ai?".
std::string provider_note(const Offer& offer) {
  const Rental& rental = *offer.rental;
  const std::string who =
      rental.providers == 1 ? std::string(rental.cheapest->provider) : fmt::format("{} offer", rental.providers);
  return who + (tells_machine(offer) ? "" : "?");
}

/// "252 to 356 mm long", where some boards fit the case of the asker and some do not.
std::string length_note(const Offer& offer, const Request& request) {
  const bool fits = offer.rental || !request.max_length || board_lengths(*offer.gpu).to <= request.max_length;
  return fits ? "" : board_length_words(*offer.gpu);
}

}  // namespace

std::string row_note(const DetailedOffer& row, const Request& request) {
  std::string worst = row.offer.rental ? provider_note(row.offer) : worst_of(row);
  const Goods goods = row.offer.price ? row.offer.price->goods : Goods::card;
  if (goods == Goods::module && worst.empty()) worst = "module";
  std::string software = software_note(*row.offer.gpu);
  if (worst.starts_with("support") || worst == "community builds") software.clear();  // they say more of it
  if (goods == Goods::machine && (worst.empty() || !software.empty())) worst = "machine";
  if (goods == Goods::machine && worst != "machine" && worst != "whole machine") worst = "machine; " + worst;
  // What is to be bought with it goes before what is told elsewhere, too.
  if (row.offer.further_cards > Usd{0} && !request.includes_rent) worst = "parts " + money(row.offer.further_cards);
  if (row.offer.memory) {
    const std::string memory = fmt::format("{:g} GB RAM", row.offer.memory->size.value());
    worst = row.offer.further_cards > Usd{0} && software.empty() ? memory + "; " + worst : memory;
  }
  // Beside its software there is no room for more than what that costs, or how much it is.
  const bool is_bought = worst.starts_with("parts ") || worst.ends_with(" GB RAM");
  if (!software.empty() && is_bought) {
    software += row.offer.memory ? fmt::format(", {:g}GB RAM", row.offer.memory->size.value())
                                 : " +" + money(row.offer.further_cards);
    worst.clear();
  }
  std::vector<std::string> notes = {std::move(software), std::move(worst), length_note(row.offer, request),
                                    lacking_text(row)};
  std::erase(notes, "");
  return fmt::format("{}", fmt::join(notes, "; "));
}

std::string miss_note(const NearMiss& miss, std::optional<Usd> budget) {
  switch (miss.kind) {
    case NearMissKind::within_interval:
      return fmt::format("may cost {}", money(at_price(miss.offer, miss.offer.price->low)));
    case NearMissKind::last_price:
      return "old price";
    case NearMissKind::no_offer:
      return "no offer";
    case NearMissKind::no_price:
      return "price unknown";
    case NearMissKind::change:
      break;
  }
  struct Words {
    std::string_view constraint;
    std::string_view text;
  };
  constexpr auto k_words = std::to_array<Words>({{"fit", "too small"},
                                                 {"memory", "memory"},
                                                 {"memory-floor", "too small"},
                                                 {"installable", "no card"},
                                                 {"power", "power"},
                                                 {"power-supply", "power supply"},
                                                 {"length", "too long"},
                                                 {"condition", "condition"}});
  const Rejection& missing = miss.missing.front();
  if (missing.constraint == "budget" && miss.offer.price && budget) {
    const Usd over = *total_price(miss.offer) - *budget;
    return money_exact(Usd{std::ceil(over.value())}) + " over";
  }
  if (missing.constraint == "support") {
    const std::string software = software_note(*miss.offer.gpu);
    return software.empty() ? "support ended" : software;
  }
  const auto* const words = std::find_if(k_words.begin(), k_words.end(),
                                         [&](const Words& one) { return one.constraint == missing.constraint; });
  return words == k_words.end() ? missing.reason : std::string(words->text);
}

}  // namespace gpuadvisor
