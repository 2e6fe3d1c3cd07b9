#pragma once

#include <string>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// The first row that is offered now; the first of all where none is. Requires a row.
[[nodiscard]] const DetailedOffer& chosen(const AnswerView& view);

/// What to buy, in a sentence: "Buy a used RTX 3080 10GB: about $414, the fastest of 31 that qualify." The first row
/// that is offered now; where none is, the nearest that is; of an answer without rows, that there is none.
[[nodiscard]] std::string verdict(const AnswerView& view);

/// How fast it is, what offers ask, and what ranks before it without being offered now.
[[nodiscard]] std::string reason(const AnswerView& view);

}  // namespace gpuadvisor
