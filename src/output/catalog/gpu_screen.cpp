#include "gpu_screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "advice/request/board_length.hpp"
#include "advice/request/form_group.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/cost/own_or_rent_words.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/familiar_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/rent/rent_words.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"

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

/// "ranks 21 of 120 by speed for Deep-learning training and 63 by speed for the money"; of what has no price of today,
/// which such a list has last, "would be about 4th of 120 by speed".
std::string rank_text(const DefaultPlace& place) {
  if (price_tier(place.standing.offer) > 0 && place.rank_by_speed_alone > 0) {
    return fmt::format("would be about {} of {} by speed for {}", ordinal(place.rank_by_speed_alone), place.rows,
                       place.workload->title);
  }
  std::string text =
      fmt::format("ranks {} of {} by speed for {}", place.standing.rank, place.rows, place.workload->title);
  return place.rank_by_value > 0 ? text + fmt::format(" and {} by speed for the money", place.rank_by_value) : text;
}

/// Why the default answers leave it out; empty where they do not.
std::vector<Rejection> reasons_against(const GpuAdvice& advice) {
  return advice.place && advice.place->standing.absence ? advice.place->standing.absence->rejections
                                                        : std::vector<Rejection>();
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

/// What it is, costs and is good for.
std::string verdict(const GpuScreen& screen) {
  const auto& [gpu, facts, advice] = screen;
  const std::string begin = fmt::format("The {}, {}, {}", brief_name(gpu), what_it_is(gpu), what_it_costs(advice));
  const auto against = reasons_against(advice);
  if (!advice.first_for.empty()) return fmt::format("{} and is today's pick for {}.", begin, titles(advice.first_for));
  if (!against.empty()) return fmt::format("{} and is {}.", begin, hidden_words(gpu, against, advice.place->support));
  if (!advice.place) return begin + '.';
  return fmt::format("{} and {}.", begin, rank_text(*advice.place));
}

/// What the verdict leaves open: its place, or for whom it is the next best.
std::string elaboration(const GpuScreen& screen) {
  const GpuAdvice& advice = screen.advice;
  if (!advice.place) return {};
  if (advice.place->standing.absence) {
    std::string text;
    if (!advice.first_for.empty())
      text = fmt::format("It is {}. ", hidden_words(screen.gpu, reasons_against(advice), advice.place->support));
    if (const auto& own = advice.place->own) {
      text += fmt::format("Among {} it ranks {} of {} by speed for {}.", own_kind(screen.gpu, *own), own->rank,
                          own->rows, advice.place->workload->title);
    }
    return text;
  }
  if (!advice.first_for.empty()) return fmt::format("It {}.", rank_text(*advice.place));
  return advice.second_for.empty() ? "" : fmt::format("It is the next best for {}.", titles(advice.second_for));
}

/// A row per condition, and one for renting.
Table offer_table(const GpuScreen& screen) {
  Table table{{{"offer"}, {"today", true}, {"likely"}, {"seen"}, {"by"}}, {}};
  for (const PriceEstimate& price : screen.facts.prices) {
    table.add({std::string(condition_word(price)), today_text(price.today, price),
               price.low < price.high ? fmt::format("{}-{}", money(price.low), money(price.high)) : "-",
               month_text(price), by_words(price)});
  }
  if (const auto& rent = screen.advice.rent) {
    table.add({"rent", hourly(rent->middle) + "/h",
               rent->low < rent->high ? fmt::format("{}-{}", hourly(rent->low), hourly(rent->high)) : "-",
               months_text(*rent), counted(static_cast<std::size_t>(rent->providers), "provider")});
  }
  return table;
}

/// The workloads that most people ask for, as they are measured or estimated in 16 bits.
Table speed_table(const GpuScreen& screen) {
  constexpr auto k_asked_for = std::to_array<std::string_view>({"llm-inference", "image-generation"});
  Table table{{{"speed"}, {"", true}, {"80 %"}, {"for example"}}, {}};
  for (const auto& [workload, precision, performance, familiar] : screen.facts.performance) {
    const bool is_usual = (workload->mean_of.empty() && !workload->on_request) || contains(k_asked_for, workload->id);
    if (precision != ScorePrecision::fp16 || !is_usual) continue;
    const bool has_interval = performance.low < performance.high;
    table.add({std::string(workload->title),
               (performance.basis == Basis::measured ? "" : "~") + rounded(performance.index),
               has_interval ? fmt::format("{}-{}", rounded(performance.low), rounded(performance.high)) : "-",
               familiar.empty() ? "-"
                                : fmt::format("{} {} {}", familiar_text(familiar.front()), familiar.front().told->unit,
                                              familiar.front().network->name)});
  }
  return table;
}

std::string list_of(const std::vector<std::string>& texts) { return fmt::format("{}", fmt::join(texts, ", ")); }

std::string memory_words(const Gpu& gpu) {
  std::vector<std::string> found;
  if (gpu.memory)
    found.push_back(fmt::format("{} GB{}{}", json_number(gpu.memory->value()), gpu.memory_type.empty() ? "" : " ",
                                gpu.memory_type));
  if (gpu.memory_bandwidth) found.push_back(fmt::format("{} GB/s", json_number(gpu.memory_bandwidth->value())));
  return list_of(found);
}

/// "71.2 in 16 bits, 35.6 in 32 bits, 330 in FP8".
std::string rate_words(const Gpu& gpu) {
  std::vector<std::string> found;
  const auto add = [&](const auto& rate, std::string_view what) {
    if (rate) found.push_back(fmt::format("{} {}", three_digits(rate->value()), what));
  };
  add(gpu.fp16_tensor ? gpu.fp16_tensor : gpu.bf16_tensor ? gpu.bf16_tensor : gpu.fp16_vector, "in 16 bits");
  add(gpu.fp32, "in 32 bits");
  add(gpu.fp8, "in FP8");
  add(gpu.fp4, "in FP4");
  return list_of(found);
}

/// "BF16, TF32, INT8; no FP8, FP4"; what it has and other lines tell by figures is left out.
std::string feature_words(const std::vector<OwnFeature>& features) {
  constexpr auto k_told_by_figures = std::to_array<std::string_view>({"tensor-cores", "fp16", "nvlink"});
  const auto is_told = [&](const OwnFeature& one) {
    return one.has == HasFeature::yes && contains(k_told_by_figures, one.feature->id);
  };
  const auto having = [&](HasFeature has) {
    std::vector<std::string_view> found;
    for (const OwnFeature& one : features) {
      if (one.has == has && !is_told(one)) found.push_back(one.feature->title);
    }
    return joined(found, ", ");
  };
  const std::string has = having(HasFeature::yes);
  const std::string lacks = having(HasFeature::no);
  return lacks.empty() ? has : fmt::format("{}{}no {}", has, has.empty() ? "" : "; ", lacks);
}

std::string power_words(const Gpu& gpu) {
  std::vector<std::string> found;
  if (gpu.tdp) found.push_back(fmt::format("{:.0f} W", gpu.tdp->value()));
  if (gpu.idle_power) found.push_back(fmt::format("{:.0f} W idle", gpu.idle_power->value()));
  if (gpu.recommended_psu) found.push_back(fmt::format("supply of {:.0f} W or more", gpu.recommended_psu->value()));
  if (!gpu.power_connectors.empty()) found.emplace_back(gpu.power_connectors);
  return list_of(found);
}

/// What the board takes, and its links.
std::string board_words(const Gpu& gpu) {
  std::vector<std::string> found;
  if (gpu.slots) found.push_back(fmt::format("{} slot{}", *gpu.slots, *gpu.slots == 1 ? "" : "s"));
  if (const auto length = board_length_words(gpu); !length.empty()) found.push_back(length);
  if (!gpu.pcie_gen.empty())
    found.push_back(fmt::format("PCIe {}{}", gpu.pcie_gen, gpu.pcie_lanes ? fmt::format(" x{}", *gpu.pcie_lanes) : ""));
  if (gpu.nvlink) found.push_back(fmt::format("NVLink {} GB/s", json_number(gpu.nvlink->value())));
  return list_of(found);
}

std::string support_words(const GpuScreen& screen) {
  const auto& [gpu, facts, advice] = screen;
  std::string text = software_word(gpu, advice.support);
  if (text.starts_with("until") || text.starts_with("from")) text = fmt::format("{} {}", platform_name(gpu), text);
  if (text == "?") text = "not known";
  if (!gpu.compute_capability.empty()) text += fmt::format(", compute capability {}", gpu.compute_capability);
  return fmt::format("{} ({})", text, gpu.architecture);
}

/// What to know before buying that neither the verdict nor a table tells, without verdicts of guides in their day.
std::string cautions(const GpuScreen& screen) {
  const auto told = mapped(reasons_against(screen.advice), [](const Rejection& one) { return one.reason; });
  std::vector<std::string> found;
  for (const Warning& warning : screen.facts.warnings) {
    const bool is_elsewhere = warning.id == "avoided-by-guide" || warning.id == "no-offer" || warning.id == "no-score";
    if (is_elsewhere || contains(told, warning.text)) continue;
    found.push_back(warning.text);
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

/// Which guides advise against it, without their reasons.
std::string advised_against(const GpuScreen& screen) {
  std::vector<std::string> found;
  for (const Warning& warning : screen.facts.warnings) {
    if (warning.id == "avoided-by-guide") found.push_back(warning.text.substr(0, warning.text.find(": ")));
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

/// What it is made of, a line each.
Table part_table(const GpuScreen& screen) {
  const Gpu& gpu = screen.gpu;
  Table table{{{"part"}, {"figures", false, true}}, {}};
  table.has_titles = false;
  const auto add = [&](std::string label, std::string text) {
    if (!text.empty()) table.rows.push_back({std::move(label), std::move(text)});
  };
  add("memory", memory_words(gpu));
  add("TFLOPS", rate_words(gpu));
  add("features", feature_words(screen.advice.features));
  add("power", power_words(gpu));
  add("board", board_words(gpu));
  add("software", support_words(screen));
  add("beware", cautions(screen));
  add("guides", advised_against(screen));
  return table;
}

std::string legend(std::span<const GpuScreen> screens, const CatalogStamp& catalog) {
  const std::string day = data_day(catalog);
  const bool has_hearsay = std::any_of(screens.begin(), screens.end(), [](const GpuScreen& screen) {
    const PriceEstimates& prices = screen.facts.prices;
    return std::any_of(prices.begin(), prices.end(),
                       [](const PriceEstimate& price) { return price.no_offer == NoOffer::hearsay; });
  });
  return fmt::format("speed: {} = 1.00, ~ estimated{}{}.{} All figures, quotes and sources: --explain; {}.",
                     catalog.reference_name, day.empty() ? "" : "; ", day,
                     has_hearsay ? " hearsay: from no ask or sale here." : "",
                     screens.size() > 1 ? "`compare` puts them side by side" : "what it runs: `memory --gpu`");
}

}  // namespace

Document gpu_screens_document(std::span<const GpuScreen> screens, const CatalogStamp& catalog) {
  Document document;
  for (const GpuScreen& screen : screens) {
    if (&screen == screens.data()) {
      document.title(verdict(screen));
    } else {
      document.gap().paragraph(verdict(screen));
    }
    document.paragraph(elaboration(screen));
    if (const auto& found = screen.facts.own_or_rent) document.paragraph(own_or_rent_verdict(*found));
    document.gap();
    document.table(offer_table(screen)).gap().table(speed_table(screen)).gap().table(part_table(screen));
  }
  return document.gap().paragraph(legend(screens, catalog));
}

}  // namespace gpuadvisor
