#include "build_screen.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "advice/request/board_length.hpp"
#include "build_verdict.hpp"
#include "build_words.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/feasibility_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// "4x used RTX 3090, about $5,448".
std::string goods_text(const Build& build) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < build.question.parts.size(); ++i) {
    const GpuGroup& part = build.question.parts[i];
    const std::string condition = build.deciding ? condition_prefix(build.deciding->each[i]) : std::string();
    const std::string count = build.count() == 1 ? "A" : fmt::format("{}x", part.count);
    names.push_back(fmt::format("{} {}{}", count, condition, brief_name(*part.gpu)));
  }
  std::string text = fmt::format("{}", fmt::join(names, " + "));
  if (build.machines.size() > 1) text += fmt::format(" in {}", machines_text(build));
  if (!build.deciding) return text + ", price unknown";
  const auto& each = build.deciding->each;
  const auto old = std::find_if(each.begin(), each.end(), [](const PriceEstimate& price) {
    return price.age != PriceAge::current || price.basis == PriceBasis::carried;
  });
  const Price* asked = each.size() == 1 ? each.front().asked : nullptr;
  if (asked != nullptr) return fmt::format("{}, {}", text, asked_words(*asked, build.deciding->gpus));
  text += fmt::format(", about {}", money(build.deciding->gpus));
  return old == each.end() ? text : text + fmt::format(" (last seen in {})", month_text(old->seen()));
}

/// What stands against it.
std::vector<std::string> objections(const Build& build) {
  std::vector<std::string> found;
  const BuildPower& power = build.power;
  if (power.supply && power.supply->verdict != SupplyVerdict::comfortable) {
    found.push_back(power.supply->is_below_recommended
                        ? fmt::format("that is below the recommended {}", watts_text(power.recommended->total()))
                        : fmt::format("that is {}", enum_name(power.supply->verdict)));
  }
  const auto is_passive = [](const GpuGroup& part) { return part.gpu->cooling == Cooling::passive; };
  if (std::any_of(build.question.parts.begin(), build.question.parts.end(), is_passive))
    found.emplace_back(build.count() == 1 ? "a desktop cannot cool it" : "a desktop cannot cool them");
  if (!power.need) found.emplace_back("how much power they draw is not known");
  if (!build.heat.empty()) {
    found.emplace_back(build.question.spacing.value_or(0) > 0 ? "they overheat" : "side by side they overheat");
  }
  if (build.is_of_several_vendors()) found.emplace_back("they do not train one network together");
  return found;
}

std::string verdict(const Build& build) {
  const BuildPower& power = build.power;
  const bool is_one = build.count() == 1;
  std::string text = goods_text(build) + ": ";
  if (build.feasibility.obstacle != Obstacle::none)
    return text + obstacle_words(build.feasibility.obstacle, build.largest()) + '.';
  if (power.supply && power.supply->verdict == SupplyVerdict::too_small) {
    const Watts lacking{-power.supply->headroom.value()};
    return text + fmt::format("{} not work with your {} power supply, which {}.", is_one ? "does" : "do",
                              watts_text(power.supply->supply),
                              lacking == Watts{0} ? "leaves nothing" : "lacks " + watts_text(lacking));
  }
  text += is_one ? "works" : "work";
  const std::string_view each = build.machines.size() > 1 ? " in each" : "";
  Feasibility others = build.feasibility;
  std::vector<std::string> with;
  if (power.supply) {
    std::erase_if(others.needs, [](const Accessory& need) { return need.kind == AccessoryKind::power_supply; });
    with.push_back(fmt::format("your {} power supply", watts_text(power.supply->supply)));
  } else if (is_one && power.advised && build.feasibility.needs.empty()) {
    with.push_back(fmt::format("{} {} power supply", watts_text(*power.advised).starts_with('8') ? "an" : "a",
                               watts_text(*power.advised)));
  }
  for (std::string& need : need_words(others)) with.push_back(std::move(need));
  if (!with.empty()) text += fmt::format(" with {}{}", enumeration(with), each);
  const auto against = objections(build);
  return against.empty() ? text + '.' : fmt::format("{}, but {}.", text, enumeration(against));
}

/// How fast it is for each workload.
Table speed_table(const Build& build) {
  if (build.count() == 1) {
    Table table{{{"work"}, {"speed", true}}, {}};
    for (const BuildSpeed& speed : build.speeds) {
      table.rows.push_back({std::string(speed.workload->title), or_dash(speed.one_speed, rounded)});
    }
    return table;
  }
  const bool is_parallel = build.question.mode == BuildMode::parallel;
  Table table{{{is_parallel ? "one training on all" : "a training on each"},
               {"one GPU", true},
               {"times", true},
               {"80 %"},
               {"together", true}},
              {}};
  if (build.machines.size() > 1 && is_parallel) table.columns.front().title = "a training on each machine";
  for (const BuildSpeed& speed : build.speeds) {
    const ExpectedSpeedup& up = speed.speedup;
    const bool has_interval = is_parallel && up.count > 1 && up.low && up.high;
    table.rows.push_back({std::string(speed.workload->title), or_dash(speed.one_speed, rounded),
                          or_dash(speed.times, rounded),
                          has_interval ? fmt::format("{}-{}", rounded(*up.low), rounded(*up.high)) : "-",
                          or_dash(speed.speed, rounded)});
  }
  return table;
}

