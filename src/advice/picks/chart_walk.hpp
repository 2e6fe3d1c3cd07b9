#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/chart.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/economics/price_rule.hpp"

namespace gpuadvisor {

/// The answer that takes the GPUs of a rung; the way on is the answer of its edge.
inline constexpr std::string_view k_affordable = "affordable";

/// A guide's decision chart. Views the catalog.
struct DecisionChart {
  const Guide* guide = nullptr;
  std::vector<const ChartNode*> nodes;  // at least one, the first is where it begins

  /// The node of an id. Requires one of the chart.
  [[nodiscard]] const ChartNode& node(std::string_view id) const;
};

/// The chart of the newest guide that has one; nothing when none of the catalog's day has.
[[nodiscard]] std::optional<DecisionChart> newest_chart(const Catalog& catalog);

/// The answers that a node takes, as the chart words them; none at an end.
[[nodiscard]] std::vector<std::string_view> answers_of(const ChartNode& node);

/// The answer of a node that `text` stands for: one of answers_of() or the only one that begins so; "y" and "n" for yes
/// and no, and at a rung for taking its GPUs or not. Case does not matter. Nothing for anything else.
[[nodiscard]] std::optional<std::string_view> answer_meant(const ChartNode& node, std::string_view text);

/// A node that was answered.
struct ChartStep {
  const ChartNode* node = nullptr;
  std::string_view answer;  // one of answers_of()
  bool is_by_budget = false;
  std::optional<PriceEstimate> price = std::nullopt;  // in an answer, of a rung: what decides on the catalog's day
};

/// A way through a chart from its beginning.
struct ChartWalk {
  std::vector<ChartStep> steps;
  const ChartNode* at = nullptr;  // the node reached: the end of the way, or the next one to answer
  bool is_complete = false;       // `at` is the end: an end, or a rung whose GPUs are affordable
};

/// Tells the answer of a node; nothing stops the walk there. `is_by_budget` of the step is what it says.
struct ChartReply {
  std::string_view answer;  // one of answers_of()
  bool is_by_budget = false;
};
using ChartAnswerer = std::function<std::optional<ChartReply>(const ChartNode&)>;

/// Walks until an end or an unanswered node. Throws Error where the chart leads in a circle.
[[nodiscard]] ChartWalk walk(const DecisionChart& chart, const ChartAnswerer& answerer);

/// Every way through a chart, in the order of its answers; at a rung first its GPUs. Throws Error where the chart leads
/// in a circle, or has more ways than anybody could read.
[[nodiscard]] std::vector<ChartWalk> all_walks(const DecisionChart& chart);

/// The answers of a way as text that answers it again: "n,y,y,y", "y,y,rich".
[[nodiscard]] std::string answers_text(const ChartWalk& walk);

}  // namespace gpuadvisor
