#pragma once

#include <string>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// What to know of a row before trusting it, in a few words; empty: nothing.
[[nodiscard]] std::string row_note(const DetailedOffer& row, const Request& request);

/// What keeps a near miss out, in a few words.
[[nodiscard]] std::string miss_note(const NearMiss& miss, std::optional<Usd> budget);

}  // namespace gpuadvisor