std::string supply_words(const Build& build) {
  const BuildPower& power = build.power;
  if (power.supply) {
    std::string text = fmt::format("{} {}", watts_text(power.supply->supply), judged_supply_text(*power.supply, power));
    if (power.advised) text += fmt::format("; comfortable: {}", watts_text(*power.advised));
    return refusals(build).empty() ? text : text + "; a guide says it is not enough";
  }
  if (!build.is_of_desktop_cards()) return std::string(own_supply_text(build));
  std::string text = advised_supply_text(power);
  return power.recommended ? fmt::format("{} ({})", text, recommendation_text(build)) : text;
}

/// Of each card of several models its own: "2x 8-pin", "RTX 3090: 2x 8-pin; RTX 4090: 1x 16-pin".
template <class Text>
std::string of_each(const Build& build, Text text) {
  std::vector<std::string> found;
  for (const GpuGroup& part : build.question.parts) {
    const std::string own = text(*part.gpu);
    if (!own.empty()) found.push_back(build.is_mixed() ? fmt::format("{}: {}", brief_name(*part.gpu), own) : own);
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

std::string board_words(const Gpu& gpu) {
  std::vector<std::string> found;
  if (gpu.slots) found.push_back(fmt::format("{} slot{}", *gpu.slots, *gpu.slots == 1 ? "" : "s"));
  if (const auto length = board_length_words(gpu); !length.empty()) found.push_back(length);
  if (!gpu.power_connectors.empty()) found.emplace_back(gpu.power_connectors);
  return fmt::format("{}", fmt::join(found, ", "));
}

std::string slot_words(const Build& build) {
  if (!build.slots) return {};
  return fmt::format("{} in all{}{}", build.slots->needed,
                     build.largest() > k_slots_per_gpu ? fmt::format(" of {}", build.slots->available) : "",
                     build.has_other_cooler() ? ", if as wide as the reference boards" : "");
}

std::string link_words(const Gpu& gpu) {
  std::string text = gpu.pcie_gen.empty() ? "PCIe not known" : fmt::format("PCIe {}", gpu.pcie_gen);
  if (gpu.pcie_lanes) text += fmt::format(" x{}", *gpu.pcie_lanes);
  return text + (gpu.nvlink ? fmt::format(", NVLink {} GB/s", json_number(gpu.nvlink->value())) : ", no NVLink known");
}

std::string peak_words(const Gpu& gpu) {
  if (!gpu.peak_power) return {};
  return fmt::format("peaks up to {:.0f} W for under 1 ms", gpu.peak_power->value());
}

std::string price_words(const Build& build) {
  std::vector<std::string> found;
  for (const BuildPrice& price : build.prices) {
    const std::string details = build.is_mixed() ? "" : fmt::format(" ({})", price_text(build, price));
    found.push_back(fmt::format("{} {}{}", condition_text(price), money(price.gpus), details));
  }
  if (build.question.system_cost && build.deciding) {
    found.push_back(fmt::format("{} with {}", money(build.deciding->total), machines_text(build)));
  }
  return found.empty() ? "unknown" : fmt::format("{}", fmt::join(found, "; "));
}

/// What it needs and costs, a line each.
Table need_table(const Build& build) {
  Table table{{{""}, {"", false, true}}, {}};
  const auto add = [&](std::string label, std::string text) {
    if (!text.empty()) table.rows.push_back({std::move(label), std::move(text)});
  };
  if (build.memory) {
    const std::string each = json_number(build.memory->value());
    add("memory", build.count() == 1
                      ? each + " GB"
                      : fmt::format("{} GB each; {} in all, over which layers, weights and states can be split", each,
                                    json_number(build.total_memory->value())));
  }
  if (const auto& need = build.power.need) {
    const auto& limit = build.question.limit;
    const std::string peaks = of_each(build, peak_words);
    add("power",
        fmt::format("{}: {} for the GPU{}{}, {} for the rest{}{}", watts_text(need->total()), watts_text(need->gpus),
                    build.count() == 1 ? "" : "s", limit ? fmt::format(" limited to {} each", watts_text(*limit)) : "",
                    watts_text(need->system), peaks.empty() ? "" : "; ", peaks));
    add("supply", supply_words(build));
  }
  if (build.count() > 1 && !build.is_of_modules()) add("slots", slot_words(build));
  if (!build.is_of_modules()) add("each", of_each(build, board_words));
  add("links", of_each(build, link_words));
  add("price", price_words(build));
  return table;
}

}  // namespace

Document build_screen(const BuildView& view) {
  const Build& build = view.builds.front();
  const std::string day = data_day(view.catalog);
  const bool is_index = build.speeds.front().speed_kind == SpeedKind::index;
  Document document;
  document.title(verdict(build)).gap();
  if (build.feasibility.obstacle != Obstacle::whole_machines) document.table(speed_table(build));
  document.table(need_table(build)).gap();
  return document.paragraph(fmt::format(
      "{}: {} = 1.00{}{}. Limits, heat, and what guides say: --explain. As whole systems: --compare, "
      "--system-cost.",
      is_index ? "speed" : "score, an order and no speed", view.catalog.reference_name, day.empty() ? "" : "; ", day));
}

}  // namespace gpuadvisor
