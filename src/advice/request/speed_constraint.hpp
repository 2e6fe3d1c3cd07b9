#pragma once

#include <string>

#include "advice/ranking/offers.hpp"
#include "constraint.hpp"
#include "core/two_digits.hpp"

// The constraint that each user of a language model gets a speed.

namespace gpuadvisor {

inline constexpr Constraint k_speed_constraint = {
    .id = "speed",
    .is_asked = [](const Request& request) { return request.target.has_value(); },
    .fails =
        [](const Case& c) {
          const bool fits = c.offer.fit && *c.offer.fit != FitVerdict::does_not_fit;
          return fits && !reaches(c.offer, *c.request.target);  // else there is nothing to be fast
        },
    .reason = [](const Case& c) -> std::string {
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
          const auto& speed = draft.offer.user_speed;
          SpeedTarget& target = *draft.result.request.target;
          if (!speed || (target.seconds_to_first_token && !speed->seconds_to_first_token)) {
            draft.drop(target.tokens_per_second ? RequestPart::tokens_per_second : RequestPart::time_to_first_token);
            draft.result.request.target.reset();
            return;
          }
          const auto ease = [&](std::optional<double>& asked, double reached, RequestPart part) {
            draft.set_figure(part, *asked, reached);
            asked = reached;
          };
          // Rounded so that what reaches it still does.
          if (target.tokens_per_second && speed->tokens_per_second < *target.tokens_per_second) {
            ease(target.tokens_per_second, two_digits(speed->tokens_per_second, Rounding::down),
                 RequestPart::tokens_per_second);
          }
          if (target.seconds_to_first_token && *speed->seconds_to_first_token > *target.seconds_to_first_token) {
            ease(target.seconds_to_first_token, two_digits(*speed->seconds_to_first_token, Rounding::up),
                 RequestPart::time_to_first_token);
          }
        },
};

}  // namespace gpuadvisor
