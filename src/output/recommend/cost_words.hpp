#pragma once

#include <optional>
#include <string>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// What a million tokens of the job cost, of all sequences; nothing where none is written.
[[nodiscard]] std::optional<Usd> cost_of_million_tokens(const Offer& offer, const Request& request);

/// What the work of an offer costs, as its column has it: a million tokens, or an hour of the reference card.
[[nodiscard]] std::optional<Usd> cost_of_unit(const Offer& offer, const Request& request);

/// Whether it is known that the rented GPUs of an offer come in one machine. Requires a rental.
[[nodiscard]] bool tells_machine(const Offer& offer);

/// "Rent an RTX 4090: $0.34 an hour, $2,234 for 6,570 hours." Requires a rental.
[[nodiscard]] std::string rental_verdict(const DetailedOffer& row, const Request& request);

/// Whether the price of the work is told, not of the hour alone.
[[nodiscard]] inline bool tells_work(const Request& request) {
  return request.includes_rent || request.rank_by == RankBy::cost;
}

/// "$0.21 an hour of use over 5 years". Requires a cost.
[[nodiscard]] std::string owning_text(const DetailedOffer& row, const Request& request);

/// What costs of use rest on, in a line, and what their columns mean.
[[nodiscard]] std::string cost_legend(const AnswerView& view);

/// The same in full, with sources.
[[nodiscard]] std::string cost_assumptions(const AnswerView& view);

}  // namespace gpuadvisor
