#include "gpu_verdict.hpp"

#include <fmt/format.h>

#include "advice/request/form_group.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/rent/rent_words.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor {
namespace {

/// "card", "server module"; what sets it apart, where something does.
std::string_view kind_word(const Gpu& gpu) {
  switch (gpu.form) {
    case Form::laptop:
      return "laptop GPU";
    case Form::soc:
      return "chip with unified memory";
    case Form::cloud_chip:
      return "cloud chip";
    case Form::pcie_card:
    case Form::pcie_low_profile:
      break;
    case Form::superchip:
      return "superchip";
    default:
      return "server module";
  }
  if (gpu.distinction == Distinction::modified) return "modified card";
  if (gpu.distinction == Distinction::announced) return "announced card";
  if (gpu.distinction) return distinction_words(gpu);
  return gpu.segment == Segment::datacenter    ? "server card"
         : gpu.segment == Segment::workstation ? "workstation card"
                                               : "card";
}

/// "a card of 2020 with 24 GB".
std::string what_it_is(const Gpu& gpu) {
  const std::string_view kind = kind_word(gpu);
  std::string text = fmt::format("{} {}", kind.find_first_of("aeiou") == 0 ? "an" : "a", kind);
  if (gpu.released) text += fmt::format(" of {}", static_cast<int>(gpu.released->first_day().year()));
  if (gpu.memory) text += fmt::format(" with {} GB", json_number(gpu.memory->value()));
  return text;
}

/// "costs about $1,362 used", "cost about $64 used when last seen in 2026-08", "has no known price".
std::string what_it_costs(const GpuAdvice& advice) {
  const std::string rent = advice.rent ? fmt::format("rents from {} an hour", hourly(advice.rent->low)) : "";
  if (!advice.price) return rent.empty() ? "has no known price" : rent;
  const PriceEstimate& price = *advice.price;
  const std::string amount = money(price.today);
  const std::string condition = price.condition == Condition::mixed ? "" : fmt::format(" {}", condition_word(price));
  switch (price.basis) {
    case PriceBasis::list:
      return fmt::format("cost {} at launch", amount);
    case PriceBasis::yours:
      return fmt::format("costs you {}", amount);
    case PriceBasis::carried:
      return fmt::format("costs about {}{}, last seen in {},", amount, condition, month_text(price.seen()));
    case PriceBasis::seen:
      if (price.asked != nullptr) return fmt::format("costs {}{} ({})", amount, condition, month_text(price.seen()));
      break;
  }
  if (price.decides()) return fmt::format("costs about {}{}", amount, condition);
  const std::string_view doubt = price.no_offer ? no_offer_text(*price.no_offer) : "a price too old to count";
  return fmt::format("costs about {}{}, {},", amount, condition, doubt);
}

std::string titles(const std::vector<const PersonaType*>& types) {
  return enumeration(mapped(types, [](const PersonaType* type) { return fmt::format("\"{}\"", type->title); }));
}

/// "4th".
std::string ordinal(int number) {
  const bool is_teen = number % 100 / 10 == 1;
  const int digit = is_teen ? 0 : number % 10;
  return fmt::format("{}{}", number, digit == 1 ? "st" : digit == 2 ? "nd" : digit == 3 ? "rd" : "th");
}

/// "ranks 21 of 120 by speed for Deep-learning training, 63 for the money"; of what has no price of today,
/// which such a list has last, "would be about 4th of 120 by speed".
std::string rank_text(const DefaultPlace& place) {
  if (price_tier(place.standing.offer) > 0 && place.rank_by_speed_alone > 0) {
    return fmt::format("would be about {} of {} by speed for {}", ordinal(place.rank_by_speed_alone), place.rows,
                       place.workload->title);
  }
  std::string text =
      fmt::format("ranks {} of {} by speed for {}", place.standing.rank, place.rows, place.workload->title);
  return place.rank_by_value > 0 ? text + fmt::format(", {} for the money", place.rank_by_value) : text;
}

/// "AMD's", "laptop GPUs", "Apple's whole machines".
std::string own_kind(const Gpu& gpu, const OwnPlace& own) {
  constexpr auto k_kinds = std::to_array<std::string_view>(
      {"cards", "passive cards", "server modules", "laptop GPUs", "whole machines", "cloud chips"});
  std::string vendor = own.is_of_vendor ? vendor_title(gpu.vendor) + "'s" : "";
  if (!own.is_of_form) return vendor;
  return fmt::format("{}{}{}", vendor, vendor.empty() ? "" : " ",
                     k_kinds.at(static_cast<std::size_t>(form_group(gpu))));
}

}  // namespace

std::vector<Rejection> reasons_against(const GpuAdvice& advice) {
  return advice.place && advice.place->standing.absence ? advice.place->standing.absence->rejections
                                                        : std::vector<Rejection>();
}

std::string verdict(const Gpu& gpu, const GpuAdvice& advice) {
  const std::string begin = fmt::format("The {}, {}, {}", brief_name(gpu), what_it_is(gpu), what_it_costs(advice));
  const auto against = reasons_against(advice);
  if (!advice.first_for.empty()) return fmt::format("{} and is today's pick for {}.", begin, titles(advice.first_for));
  if (!against.empty()) return fmt::format("{} and is {}.", begin, hidden_words(gpu, against, advice.place->support));
  if (!advice.place) return begin + '.';
  return fmt::format("{} and {}.", begin, rank_text(*advice.place));
}

std::string elaboration(const Gpu& gpu, const GpuAdvice& advice) {
  if (!advice.place) return {};
  if (advice.place->standing.absence) {
    std::string text;
    if (!advice.first_for.empty())
      text = fmt::format("It is {}. ", hidden_words(gpu, reasons_against(advice), advice.place->support));
    if (const auto& own = advice.place->own) {
      text += fmt::format("Among {} it ranks {} of {} by speed for {}.", own_kind(gpu, *own), own->rank, own->rows,
                          advice.place->workload->title);
    }
    return text;
  }
  if (!advice.first_for.empty()) return fmt::format("It {}.", rank_text(*advice.place));
  return advice.second_for.empty() ? "" : fmt::format("It is the next best for {}.", titles(advice.second_for));
}

}  // namespace gpuadvisor
