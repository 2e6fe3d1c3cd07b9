#pragma once

#include "constraint.hpp"
#include "gpuadvisor/advice/form_group.hpp"

// Constraints on the board, and on what a computer must have room, air and power for.

namespace gpuadvisor {

inline constexpr Constraint k_power_constraint = {
    .id = "power",
    .is_asked = [](const Request& request) { return request.max_power.has_value(); },
    .fails = [](const Case& c) { return !c.gpu().tdp || *power(c.offer) > *c.request.max_power; },
    .reason = [](const Case& c) -> std::string {
      if (!c.gpu().tdp) return "power unknown";
      return fmt::format("draws {} W, at most {} W wanted", power(c.offer)->value(), c.request.max_power->value());
    },
    .relax =
        [](const Draft& draft) {
          const auto needed = power(draft.offer);
          draft.result.is_possible &= needed.has_value();
          if (!needed) return;
          draft.set_figure(fmt::format("--max-power {}", needed->value()), draft.in_force.max_power->value(),
                           needed->value());
          draft.result.request.max_power = needed;
        },
};

inline constexpr Constraint k_form_constraint = {
    .id = "form",
    .is_asked = [](const Request& request) { return request.forms && !request.forms->empty(); },
    .fails =
        [](const Case& c) {
          const auto is_one = [&](const std::string& name) { return is_of_form(c.gpu(), name); };
          return std::none_of(c.request.forms->begin(), c.request.forms->end(), is_one);
        },
    .reason = [](const Case& c) { return fmt::format("form {}", enum_name(c.gpu().form)); },
    .relax =
        [](const Draft& draft) {
          draft.result.changes.emplace_back("--form any");  // without the option, the default would ask for a card
          ++draft.result.size.dropped;
          draft.result.request.forms.emplace();
        },
};

inline constexpr Constraint k_installable_constraint = {
    .id = "installable",
    .is_asked = [](const Request& request) { return request.installable; },
    .fails = [](const Case& c) { return form_group(c.gpu()) != FormGroup::card; },
    .reason = [](const Case& c) { return form_remark(c.gpu()); },
    .relax =
        [](const Draft& draft) {
          draft.lift("--form any");
          draft.result.request.forms.emplace();
        },
    .lifted_by = "--form any",
};

}  // namespace gpuadvisor
