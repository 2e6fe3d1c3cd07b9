#pragma once

#include <memory>
#include <optional>

#include "free_tiers.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/request.hpp"

namespace gpuadvisor {

/// What does the work of a request without a purchase.
struct WithoutBuying {
  std::optional<FreeTierOffer> free;  // the first that is for all, for hours that are known, with a GPU that does it
  std::optional<Offer> rent;          // what does it for the least an hour, with its rental
};

/// Null where nothing is known. Requires a request in force; its limits of money do not count.
[[nodiscard]] std::shared_ptr<const WithoutBuying> without_buying(const Request& in_force, const Catalog& catalog);

}  // namespace gpuadvisor
