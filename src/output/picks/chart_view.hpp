#pragma once

#include <optional>
#include <span>
#include <string>

#include "advice/picks/chart_answer.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// Ways through a decision chart with everything their renderers need. Views what it is made from.
struct ChartView {
  CatalogStamp catalog;
  const DecisionChart& chart;
  std::span<const ChartAnswer> answers;  // at least one
  std::optional<Usd> budget;             // that answered the rungs
  bool all_paths = false;                // a row each
};

/// One way for people: the questions with their answers, what the chart says with prices then and now, and what the
/// engine says today. Of all paths a row each.
[[nodiscard]] Document document_of(const ChartView& view);

template <>
Record<ChartView> description();

/// What a node asks, a rung with the price that decides, on one line: "Used RTX 3090, $1,297 used in 2026-10:
/// affordable?".
[[nodiscard]] std::string question_line(const ChartNode& node, const std::optional<PriceEstimate>& price);

/// The words that answer a node: "yes or no"; "rich, not-rich-not-poor or poor".
[[nodiscard]] std::string expected_answers(const ChartNode& node);

}  // namespace gpuadvisor
