#pragma once

#include <vector>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/guide.hpp"

namespace gpuadvisor {

/// What guides say against buying a GPU, the newest guide first. They are verdicts of their day, on the prices of their
/// day: warnings, which leave out nothing.
[[nodiscard]] std::vector<const Avoidance*> avoidances_of(const Gpu& gpu, const Catalog& catalog);

/// The GPUs of the catalog that it is about, by id; none where no catalog tells, as with a maker's edition.
[[nodiscard]] std::vector<const Gpu*> gpus_of(const Avoidance& avoidance, const Catalog& catalog);

/// A warning "avoided-by-guide" for each of avoidances_of(): "Dettmers (April 2019) advises against any Tesla: REASON;
/// unless CASE".
[[nodiscard]] std::vector<Warning> avoidance_warnings(const Gpu& gpu, const Catalog& catalog);

}  // namespace gpuadvisor
