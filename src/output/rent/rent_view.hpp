#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "advice/rent/rent_answer.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// What renting a GPU costs, for `rent GPU`; somebody rents it out. Views what it is made from.
struct RentView {
  CatalogStamp catalog;
  const RentAnswer& answer;
  std::span<const Warning> notes;  // on the names that were asked for
};

/// The cheapest offer, the range over the providers, a row per offer.
[[nodiscard]] Document document_of(const RentView& view);

/// "Renting 8x H100 SXM5 80GB, prices to 2026-11-18": what was asked for.
[[nodiscard]] std::string rent_title(const RentAnswer& answer);
/// The same of `rent` without a GPU.
[[nodiscard]] std::string rented_gpus_title(const RentedGpus& answer);

/// Which GPU to rent, for `rent`. Views what it is made from.
struct RentedGpusView {
  CatalogStamp catalog;
  const RentedGpus& answer;
};

/// A row per GPU.
[[nodiscard]] Document document_of(const RentedGpusView& view);

template <>
Record<RentView> description();
template <>
Record<RentedGpusView> description();
template <>
Record<RentOffer> description();
template <>
Record<RentRange> description();

}  // namespace gpuadvisor
