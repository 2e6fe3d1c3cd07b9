#pragma once

#include <span>
#include <string>

#include "advice/cost/cost_answer.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "gpuadvisor/report/records.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// What owning GPUs costs, for `cost`. Views what it is made from.
struct CostView {
  CatalogStamp catalog;
  const CostAnswer& answer;
  std::span<const Warning> notes;  // on the names that were asked for
};

/// What an hour costs and when owning beats renting; the sum, item by item; what is assumed.
[[nodiscard]] Document cost_document(const CostView& view);
/// One JSON object (docs/output.md).
[[nodiscard]] std::string cost_json(const CostView& view);
/// One flat record.
[[nodiscard]] Records cost_records(const CostView& view);

template <>
Record<CostView> description();

}  // namespace gpuadvisor
