#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "gpuadvisor/advice/offer_speed.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/advice/stability.hpp"
#include "gpuadvisor/output/table.hpp"

namespace gpuadvisor {

/// An answer of `recommend` or `list` with everything its renderers need. Views what it is made from.
struct AnswerView {
  std::string_view command;  // "recommend" or "list"
  const Catalog& catalog;
  std::string_view catalog_version;
  const Request& request;
  const Answer& answer;
  std::size_t limit = 0;                     // rows shown at most; 0: all
  const Explanation* explanation = nullptr;  // of how sure the answer is, where it is asked for

  [[nodiscard]] std::span<const RankedOffer> rows() const {
    const std::span<const RankedOffer> all = answer.rows;
    return limit == 0 || all.size() <= limit ? all : all.first(limit);
  }

  /// What tells the speeds of the answer.
  [[nodiscard]] OfferSpeed speed() const { return {request, catalog}; }
};

/// A table for people, with what was asked above it and what the columns mean below. A narrow page gets fewer
/// columns, a wide one more.
[[nodiscard]] std::string answer_table(const AnswerView& view, const Page& page, bool header);

/// One JSON object (docs/output.md).
[[nodiscard]] std::string answer_json(const AnswerView& view);

/// RFC 4180 with plain numbers; an absent figure is an empty field.
[[nodiscard]] std::string answer_csv(const AnswerView& view, bool header);

/// The id of each row's GPU, one per line.
[[nodiscard]] std::string answer_names(const AnswerView& view);

}  // namespace gpuadvisor
