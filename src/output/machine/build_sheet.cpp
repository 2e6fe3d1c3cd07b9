#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "advice/request/board_length.hpp"
#include "build_comparison_document.hpp"
#include "build_view.hpp"
#include "build_words.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/fact.hpp"
#include "output/phrases/feasibility_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"
#include "report/sheet.hpp"

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
                        ? fmt::format("{} are recommended", watts_text(power.recommended->total()))
                        : fmt::format("that is {}", enum_name(power.supply->verdict)));
  }
  const auto is_passive = [](const GpuGroup& part) { return part.gpu->cooling == Cooling::passive; };
  if (std::any_of(build.question.parts.begin(), build.question.parts.end(), is_passive))
    found.emplace_back(build.count() == 1 ? "a desktop cannot cool it" : "a desktop cannot cool them");
  if (!power.need) found.emplace_back("their power draw is not known");
  if (!build.heat.empty()) {
    found.emplace_back(build.question.spacing.value_or(0) > 0
                           ? "they overheat"
                           : "they need space between them: side by side they overheat");
  }
  if (build.is_of_several_vendors()) found.emplace_back("they cannot train one model together");
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
    return text +
           fmt::format("{} not work with your {} power supply: it {}.", is_one ? "does" : "do",
                       watts_text(power.supply->supply),
                       lacking == Watts{0} ? "has no headroom" : fmt::format("is {} too small", watts_text(lacking)));
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

