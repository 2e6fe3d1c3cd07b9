#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/catalog/persona.hpp"

namespace gpuadvisor {

/// What a kind of buyer asks on one day, and what there is to buy.
struct PersonaAnswer {
  Request request;                      // as the type states it, with its shares of the market as figures
  std::vector<RankedOffer> candidates;  // what qualifies, the best first: an offer per GPU, its best one, whose speed
                                        // is known and whose price is not older than can pass a budget
};

/// The request that a type makes on the catalog's day: floors of memory and what guides advise against are those known
/// by then, except what the guide `unheeded` advises against; a figure that a guide states counts from the date of the
/// type's source on; shares are of the GPUs on sale. `budget` replaces the type's. Requires a type that buys.
[[nodiscard]] Request persona_request(const PersonaType& type, std::optional<Usd> budget, const Catalog& catalog,
                                      std::string_view unheeded = {});

/// The answer to that request; where the type wants the memory that is advised and something has it, with so much.
/// Requires a type that buys and a catalog with a reference card, to which the result
/// points.
[[nodiscard]] PersonaAnswer persona_answer(const PersonaType& type, std::optional<Usd> budget, const Catalog& catalog,
                                           std::string_view unheeded = {});

/// The GPUs that guides but `unheeded` advise against, each under the words of the first that does; null when there are
/// none.
[[nodiscard]] std::shared_ptr<const NamedGpus> avoided_gpus(const Catalog& catalog, std::string_view unheeded = {});

/// What a guide says against buying a GPU itself; null when it says nothing.
[[nodiscard]] const Avoidance* avoidance_of(const Gpu& gpu, std::string_view guide, const Catalog& catalog);

}  // namespace gpuadvisor
