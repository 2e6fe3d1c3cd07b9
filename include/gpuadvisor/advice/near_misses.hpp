#pragma once

#include <array>
#include <vector>

#include "gpuadvisor/advice/constraints.hpp"
#include "gpuadvisor/advice/relaxation.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// Why an offer is named although it does not answer.
enum class NearMissKind {
  change,           // the least change of one constraint, or of several when none alone is enough
  within_interval,  // its price, which nobody asks, is over the budget, the lower end of its interval is not; the best,
                    // unless it needs the least change
  last_price,       // its last known price was within the budget, but is too old to count, and the GPU has no newer one
  no_offer,         // nobody is known to sell it at its price, which is within the budget, and the GPU has no other
  no_price,         // no price of it is known, nor of any other that would fit
};

template <>
inline constexpr auto k_enum_names<NearMissKind> =
    std::to_array<std::string_view>({"change", "within-interval", "last-price", "no-offer", "no-price"});

/// An offer that nearly answers a request.
struct NearMiss {
  NearMissKind kind = NearMissKind::change;
  Offer offer;
  std::vector<Rejection> missing;  // what it fails
  std::vector<Change> changes;     // that let it in; none when none would do
  std::vector<Warning> warnings;   // of the offer
};

/// Answers with fewer rows are short: they come with their near misses.
inline constexpr std::size_t k_short_answer = 5;

/// An offer that nothing but the budget keeps out.
[[nodiscard]] NearMiss over_budget(const Offer& offer, const Request& asked, const Request& in_force,
                                   const Catalog& catalog);

/// The offers that miss a request by one constraint, the nearest for each of them and the least change first; of the
/// default constraints only when nothing qualifies, since an answer tells what they hide. When nothing
/// qualifies and no one change is enough, the offer that needs the fewest and least. Requires the request as asked for
/// and in force, with its defaults.
[[nodiscard]] std::vector<NearMiss> near_misses(const Catalog& catalog, const Request& asked, const Request& in_force);

}  // namespace gpuadvisor
