#pragma once

#include <string>

#include "advice/ranking/offers.hpp"
#include "constraint.hpp"
#include "core/two_digits.hpp"

// The constraint that each user of a language model gets a speed, or speech is transcribed as it comes.

namespace gpuadvisor {

/// Whether what transcribes speech must be fast enough: where recommend() found that the usual answer is more than
/// that, and ranks by price in its place.
[[nodiscard]] inline bool wants_enough(const Request& request) {
  return request.takes_enough && request.rank_by == RankBy::price;
}

inline constexpr Constraint k_speed_constraint = {
    .id = "speed",
    .failing = "too slow",
    .is_asked = [](const Request& request) { return request.target || wants_enough(request); },
    .fails =
        [](const Case& c) {
          const bool fits = c.offer.fit && *c.offer.fit != FitVerdict::does_not_fit;
          if (!fits) return false;  // there is nothing to be fast
          return wants_enough(c.request) ? c.offer.times_real_time < k_enough_times_real_time
                                         : !reaches(c.offer, *c.request.target);
        },
    .reason = [](const Case& c) -> std::string {
      if (wants_enough(c.request)) return "too slow for speech as it comes";
      if (!c.offer.user_speed) return "speed unknown";
      const auto& [written, first] = *c.offer.user_speed;
      const SpeedTarget& target = *c.request.target;
      if (target.tokens_per_second && written < *target.tokens_per_second) {
        return fmt::format("about {:g} tokens/s for each user", two_digits(written, Rounding::down));
      }
      return first ? fmt::format("about {:g} s to the first token", two_digits(*first, Rounding::up))
                   : "time to the first token unknown";
    },
    .relax =
        [](const RelaxationBuilder& draft) {
          draft.result.is_possible &= !wants_enough(draft.in_force);
          if (!draft.result.is_possible) return;
          const auto& speed = draft.offer.user_speed;
          SpeedTarget& target = *draft.result.request.target;
          if (!speed || (target.seconds_to_first_token && !speed->seconds_to_first_token)) {
            draft.drop({target.tokens_per_second ? "tokens-per-second" : "time-to-first-token", false});
            draft.result.request.target.reset();
            return;
          }
          const auto ease = [&](std::optional<double>& asked, double reached, std::string_view option) {
            draft.set_figure({option, reached}, *asked, reached);
            asked = reached;
          };
          // Rounded so that what reaches it still does.
          if (target.tokens_per_second && speed->tokens_per_second < *target.tokens_per_second) {
            ease(target.tokens_per_second, two_digits(speed->tokens_per_second, Rounding::down), "tokens-per-second");
          }
          if (target.seconds_to_first_token && *speed->seconds_to_first_token > *target.seconds_to_first_token) {
            ease(target.seconds_to_first_token, two_digits(*speed->seconds_to_first_token, Rounding::up),
                 "time-to-first-token");
          }
        },
};

}  // namespace gpuadvisor
