#pragma once

#include <optional>
#include <vector>

#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/catalog/persona.hpp"

namespace gpuadvisor {

/// What a kind of buyer asks on one day, and what there is to buy.
struct TypeAnswer {
  Request request;
  std::vector<RankedOffer> candidates;  // with a price that decides, the best first: an offer per GPU, its best one
};

/// The answer to the request that a type makes on the catalog's day; `budget` replaces the type's. Requires a type that
/// buys and a catalog with a reference card, to which the result points.
[[nodiscard]] TypeAnswer type_answer(const PersonaType& type, std::optional<Usd> budget, const Catalog& catalog);

}  // namespace gpuadvisor
