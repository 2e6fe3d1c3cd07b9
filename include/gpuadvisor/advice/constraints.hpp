#pragma once

#include <array>
#include <bitset>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/request.hpp"

namespace gpuadvisor {

/// Stable ids of all constraints, in the order they are reported.
inline constexpr auto k_constraints =
    std::to_array<std::string_view>({"budget", "memory", "vendor", "segment", "condition", "power", "released"});

/// The constraints that an offer fails, by index in k_constraints; none: it qualifies.
using Failures = std::bitset<k_constraints.size()>;

/// Judges an offer by every constraint of the request.
[[nodiscard]] Failures failures(const Offer& offer, const Request& request);

/// Why an offer cannot serve a request. An answer, not an error.
struct Rejection {
  std::string_view constraint;  // one of k_constraints
  std::string reason;           // e.g. "$584, $84 over the budget"
};

/// The same in words, in the order of k_constraints.
[[nodiscard]] std::vector<Rejection> rejections(const Offer& offer, const Request& request);

}  // namespace gpuadvisor
