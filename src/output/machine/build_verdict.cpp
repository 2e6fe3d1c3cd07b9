#include "build_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "build_words.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// "CNN training 3.82 times, RNN training 3.56, Transformer training not known".
std::string speed_line(const Build& build) {
  const int count = build.count();
  if (build.question.mode == BuildMode::experiments) {
    return fmt::format("Speed: {} experiments at once, none of them faster than on one GPU.", count);
  }
  if (build.is_of_several_vendors()) return "Speed: none in common, the GPUs do not train one network together.";
  std::vector<std::string> found;
  for (const BuildSpeed& speed : build.speeds) {
    const bool is_known = speed.times && speed.limit_speed;
    found.push_back(fmt::format("{} {}", speed.workload->title,
                                is_known ? rounded(*speed.times * *speed.limit_speed) + " times" : "not known"));
  }
  return fmt::format("Speed of all against {}: {}.",
                     build.is_mixed() ? "one of the slowest at full power" : "one at full power", enumeration(found));
}

std::string supply_line(const Build& build) {
  const BuildPower& power = build.power;
  const auto& asked = build.question.supply;
  if (!power.need) {
    return fmt::format("Power supply: {}, since the board power of a GPU is unknown.",
                       asked ? fmt::format("unknown whether {} are enough", watts_text(*asked)) : "unknown");
  }
  if (power.supply) {
    const bool is_enough = power.supply->verdict != SupplyVerdict::too_small;
    const bool is_refused = is_enough && !refusals(build).empty();
    return fmt::format("Power supply: {} {}{}.", watts_text(power.supply->supply),
                       judged_supply_text(*power.supply, power), is_refused ? "; a guide says it is not enough" : "");
  }
  if (build.is_of_desktop_cards()) return advised_supply_text(power) + '.';
  return fmt::format("Power: {}. {}", watts_text(power.need->total()), own_supply_text(build));
}

std::string heat_text(const Build& build) {
  if (!build.heat.empty()) return build.question.spacing ? "cards overheat" : "cards side by side overheat";
  const auto& parts = build.question.parts;
  const bool is_known = build.question.cooling || std::all_of(parts.begin(), parts.end(), [](const GpuGroup& part) {
                          return part.gpu->cooling.has_value();
                        });
  return is_known ? "no guide warns of heat" : "not known, nor is the cooler";
}

std::string room_line(const Build& build) {
  if (build.is_of_modules()) return "Cooling and slots: the modules sit on a board made for them.";
  if (build.count() == 1) return {};
  std::string slots = "not known";
  if (!build.slots && !build.feasibility.needs.empty()) slots = "apart from each other";
  if (build.slots) {
    slots = fmt::format("{} ({} needed, {} there{})", build.slots->fits() ? "enough" : "too few", build.slots->needed,
                        build.slots->available, build.has_other_cooler() ? ", if as wide as the reference boards" : "");
  }
  return fmt::format("Cooling: {}. Slots: {}.", heat_text(build), slots);
}

std::string cost_line(const Build& build) {
  std::vector<std::string> found;
  for (const BuildPrice& price : build.prices) {
    const bool is_old = std::any_of(price.each.begin(), price.each.end(),
                                    [](const PriceEstimate& each) { return each.age != PriceAge::current; });
    const std::string amount = money(price.gpus) + (is_old ? " by old quotes" : "");
    found.push_back(price.condition == Condition::mixed ? fmt::format("new or used {}", amount)
                                                        : fmt::format("{} {}", enum_name(price.condition), amount));
  }
  if (found.empty()) return "Cost: no price is known for all of the GPUs in one condition.";
  return fmt::format("Cost of the GPUs: {}.", enumeration(found));
}

}  // namespace

std::vector<const PowerSupplyRule*> refusals(const Build& build) {
  std::vector<const PowerSupplyRule*> found;
  if (!build.question.supply) return found;
  for (const PowerSupplyRule* rule : build.power.said) {
    const bool is_against = !rule->enough && rule->supply >= *build.question.supply;
    if (!is_against || rule->limit != build.question.limit) continue;
    const auto same =
        std::find_if(found.begin(), found.end(), [&](const auto* other) { return other->guide == rule->guide; });
    if (same == found.end()) {
      found.push_back(rule);
    } else if (rule->supply < (*same)->supply) {
      *same = rule;
    }
  }
  return found;
}

std::vector<std::string> verdict_texts(const Build& build) {
  return {build.count() > 1 ? speed_line(build) : "", supply_line(build), room_line(build), cost_line(build)};
}

}  // namespace gpuadvisor
