#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// A column of the rows of an answer: title and side, and the text of its cells.
struct OfferColumn {
  TableColumn column;
  std::function<std::string(const DetailedOffer& row)> cell;
};

/// The columns behind the rank that have room in `width` characters per line. They view what the view does.
[[nodiscard]] std::vector<OfferColumn> offer_columns(const AnswerView& view, std::size_t width);

/// Places of the near misses that stand below the rows: those that one change lets in, or that may be within the
/// budget.
[[nodiscard]] std::vector<std::size_t> shown_misses(const AnswerView& view);

}  // namespace gpuadvisor
