#pragma once

#include <span>

#include "advice/cost/cost_answer.hpp"
#include "advice/cost/free_tiers.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// What owning GPUs costs, or what is free, for `cost`. Views what it is made from.
struct CostView {
  CatalogStamp catalog;
  const CostAnswer* answer = nullptr;   // null: free tiers were asked for
  std::span<const Warning> notes;       // on the names that were asked for
  std::span<const FreeTierOffer> free;  // where there is no answer
};

/// What an hour costs and when owning beats renting; the sum, item by item; what is assumed. Or the free tiers.
[[nodiscard]] Document document_of(const CostView& view);
/// Where GPUs are free, and whether today's software supports them; then what takes a fee. Requires free tiers.
[[nodiscard]] Document free_tier_document(const CostView& view);

template <>
Record<CostView> description();

}  // namespace gpuadvisor
