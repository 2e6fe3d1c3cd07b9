#pragma once

#include <span>

#include "advice/measured/measured_values.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// Measurements as published, for `scores measurements`. Views what it is made from.
struct MeasuredView {
  CatalogStamp catalog;
  MeasuredQuestion question;
  std::span<const MeasuredValue> rates;  // at least one
  std::size_t found;                     // there may be more
};

[[nodiscard]] Document document_of(const MeasuredView& view);

template <>
Record<MeasuredView> description();

}  // namespace gpuadvisor
