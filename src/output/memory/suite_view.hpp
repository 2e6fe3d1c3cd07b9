#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "advice/memory/suite_answer.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// An answer of `memory --suite` with everything its renderers need. Views what it is made from.
struct SuiteView {
  CatalogStamp catalog;
  const SuiteAnswer& answer;
  const std::vector<Warning>& notes;  // on the question, such as misnomers
  std::size_t limit = 0;              // rows of GPUs to print; 0: all

  /// The rows to print.
  [[nodiscard]] std::span<const GpuSuiteFit> shown() const;
};

/// For people: a row per GPU, with the largest batch of each model of which one is told. A page with room for more
/// characters per row gets more columns, and names of models for letters.
[[nodiscard]] Document document_of(const SuiteView& view, std::size_t room);

template <>
Record<SuiteView> description();

/// What to know of the answer as a whole: models that cannot be told, and what limits the comparison.
[[nodiscard]] std::vector<Warning> suite_warnings(const SuiteView& view);

}  // namespace gpuadvisor
