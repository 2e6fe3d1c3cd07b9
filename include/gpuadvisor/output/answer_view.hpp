#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gpuadvisor/advice/answer_details.hpp"
#include "gpuadvisor/advice/stability.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/depth.hpp"
#include "gpuadvisor/report/document.hpp"
#include "gpuadvisor/report/glyphs.hpp"

namespace gpuadvisor {

struct FlatField;

/// An answer of `recommend` or `list` with everything its renderers need. Views what it is made from.
struct AnswerView {
  std::string_view command;  // "recommend" or "list"
  CatalogStamp catalog;
  const Answer& answer;
  const AnswerDetails& details;                   // of the rows that are shown
  std::size_t limit = 0;                          // rows shown at most; 0: all
  const Explanation* explanation = nullptr;       // of how sure the answer is, where it is asked for
  std::span<const FlatField* const> fields = {};  // of the rows, in order; none: those that a format has by itself
  Depth depth = {};
  std::optional<Glyphs> bars = {};  // rows have bars of their speeds, made of these

  [[nodiscard]] const Request& request() const { return answer.request; }
  [[nodiscard]] std::span<const DetailedOffer> rows() const { return details.rows; }
};

/// For people: what to buy, the rows, and what was asked, on one screen; explained, everything else to know. With room
/// for few characters per row it has fewer columns, with more room more.
[[nodiscard]] Document answer_document(const AnswerView& view, std::size_t room);

/// One JSON object (docs/output.md).
[[nodiscard]] std::string answer_json(const AnswerView& view);

/// JSON Lines: the rows as answer_json() has them, each on a line of its own.
[[nodiscard]] std::string answer_json_lines(const AnswerView& view);

/// The id of each row's GPU, one per line.
[[nodiscard]] std::string answer_names(const AnswerView& view);

}  // namespace gpuadvisor
