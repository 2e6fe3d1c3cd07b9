#pragma once

#include <array>
#include <limits>
#include <tuple>

#include "board_length.hpp"
#include "constraint.hpp"
#include "economics/build_cooling.hpp"
#include "form_group.hpp"

// Constraints on the board, and on what a computer must have room, air and power for.

namespace gpuadvisor {

inline constexpr Constraint k_power_constraint = {
    .id = "power",
    .option = "max-power power",
    .failing = "outside the power range",
    .is_asked = [](const Request& request) { return request.max_power || request.power; },
    .fails =
        [](const Case& c) {
          const auto drawn = power(c.offer);
          const auto& [limit, range] = std::tie(c.request.max_power, c.request.power);
          return !drawn || (limit && *drawn > *limit) || (range && !range->contains(*drawn));
        },
    .reason = [](const Case& c) -> std::string {
      const auto drawn = power(c.offer);
      if (!drawn) return "power unknown";
      const auto& [limit, range] = std::tie(c.request.max_power, c.request.power);
      if (range && range->from && *drawn < *range->from) {
        return fmt::format("draws {} W, at least {} W wanted", drawn->value(), range->from->value());
      }
      Watts most{std::numeric_limits<double>::infinity()};
      if (limit) most = *limit;
      if (range && range->to) most = std::min(most, *range->to);
      return fmt::format("draws {} W, at most {} W wanted", drawn->value(), most.value());
    },
    .relax =
        [](const RelaxationBuilder& draft) {
          const auto needed = power(draft.offer);
          draft.result.is_possible &= needed.has_value();
          if (!needed) return;
          const auto& [limit, range] = std::tie(draft.in_force.max_power, draft.in_force.power);
          if (limit && *needed > *limit) {
            draft.set_figure({"max-power", needed->value()}, limit->value(), needed->value());
            draft.result.request.max_power = needed;
          }
          if (range && !range->contains(*needed)) {
            draft.result.request.power = widened(draft, "power", *range, *needed);
          }
        },
    .leave_out =
        [](Request& request) {
          request.max_power.reset();
          request.power.reset();
        },
    .is_of_buyers = true,
};

/// What is recommended for all cards of an offer; nothing where it is unknown, or they are no cards for desktops.
[[nodiscard]] inline std::optional<MachineSupply> recommended_supply(const Offer& offer,
                                                                     const RecommendedSupplies& supplies) {
  return supplies.of(std::array{SupplyPart{offer.gpu, offer.count}}, std::nullopt);
}

inline constexpr auto k_power_supply_option =
    FigureOption<&Request::supply>{"--psu",
                                   "W",
                                   "Your power supply: only GPUs it is recommended for",
                                   "supply_w",
                                   "Power supply that is to feed all GPUs",
                                   "W"};

inline constexpr Constraint k_power_supply_constraint = {
    .id = "power-supply",
    .option = k_power_supply_option.name.substr(2),
    .failing = "too much for the power supply",
    .is_asked = [](const Request& request) { return request.supply.has_value(); },
    .fails =
        [](const Case& c) {
          const auto needed = recommended_supply(c.offer, *c.supplies);
          return !needed || needed->total() > *c.request.supply;
        },
    .reason = [](const Case& c) -> std::string {
      if (!takes_desktop_supply(c.gpu())) return "runs on no desktop power supply";
      const auto needed = recommended_supply(c.offer, *c.supplies);
      if (!needed) return c.gpu().tdp ? "recommended power supply unknown" : "power draw unknown";
      const RecommendedSupply& one = needed->one;
      std::string basis = "estimated";
      if (!one.is_estimated) {
        basis = fmt::format("{}'s recommendation{}", one.maker, c.offer.count > 1 ? " for one" : "");
      }
      return fmt::format("needs a {} W power supply ({})", needed->total().value(), basis);
    },
    .heading = [](const Request& request) { return fmt::format("{} W power supply", request.supply->value()); },
    .relax =
        [](const RelaxationBuilder& draft) {
          const Watts before = *draft.in_force.supply;
          const auto needed = recommended_supply(draft.offer, *supplies_for(draft.in_force, draft.catalog));
          if (needed) {
            draft.set_figure(before.value(), needed->total().value());
            draft.result.request.supply = needed->total();
          } else if (takes_desktop_supply(*draft.offer.gpu)) {
            draft.result.is_possible = false;
          } else {
            draft.drop();
            draft.result.request.supply.reset();
          }
        },
    .is_of_buyers = true,
};

/// Cards in one desktop: those that the asker has, and those of the offer.
[[nodiscard]] inline int cards_in_desktop(const Case& c) {
  int cards = c.offer.count;
  if (c.request.job) {
    for (const GpuGroup& own : c.request.job->own()) cards += own.count;
  }
  return cards;
}

[[nodiscard]] inline bool is_computer(const Gpu& gpu) {
  return form_group(gpu) == FormGroup::machine || form_group(gpu) == FormGroup::laptop;
}

[[nodiscard]] inline bool owns_computer(const Request& request) {
  const auto is_one = [](const GpuGroup& own) { return is_computer(*own.gpu); };
  return request.job && std::any_of(request.job->own().begin(), request.job->own().end(), is_one);
}

inline constexpr Constraint k_build_constraint = {
    .id = "build",
    .failing = "do not fit in one machine",
    .is_asked =
        [](const Request& request) { return request.count.to > 1 || (request.job && !request.job->own().empty()); },
    .fails =
        [](const Case& c) {
          if (is_computer(c.gpu()) || owns_computer(c.request)) return cards_in_desktop(c) > 1;
          const bool has_own = cards_in_desktop(c) > c.offer.count;
          return has_own && c.request.count.to <= k_gpus_per_board && cards_in_desktop(c) > k_gpus_per_board;
        },
    .reason = [](const Case& c) -> std::string {
      if (is_computer(c.gpu())) return "is a complete machine, which cannot be combined";
      if (owns_computer(c.request)) return "a complete machine takes no further card";
      return fmt::format("{} cards in all; one machine at home holds {}", cards_in_desktop(c), k_gpus_per_board);
    },
    .relax = [](const RelaxationBuilder& draft) { draft.result.is_possible = false; },
    .is_of_buyers = true,
};

inline constexpr auto k_slots_option = FigureOption<&Request::max_slots>{
    "--max-slots", "N", "Maximum slots of one card", "max_slots", "That a card may take", {}, 16};

inline constexpr Constraint k_slots_constraint = at_most<&Request::max_slots, &Gpu::slots>({
    .id = "slots",
    .option = k_slots_option.name.substr(2),
    .failing = "too wide",
    .reason = [](const Case& c) -> std::string {
      if (!c.gpu().slots) return "slots unknown";
      return fmt::format("takes {} slots, at most {} wanted", *c.gpu().slots, *c.request.max_slots);
    },
    .heading =
        [](const Request& request) {
          return fmt::format("at most {} slot{}", *request.max_slots, *request.max_slots == 1 ? "" : "s");
        },
    .is_of_buyers = true,
});

[[nodiscard]] inline std::optional<Millimetres> shortest_board(const Gpu& gpu) { return board_lengths(gpu).from; }

inline constexpr auto k_length_option = FigureOption<&Request::max_length>{
    "--length",
    "MM",
    "Longest card that fits your case, in mm: at least one maker's board is that short",
    "max_length_mm",
    "Some board of the GPU is no longer",
    "mm"};

/// The longest board that the case takes: a GPU passes if some board of it does.
inline constexpr Constraint k_length_constraint = at_most<&Request::max_length, shortest_board>({
    .id = "length",
    .option = k_length_option.name.substr(2),
    .failing = "too long",
    .reason = [](const Case& c) -> std::string {
      const std::string words = board_length_words(c.gpu());
      if (words.empty()) return "length unknown";
      return fmt::format("{}, at most {} wanted", words, c.request.max_length->value());
    },
    .heading =
        [](const Request& request) { return fmt::format("a board of at most {} mm", request.max_length->value()); },
    .is_of_buyers = true,
});

/// Those that are asked for by one figure alone, in the order of the help and of JSON.
inline constexpr std::tuple k_figure_options = {k_power_supply_option, k_slots_option, k_length_option};

inline constexpr Constraint k_cooling_constraint = by_name<&Request::cooling>({
    .id = "cooling",
    .option = "cooling",
    .failing = "cooled in another way",
    .fails = [](const Case& c) { return !c.gpu().cooling || !contains(c.request.cooling, *c.gpu().cooling); },
    .reason = [](const Case& c) -> std::string {
      return c.gpu().cooling ? fmt::format("{} cooling", enum_name(*c.gpu().cooling)) : "cooling unknown";
    },
    .is_of_buyers = true,
});

[[nodiscard]] inline Change any_form() { return {"form", "any"}; }

inline constexpr Constraint k_form_constraint = {
    .id = "form",
    .option = "form",
    .failing = "of another form",
    .is_asked = [](const Request& request) { return request.forms && !request.forms->empty(); },
    .fails =
        [](const Case& c) {
          const auto is_one = [&](const std::string& name) { return is_of_form(c.gpu(), name); };
          return std::none_of(c.request.forms->begin(), c.request.forms->end(), is_one);
        },
    .reason = [](const Case& c) { return fmt::format("form {}", enum_name(c.gpu().form)); },
    .relax =
        [](const RelaxationBuilder& draft) {
          draft.result.changes.push_back(any_form());  // without the option, the default would ask for a card
          ++draft.result.size.dropped;
          draft.result.request.forms.emplace();
        },
    .is_of_buyers = true,
};

/// Whether the GPU fits where it is to run: a card with its own cooling in a desktop, what can be put into a server in
/// a data center.
[[nodiscard]] inline bool fits(const Gpu& gpu, Deployment deployment) {
  const FormGroup group = form_group(gpu);
  return group == FormGroup::card ||
         (deployment == Deployment::datacenter && (group == FormGroup::passive || group == FormGroup::module));
}

/// The rule by which a vendor does not allow the GPU there; null when there is none.
[[nodiscard]] inline const DeploymentRule* rule_against(const Gpu& gpu, Deployment deployment, const Catalog& catalog) {
  const auto& rules = catalog.records<DeploymentRule>();
  const auto at = std::find_if(rules.begin(), rules.end(), [&](const DeploymentRule& rule) {
    return rule.deployment == deployment && rule.vendor == gpu.vendor && rule.segment == gpu.segment;
  });
  return at == rules.end() ? nullptr : &*at;
}

inline constexpr Constraint k_deployment_constraint = by_name<&Request::deployment>({
    .id = "deployment",
    .option = "deployment",
    .failing = "not to be run there",
    .fails =
        [](const Case& c) {
          const Deployment deployment = *c.request.deployment;
          return !fits(c.gpu(), deployment) || rule_against(c.gpu(), deployment, c.catalog()) != nullptr;
        },
    .reason = [](const Case& c) -> std::string {
      if (!fits(c.gpu(), *c.request.deployment)) return form_remark(c.gpu());
      const DeploymentRule& rule = *rule_against(c.gpu(), *c.request.deployment, c.catalog());
      return fmt::format("licence risk: {} ({})", rule.terms, rule.source);
    },
    .is_of_buyers = true,
});

inline constexpr Constraint k_installable_constraint = {
    .id = "installable",
    .option = "form",
    .failing = "not for a desktop PC",
    .is_asked = [](const Request& request) { return request.installable; },
    .fails =
        [](const Case& c) {
          const FormGroup group = form_group(c.gpu());
          return group != FormGroup::card && !(c.request.with_machines && group == FormGroup::machine);
        },
    .reason = [](const Case& c) { return form_remark(c.gpu()); },
    .relax =
        [](const RelaxationBuilder& draft) {
          draft.lift(any_form());
          draft.result.request.forms.emplace();
        },
    .lifted_by = any_form,
    .is_of_buyers = true,
};

}  // namespace gpuadvisor
