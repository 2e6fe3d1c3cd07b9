#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "advice/cost/cost_answer.hpp"
#include "advice/guides/free_tiers.hpp"
#include "advice/guides/platform_advice.hpp"
#include "advice/rent/rent_answer.hpp"
#include "gpuadvisor/advice/request.hpp"

namespace gpuadvisor {

enum class BuyOrRent : unsigned char { buy, rent };

template <>
inline constexpr auto k_enum_names<BuyOrRent> = std::to_array<std::string_view>({"buy", "rent"});

/// Who asks whether to buy GPUs or to rent them.
struct OwnOrRentQuestion {
  Request request;             // the GPUs that come in question: those that recommend() ranks, in its order
  CostQuestion use;            // how long and how much; which GPUs, the request tells
  std::string_view framework;  // that a free tier must have; empty: any
  std::size_t most = 3;        // GPUs that are compared
};

/// A GPU bought against the same GPU rented, as cost_answer() computes it.
struct OwnOrRentChoice {
  CostAnswer cost;  // with a rent
  RentOffer offer;  // the best of today

  [[nodiscard]] BuyOrRent verdict() const {
    return cost.cost.total <= cost.rent->middle.rented ? BuyOrRent::buy : BuyOrRent::rent;
  }
};

struct OwnOrRent {
  std::vector<OwnOrRentChoice> choices;        // the first decides
  std::optional<RentOffer> tpu;                // the cheapest current offer of what cannot be bought
  const FreeTier* free = nullptr;              // the first that takes no money
  std::vector<FromGuide<GuideRule>> measures;  // rules of guides that say in days or hours a day when to own
};

/// The figure of a rule that is in days or hours a day; null: it has none.
[[nodiscard]] const RuleFigure* measure_of(const GuideRule& rule);

/// Views the catalog. Without GPUs that are both sold and rented out it has no choices.
[[nodiscard]] OwnOrRent own_or_rent(const OwnOrRentQuestion& question, const Catalog& catalog);

}  // namespace gpuadvisor
