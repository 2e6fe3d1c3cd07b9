#pragma once

#include "constraint.hpp"
#include "form_group.hpp"
#include "gpuadvisor/core/money.hpp"

// Constraints on what an offer costs, and on its condition, which has a price of its own.

namespace gpuadvisor {

/// Whether the price of an offer can be held to a limit.
[[nodiscard]] inline bool has_usable_price(const Offer& offer) {
  return offer.rental || (offer.price && offer.price->decides() && total_price(offer));
}

/// Whether it passes all of them though no price of it is known.
[[nodiscard]] inline bool is_unpriced_laptop(const Case& c) {
  return !c.offer.price && form_group(c.gpu()) == FormGroup::laptop && are_laptops(c.request.forms);
}

/// Why it cannot.
[[nodiscard]] inline std::string price_reason(const Offer& offer, const PriceRule& rule) {
  if (!offer.price) return "no price known";
  if (!total_price(offer)) return "the price of the RAM that it needs, or of a machine for that, is not known";
  const std::string total = money(*total_price(offer));
  if (offer.price->no_offer) return fmt::format("{}, but {}", total, no_offer_text(*offer.price->no_offer));
  return fmt::format("last priced at {} in {}, more than {} months ago", total, offer.price->seen().text(),
                     rule.unusable_after);
}

/// `total` next to a limit that it misses: to the cent where whole dollars would be the limit.
[[nodiscard]] inline std::string money_beside(Usd total, Usd limit) {
  return money(total) == money(limit) ? money_exact(total) : money(total);
}

inline constexpr Constraint k_budget_constraint = {
    .id = "budget",
    .option = "budget",
    .failing = "over the budget",
    .is_asked = [](const Request& request) { return request.budget.has_value(); },
    .fails =
        [](const Case& c) {
          return !is_unpriced_laptop(c) && (!has_usable_price(c.offer) || *total_price(c.offer) > *c.request.budget);
        },
    .reason = [](const Case& c) -> std::string {
      if (!has_usable_price(c.offer)) return price_reason(c.offer, c.request.price_rule);
      const Usd over = *total_price(c.offer) - *c.request.budget;
      return fmt::format("{}, {} over the budget", money(*total_price(c.offer)), money(over));
    },
    .relax =
        [](const RelaxationBuilder& draft) {
          if (!has_usable_price(draft.offer)) {
            draft.result.is_possible = false;
            return;
          }
          const double needed = std::ceil(total_price(draft.offer)->value());
          draft.set_figure(draft.in_force.budget->value(), needed);
          draft.result.request.budget = Usd{needed};
        },
    .leave_out = leave_out<&Request::budget>,
};

inline constexpr Constraint k_price_constraint = {
    .id = "price",
    .option = "price",
    .failing = "outside the price range",
    .is_asked = [](const Request& request) { return request.price.has_value(); },
    .fails =
        [](const Case& c) {
          return !is_unpriced_laptop(c) &&
                 (!has_usable_price(c.offer) || !c.request.price->contains(*total_price(c.offer)));
        },
    .reason = [](const Case& c) -> std::string {
      if (!has_usable_price(c.offer)) return price_reason(c.offer, c.request.price_rule);
      const Usd total = *total_price(c.offer);
      const auto& [from, to] = *c.request.price;
      const bool is_above = to && total > *to;
      const Usd limit = is_above ? *to : *from;
      return fmt::format("{}, at {} {} wanted", money_beside(total, limit), is_above ? "most" : "least",
                         money_exact(limit));
    },
    .relax =
        [](const RelaxationBuilder& draft) {  // in whole dollars
          draft.result.is_possible &= has_usable_price(draft.offer);
          if (!draft.result.is_possible) return;
          const double total = total_price(draft.offer)->value();
          const auto& range = *draft.in_force.price;
          const bool is_above = range.to && total > range.to->value();
          draft.result.request.price =
              widened(draft, "price", range, Usd{is_above ? std::ceil(total) : std::floor(total)});
        },
    .leave_out = leave_out<&Request::price>,
};

inline constexpr Constraint k_condition_constraint = by_name<&Request::condition>({
    .id = "condition",
    .option = "condition",
    .failing = "not sold in that condition",
    .fails =
        [](const Case& c) {
          return !is_unpriced_laptop(c) && (!c.offer.price || !c.offer.price->is_in(*c.request.condition));
        },
    .reason = [](const Case& c) -> std::string {
      const auto wanted = enum_name(*c.request.condition);
      return c.offer.price ? fmt::format("not {}", wanted) : fmt::format("no {} price known", wanted);
    },
    .is_of_buyers = true,
});

}  // namespace gpuadvisor
