#include "build_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/offer_words.hpp"

namespace gpuadvisor {

std::string build_name(const Build& build) {
  std::string text;
  for (const GpuGroup& part : build.question.parts) {
    text += fmt::format("{}{}x {}", text.empty() ? "" : " + ", part.count, short_name(*part.gpu));
  }
  return text;
}

std::string machines_text(const Build& build) {
  const auto& machines = build.machines;
  if (machines.size() == 1) return "one machine";
  const std::string of = machines.front() == machines.back()
                             ? std::to_string(machines.front())
                             : fmt::format("{} and {}", machines.front(), machines.back());
  return fmt::format("{} machines of {}", machines.size(), of);
}

std::string watts_text(Watts power) {
  return (power < Watts{1000} ? json_number(power.value()) : in_thousands(power.value())) + " W";
}

std::string supply_text(const SupplyFinding& finding) {
  if (finding.verdict == SupplyVerdict::too_small) {
    if (finding.headroom == Watts{0}) return "is too small: no headroom";
    return fmt::format("is {} too small", watts_text(Watts{-finding.headroom.value()}));
  }
  return fmt::format("leaves {} ({:.0f} %): {}", watts_text(finding.headroom), 100 * finding.share,
                     enum_name(finding.verdict));
}

std::string judged_supply_text(const SupplyFinding& finding, const BuildPower& power) {
  std::string text = supply_text(finding);
  if (!finding.is_below_recommended || finding.verdict == SupplyVerdict::too_small) return text;
  const std::string below = fmt::format(", below the recommended {}{}", watts_text(power.recommended->total()),
                                        power.recommended->one.is_estimated ? " (estimated)" : "");
  return text.insert(text.rfind(':'), below);
}

std::string advised_supply_text(const BuildPower& power) {
  if (!power.advised)
    return fmt::format("No single power supply (up to {}) leaves 20 % headroom: use two", watts_text(k_largest_supply));
  const bool is_for_headroom = !power.recommended || is_headroom_decisive(*power.need);
  return fmt::format("Smallest standard power supply{}: {}", is_for_headroom ? " with 20% headroom" : "",
                     watts_text(*power.advised));
}

std::string recommendation_text(const Build& build) {
  const MachineSupply& found = *build.power.recommended;
  const RecommendedSupply& one = found.one;
  const std::string card(short_name(*found.first));
  std::string text;
  if (!one.is_estimated) {
    text = fmt::format("{} recommends {} for one {}", one.maker, watts_text(one.supply), card);
  } else {
    text = fmt::format("{} for one {}, estimated from {} figures for other cards", watts_text(one.supply), card,
                       one.maker.empty() ? std::string("vendors'") : fmt::format("{}'s", one.maker));
  }
  const auto& limit = build.question.limit;
  if (found.saved > Watts{0}) text += fmt::format(", {} less at {}", watts_text(found.saved), watts_text(*limit));
  if (found.further == Watts{0}) return text;
  if (build.is_mixed()) return text + fmt::format(", plus {} for the others", watts_text(found.further));
  return text + fmt::format(", plus {} for {}", watts_text(*found.first->tdp - found.saved),
                            build.largest() == 2 ? "the second" : "each further one");
}

std::string_view own_supply_text(const Build& build) {
  if (build.feasibility.is_in_server()) return "The server has its own power supplies.";
  if (build.feasibility.host == nullptr) return "A whole machine has its own power supply.";
  return "A desktop power supply does not fit all of these.";
}

std::string_view guide_text(std::string_view id, std::span<const Guide> guides) {
  const auto found = std::find_if(guides.begin(), guides.end(), [id](const Guide& guide) { return guide.id == id; });
  return found == guides.end() ? id : found->title;
}

std::string attributed(std::string_view says, std::string_view title) {
  if (says.ends_with('.')) says.remove_suffix(1);
  return fmt::format("{} ({}).", says, title);
}

std::string condition_text(const BuildPrice& price) {
  std::vector<std::string> found;
  for (const PriceEstimate& each : price.each) {
    const std::string condition(condition_word(each));
    if (!contains(found, condition)) found.push_back(condition);
  }
  return enumeration(found);
}

std::string price_text(const Build& build, const BuildPrice& price) {
  const bool is_uniform = condition_text(price) == enum_name(price.condition);
  std::string text;
  for (std::size_t i = 0; i < price.each.size(); ++i) {
    const PriceEstimate& each = price.each[i];
    const std::size_t quotes = each.quotes.size();
    const std::string of = build.is_mixed() ? fmt::format(" {}", short_name(*build.question.parts[i].gpu)) : "";
    const std::string_view for_each = build.count() > 1 ? " for each" : "";
    text += fmt::format("{}{}{}{}", text.empty() ? "" : "; ", today_text(each.today, each), for_each, of);
    if (each.is_yours()) {
      text += ", your price";
      continue;
    }
    text += fmt::format(", {} quote{} to {}", quotes, quotes == 1 ? "" : "s", each.seen().text());
    if (!is_uniform) text += fmt::format(", {}", condition_word(each));
    if (const auto mark = price_mark(each); !mark.empty()) text += fmt::format(", {}", mark);
  }
  return text;
}

}  // namespace gpuadvisor
