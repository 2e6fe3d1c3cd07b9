#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "advice/memory/memory_answer.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "gpuadvisor/report/records.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// An answer of `memory` with everything its renderers need. Views what it is made from.
struct MemoryView {
  CatalogStamp catalog;
  const MemoryAnswer& answer;
  const std::vector<Warning>& notes;  // on the question, such as misnomers
  std::size_t limit = 0;              // rows of GPUs to print; 0: all
  bool is_explained = false;          // each formula is worked out

  /// The rows to print.
  [[nodiscard]] std::size_t rows() const;
};

/// For people: what is needed in a sentence, by parts, and on which GPUs that fits. A page with room for more
/// characters per row gets more columns.
[[nodiscard]] Document memory_document(const MemoryView& view, std::size_t room);

/// What is needed, and that no GPU has it: where flat records have no row to say so.
[[nodiscard]] std::string nothing_fits_text(const MemoryView& view);

/// One JSON object (docs/output.md).
[[nodiscard]] std::string memory_json(const MemoryView& view);

/// Flat records: a row per GPU.
[[nodiscard]] Records memory_records(const MemoryView& view);

template <>
Record<MemoryView> description();

}  // namespace gpuadvisor
