#pragma once

#include <optional>
#include <span>
#include <vector>

#include "advice/cost/without_buying.hpp"
#include "persona_answer.hpp"

namespace gpuadvisor {

/// A GPU that a guide names, with its price on the guide's day and on the catalog's.
struct PricedPick {
  const PersonaPick* pick = nullptr;
  const Gpu* gpu = nullptr;
  std::optional<PriceEstimate> then;     // absent: none is known, or the guide's day is not
  std::optional<PriceEstimate> now;      // absent: none is known
  const Avoidance* avoidance = nullptr;  // what the same guide says against it; null: nothing
};

/// What a guide advises a buyer.
struct GuideAdvice {
  const Guide* guide = nullptr;
  const Persona* persona = nullptr;
  Catalog then;                   // on the guide's day: what the prices of that day point into
  std::vector<PricedPick> picks;  // in the guide's order
};

/// A kind of buyer, what it should buy on the catalog's day, and what guides said to one of its kind.
struct TypePick {
  const PersonaType* type = nullptr;
  PersonaAnswer answer;  // without candidates where the type buys none, or nothing qualifies
  std::shared_ptr<const WithoutBuying> without_buying;  // of a type that buys last; null: nothing is known
  // Of each of the first k_shown_candidates:
  std::vector<std::optional<Performance>> performance;  // none where scores stand in
  std::vector<std::vector<Warning>> warnings;           // what to know before trusting it
  std::vector<GuideAdvice> said;                        // the oldest first
};

/// Candidates of a kind that an answer tells of at most.
inline constexpr std::size_t k_shown_candidates = 3;

/// Which advice to tell of each type.
enum class Said {
  newest,  // that of the newest guide that names a GPU, else of the newest
  all,
};

/// The picks of some types on the day of `now`, which has a reference card and to which the result points. `budget`
/// replaces those of the types; `all` is the catalog of all times.
[[nodiscard]] std::vector<TypePick> type_picks(std::span<const PersonaType* const> types, std::optional<Usd> budget,
                                               Said said, const Catalog& now, const Catalog& all);

/// A guide, and how many buyers it advises.
struct GuideBuyers {
  const Guide* guide = nullptr;
  std::size_t buyers = 0;
};

/// The guides of a catalog, in its order.
[[nodiscard]] std::vector<GuideBuyers> guide_buyers(const Catalog& catalog);

/// The advice of a persona of `now` with prices of the guide's day and of that of `now`.
[[nodiscard]] GuideAdvice guide_advice(const Persona& persona, const Catalog& now, const Catalog& all);

/// What a pick costs: in the condition that it names where there is a price for it, the most current and then the
/// lowest one.
[[nodiscard]] std::optional<PriceEstimate> price_of(const PersonaPick& pick, const Catalog& catalog);

}  // namespace gpuadvisor