/// How fast it is for each workload; explained, how that is known.
Table speed_table(const Build& build, bool is_explained) {
  const bool is_one = build.count() == 1;
  const bool is_parallel = build.question.mode == BuildMode::parallel;
  Table table{{{"work"}, {is_one ? "speed" : "1 GPU", true}}, {}};
  if (!is_one) {
    table.columns.front().title = is_parallel ? "one run on all" : "one run on each";
    if (build.machines.size() > 1 && is_parallel) table.columns.front().title = "one run on each machine";
    table.columns.insert(table.columns.end(), {{"times", true}, {"likely"}, {"together", true}});
  }
  const bool shows_basis = is_explained && is_parallel && !is_one;
  if (shows_basis) table.columns.insert(table.columns.end(), {{"basis"}, {"n", true}, {"guide", true}});
  for (const BuildSpeed& speed : build.speeds) {
    const ExpectedSpeedup& up = speed.speedup;
    std::vector<std::string> row = {std::string(speed.workload->title), or_dash(speed.one_speed, rounded)};
    if (!is_one) {
      const bool has_interval = is_parallel && up.count > 1 && up.low && up.high;
      row.insert(row.end(), {or_dash(speed.times, rounded),
                             has_interval ? fmt::format("{}-{}", rounded(*up.low), rounded(*up.high)) : "-",
                             or_dash(speed.speed, rounded)});
    }
    if (shows_basis) {
      row.insert(row.end(), {speed.is_vendor_measured ? std::string(enum_name(up.basis)) : "other vendor",
                             up.measurements == 0 ? "-" : std::to_string(up.measurements), or_dash(up.guide, rounded)});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// Whether a guide says of the supply asked for, or of a larger one, that it is not enough.
bool is_refused(const Build& build) {
  const auto& question = build.question;
  return std::ranges::any_of(build.power.said, [&](const PowerSupplyRule* rule) {
    return question.supply && !rule->enough && rule->supply >= *question.supply && rule->limit == question.limit;
  });
}

std::string supply_words(const Build& build) {
  const BuildPower& power = build.power;
  if (!power.need) return {};
  if (power.supply) {
    std::string text = fmt::format("{} {}", watts_text(power.supply->supply), judged_supply_text(*power.supply, power));
    if (power.advised) text += fmt::format("; comfortable: {}", watts_text(*power.advised));
    return is_refused(build) ? text + "; a guide says it is not enough" : text;
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
  if (!build.slots || build.count() == 1 || build.is_of_modules()) return {};
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

std::string memory_words(const Build& build) {
  if (!build.memory) return {};
  const std::string each = json_number(build.memory->value());
  if (build.count() == 1) return each + " GB";
  return fmt::format("{} GB each; {} in all, over which layers, weights and states can be split", each,
                     json_number(build.total_memory->value()));
}

std::string power_words(const Build& build) {
  const auto& need = build.power.need;
  if (!need) return {};
  const auto& limit = build.question.limit;
  const std::string peaks = of_each(build, peak_words);
  return fmt::format("{}: {} for the GPU{}{}, {} for the rest{}{}", watts_text(need->total()), watts_text(need->gpus),
                     build.count() == 1 ? "" : "s", limit ? fmt::format(" limited to {} each", watts_text(*limit)) : "",
                     watts_text(need->system), peaks.empty() ? "" : "; ", peaks);
}

/// What the limit asked for does.
std::vector<std::string> limit_effect(const Build& build) {
  std::vector<std::string> found;
  const BuildPower& power = build.power;
  if (power.saved > Watts{0}) found.push_back(fmt::format("The limit saves {}.", watts_text(power.saved)));
  const auto& speed = build.speeds.front().limit_speed;
  if (!build.question.limit || !speed || *speed == 1) return found;
  found.push_back(fmt::format(
      "Speed at the limit: {} of full speed{}.", rounded(*speed),
      power.measured.empty() ? "" : fmt::format(", measured on {}; assumed for training too", power.measured)));
  return found;
}

/// Whence the power of the rest of the machine is known.
std::string host_words(const Build& build) {
  const HostPower& host = build.host;
  if (!build.power.need || host.source.empty()) return {};
  if (host.modules == 0) return fmt::format("The rest: source {}; --system-power.", host.source);
  return fmt::format("The rest: {} per GPU, as in a DGX H100: source {}; --system-power.",
                     watts_text(host.power / host.modules), host.source);
}

Table tried_table(const Build& build) {
  const auto& supply = build.question.supply;
  Table table{{{"limit", true}, {"speed"}, {"GPUs", true}, {"together", true}, {"saved", true}}, {}};
  if (supply) table.columns.push_back({watts_text(*supply) + " supply"});
  for (const TriedLimit& tried : build.power.tried) {
    table.rows.push_back({watts_text(tried.limit->limit),
                          tried.limit->speed ? rounded(tried.limit->speed->value()) : "not known",
                          watts_text(tried.need.gpus), watts_text(tried.need.total()), watts_text(tried.saved)});
    if (tried.supply) table.rows.back().push_back(supply_text(*tried.supply));
  }
  return table;
}

/// Whether the same guide says as much of a larger supply that is too little, or of a smaller one that is enough.
bool is_implied(const PowerSupplyRule& rule, const Build& build) {
  return std::ranges::any_of(build.power.said, [&](const PowerSupplyRule* other) {
    const bool is_stronger = rule.enough ? other->supply < rule.supply : other->supply > rule.supply;
    return is_stronger && other->guide == rule.guide && other->limit == rule.limit && other->enough == rule.enough;
  });
}

/// The cooler of each card, and whether it is known that no guide warns of them.
std::vector<std::string> cooler_words(const Build& build) {
  std::vector<std::string> found;
  const auto& asked = build.question.cooling;
  bool is_known = true;
  for (const GpuGroup& part : build.question.parts) {
    const auto cooling = asked ? asked : part.gpu->cooling;
    is_known = is_known && cooling;
    found.push_back(
        fmt::format("{}: {}.", short_name(*part.gpu),
                    cooling ? fmt::format("{} cooler{}", enum_name(*cooling), asked ? "" : " (the reference board's)")
                            : "cooler not known"));
  }
  if (is_known && build.largest() > 1 && build.slots && build.heat.empty()) {
    found.emplace_back(build.question.spacing.value_or(0) > 0 ? "No guide warns about cards with space between them."
                                                              : "No guide warns about these cards side by side.");
  }
  return found;
}

/// What the prices are of and what the whole is worth.
std::vector<std::string> worth(const Build& build) {
  std::vector<std::string> found;
  if (build.is_of_modules()) found.emplace_back("For the modules only, without their board.");
  for (const BuildPrice& price : build.prices) {
    if (build.is_mixed()) found.push_back(fmt::format("{}.", capitalised(price_text(build, price))));
  }
  if (!build.deciding || !build.question.system_cost) return found;
  std::vector<std::string> values;
  for (const BuildSpeed& speed : build.speeds) {
    if (speed.value) values.push_back(fmt::format("{} {}", speed.workload->title, rounded(*speed.value)));
  }
  if (!values.empty()) found.push_back(fmt::format("Speed per $1000 of the whole: {}.", enumeration(values)));
  return found;
}

/// What is said of a build, fact by fact.
class BuildSheet {
 public:
  explicit BuildSheet(const BuildView& view) : m_view(view), m_build(view.builds.front()) {}

  Sheet sheet() {
    m_sheet.lead(Document().title(verdict(m_build)).gap());
    speed();
    fact(Fact::memory, memory_words(m_build)).more(m_build.memory ? "" : "Not known.");
    power();
    fact(Fact::slots, slot_words(m_build)).more(spacing()).more(warnings({"slots"}));
    fact(Fact::each, m_build.is_of_modules() ? "" : of_each(m_build, board_words));
    fact(Fact::heat, "").more(cooler_words(m_build)).more(warnings({"heat"})).more(rules(RuleTopic::heat));
    fact(Fact::links, of_each(m_build, link_words)).more(rules(RuleTopic::host)).more(licence());
    fact(Fact::price, price_words(m_build)).more(worth(m_build));
    m_sheet.more(warnings({"avoided-by-guide", "new-below-used", "list-price", "no-offer"}));
    const std::string day = data_day(m_view.catalog);
    if (!day.empty()) m_sheet.more(capitalised(day) + '.');
    m_sheet.last_on_screen(
        fmt::format("{}{}{}. Limits, heat, guides: --explain. Complete machines: --compare, --system-cost.",
                    speed_unit(), day.empty() ? "" : "; ", day));
    return std::move(m_sheet);
  }

 private:
  Sheet& fact(Fact fact, std::string text) { return m_sheet.fact(fact, std::move(text)); }

  [[nodiscard]] std::vector<std::string> warnings(std::initializer_list<std::string_view> ids) const {
    std::vector<std::string> found;
    for (const Warning& warning : m_build.warnings) {
      if (contains(ids, warning.id)) found.push_back("Warning: " + warning.text + '.');
    }
    return found;
  }

  /// What a rule says, and whose it is.
  template <class Rule>
  [[nodiscard]] std::string quoted(const Rule& rule) const {
    return attributed(rule.says, guide_text(rule.guide, m_build.guides));
  }

  [[nodiscard]] std::vector<std::string> rules(RuleTopic topic) const {
    std::vector<std::string> found;
    for (const BuildStatement& statement : m_build.rules) {
      if (statement.rule->topic != topic) continue;
      found.push_back(quoted(*statement.rule) + measured_text(statement));
      for (const auto step : statement.rule->steps) found.push_back(fmt::format("- {}.", step));
    }
    return found;
  }

  /// What was measured of training that a guide gives no factor of: " Measured since: 3.82 on 4 GPUs (233 pairs).".
  [[nodiscard]] static std::string measured_text(const BuildStatement& statement) {
    std::vector<std::string> found;
    for (const BuildSpeed& speed : statement.measured_since) {
      const ExpectedSpeedup& up = speed.speedup;
      found.push_back(fmt::format("{} for {} on {} GPUs ({} pairs{})", rounded(*up.factor), speed.workload->title,
                                  up.count, up.measurements,
                                  speed.is_vendor_measured ? "" : " of another vendor's GPUs"));
    }
    if (found.empty()) return {};
    return fmt::format(" Measured since: {}, if the model fits in one GPU.", enumeration(found));
  }

  [[nodiscard]] std::string speed_unit() const {
    const bool is_index = m_build.speeds.front().speed_kind == SpeedKind::index;
    return fmt::format("{}: {} = 1.00", is_index ? "speed" : "score, a ranking, not a speed",
                       m_view.catalog.reference_name);
  }

  void speed() {
    const bool is_explained = m_view.depth.is_explained;
    Document shown;
    if (is_explained || m_build.feasibility.obstacle != Obstacle::whole_machines) {
      shown.table(speed_table(m_build, is_explained), is_explained ? 2 : 0);
    }
    m_sheet.fact(Fact::speed, std::move(shown)).more(speed_legend());
    m_sheet.more(warnings({"beyond-one-machine", "mixed-models", "mixed-vendors", "other-vendor"}));
    if (m_build.count() > 1 && m_build.question.mode == BuildMode::parallel) {
      m_sheet.more(
          fmt::format("Or {} independent experiments at once, each at the speed of one GPU.", m_build.count()));
    }
    m_sheet.more(rules(RuleTopic::several_gpus));
  }

  [[nodiscard]] std::string speed_legend() const {
    std::string text = capitalised(speed_unit()) + '.';
    if (m_build.count() == 1) return text;
    if (m_build.is_mixed()) text += " one GPU: the slowest.";
    if (m_build.question.mode == BuildMode::experiments) {
      return text + " Each run has a speed-up of 1; results come sooner because several run at once.";
    }
    text += " 80 %: eight in ten of n measured pairs are in this interval";
    if (m_build.machines.size() > 1) text += fmt::format(", in a machine of {}", m_build.largest());
    text += "; guide: what a guide says.";
    const bool is_pooled =
        std::ranges::any_of(m_build.speeds, [](const BuildSpeed& speed) { return speed.speedup.measurements > 0; });
    if (!is_pooled) return text;
    return text + " Speed-ups are averages over all GPUs timed in such numbers, not of this one only.";
  }

  void power() {
    const BuildPower& power = m_build.power;
    fact(Fact::power, power_words(m_build)).more(host_words(m_build)).more(limit_effect(m_build));
    m_sheet.more(warnings({"power-unknown", "power-limit-unmeasured"})).more(tried_table(m_build));
    for (const TriedLimit& tried : power.tried) {
      if (tried.limit->count.value_or(m_build.largest()) == m_build.largest()) m_sheet.more(quoted(*tried.limit));
    }
    if (!power.tried.empty()) m_sheet.more("At other limits than guides tried, the speed is not known.");
    m_sheet.more(rules(RuleTopic::power));
    fact(Fact::supply, supply_words(m_build));
    if (power.supply && m_build.is_of_desktop_cards()) {
      if (!power.advised) m_sheet.more(advised_supply_text(power) + '.');
      if (power.recommended) m_sheet.more(capitalised(recommendation_text(m_build)) + '.');
    }
    for (const PowerSupplyRule* rule : power.said) {
      if (!is_implied(*rule, m_build)) m_sheet.more(quoted(*rule));
    }
  }

  [[nodiscard]] std::string spacing() const {
    const int free = m_build.question.spacing.value_or(0);
    if (m_build.feasibility.has_frame()) return "The cards stand apart, on risers.";
    return free > 0 && m_build.slots ? fmt::format("With {} free between two cards.", free) : "";
  }

  [[nodiscard]] std::vector<std::string> licence() const {
    std::vector<std::string> found = warnings({"form", "policy-risk"});
    if (m_build.question.deployment) return found;
    for (const DeploymentRule* rule : m_build.licence) {
      found.push_back(fmt::format("A licence risk in a data center: {}.", rule->terms));
    }
    return found;
  }

  const BuildView& m_view;
  const Build& m_build;
  Sheet m_sheet = {};
};

}  // namespace

Document document_of(const BuildView& view) {
  if (view.builds.size() == 2) return build_comparison_document(view);
  return BuildSheet(view).sheet().document(view.depth);
}

}  // namespace gpuadvisor
