#pragma once

#include <string>

#include "economics/own_or_rent.hpp"

namespace gpuadvisor {

/// "the median of 21 providers", "one provider".
[[nodiscard]] std::string providers_text(int providers);

/// "Owning is cheaper: 6,570 hours cost $549 owned, $854 rented at $0.13 an hour (one provider)."
[[nodiscard]] std::string own_or_rent_verdict(const OwnOrRent& found);

/// What the machine that is not counted changes: "A desktop to buy (about $1,262) makes owning $1,811: renting is then
/// cheaper." Empty where it is counted, or there is none.
[[nodiscard]] std::string machine_sentence(const OwnOrRent& found);

/// "The cheapest provider, vast.ai (marketplace), asks $0.07 an hour." Empty where one provider alone is known.
[[nodiscard]] std::string cheapest_sentence(const OwnOrRent& found, int count);

}  // namespace gpuadvisor
