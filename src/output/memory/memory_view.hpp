#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "advice/memory/memory_answer.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"
#include "report/sheet.hpp"

namespace gpuadvisor {

/// An answer of `memory` with everything its renderers need. Views what it is made from.
struct MemoryView {
  CatalogStamp catalog;
  const MemoryAnswer& answer;
  const std::vector<Warning>& notes;  // on the question, such as misnomers
  std::size_t limit = 0;              // rows of GPUs to print; 0: all
  Depth depth;

  /// The rows to print.
  [[nodiscard]] std::span<const GpuFit> shown() const;
};

/// For people: what is needed and what has it in a sentence, on which GPUs that fits, what makes it fit, of what parts
/// the need is, how fast it is. A page with room for more characters per row gets more columns.
[[nodiscard]] Document document_of(const MemoryView& view, std::size_t room);

template <>
Record<MemoryView> description();

}  // namespace gpuadvisor
