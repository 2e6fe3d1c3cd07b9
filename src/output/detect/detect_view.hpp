#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "advice/devices/detect_answer.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// An answer of `detect` with everything its renderers need. Views what it is made from.
struct DetectView {
  CatalogStamp catalog;
  const DetectAnswer& answer;
  std::string_view capture;         // that tells of the GPUs; empty: this machine does
  std::optional<std::size_t> rows;  // a row per GPU, at most so many, 0: all; absent: equal ones are together, in few
};

/// For people: what the machine has, what that runs and what to buy next, then a row per GPU and per kind of work.
[[nodiscard]] Document document_of(const DetectView& view);

template <>
Record<DetectView> description();

}  // namespace gpuadvisor
