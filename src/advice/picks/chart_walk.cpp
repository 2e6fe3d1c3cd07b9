#include "chart_walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "advice/guides/guide_name.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_yes = "yes";
constexpr std::string_view k_no = "no";

/// Adds a step and goes where it leads. Throws Error where the way has been there before.
void advance(ChartWalk& walk, const DecisionChart& chart, const ChartReply& reply) {
  walk.steps.push_back({walk.at, reply.answer, reply.is_by_budget});
  const auto edge = std::find_if(walk.at->edges.begin(), walk.at->edges.end(),
                                 [&](const ChartEdge& one) { return one.answer == reply.answer; });
  if (edge == walk.at->edges.end()) {
    walk.is_complete = true;  // a rung's GPUs
    return;
  }
  walk.at = &chart.node(edge->to);
  walk.is_complete = walk.at->kind == ChartNodeKind::end;
  const bool was_here =
      std::any_of(walk.steps.begin(), walk.steps.end(), [&](const ChartStep& step) { return step.node == walk.at; });
  if (was_here) {
    throw Error(fmt::format(R"(the chart of "{}" leads in a circle at "{}")", printable(chart.guide->id),
                            printable(walk.at->id)));
  }
}

ChartWalk beginning(const DecisionChart& chart) {
  const ChartNode* first = chart.nodes.front();
  return {{}, first, first->kind == ChartNodeKind::end};
}

/// Whether an answer of a node is one of two that "y" and "n" stand for.
bool is_yes_or_no(std::string_view answer) { return answer == k_yes || answer == k_no; }

}  // namespace

const ChartNode& DecisionChart::node(std::string_view id) const {
  return **std::find_if(nodes.begin(), nodes.end(), [&](const ChartNode* one) { return one->id == id; });
}

std::optional<DecisionChart> newest_chart(const Catalog& catalog) {
  DecisionChart found;
  for (const ChartNode& node : catalog.records<ChartNode>()) {
    const Guide* guide = catalog.guide(node.guide);
    if (guide == nullptr) continue;
    if (found.guide != nullptr && guide != found.guide && !is_newer(*guide, *found.guide)) continue;
    if (guide != found.guide) found = {guide, {}};
    found.nodes.push_back(&node);
  }
  if (found.guide == nullptr) return std::nullopt;
  return found;
}

std::vector<std::string_view> answers_of(const ChartNode& node) {
  std::vector<std::string_view> answers;
  answers.reserve(node.edges.size() + 1);
  if (node.kind == ChartNodeKind::rung) answers.push_back(k_affordable);
  for (const ChartEdge& edge : node.edges) answers.push_back(edge.answer);
  return answers;
}

std::optional<std::string_view> answer_meant(const ChartNode& node, std::string_view text) {
  const std::string wanted = lower_case(text);
  const auto answers = answers_of(node);
  const bool is_yes = wanted == "y" || wanted == k_yes;
  const bool is_no = wanted == "n" || wanted == k_no;
  if (node.kind == ChartNodeKind::rung && (is_yes || is_no)) return is_yes ? answers.front() : answers.back();
  std::optional<std::string_view> found;
  int beginnings = 0;
  for (const auto answer : answers) {
    if (lower_case(answer) == wanted) return answer;
    if (wanted.empty() || !lower_case(answer).starts_with(wanted)) continue;
    if ((is_yes || is_no) && !is_yes_or_no(answer)) continue;  // "n" says no, not "not rich, not poor"
    found = answer;
    ++beginnings;
  }
  return beginnings == 1 ? found : std::nullopt;
}

ChartWalk walk(const DecisionChart& chart, const ChartAnswerer& answerer) {
  ChartWalk found = beginning(chart);
  while (!found.is_complete) {
    const auto reply = answerer(*found.at);
    if (!reply) break;
    advance(found, chart, *reply);
  }
  return found;
}

std::vector<ChartWalk> all_walks(const DecisionChart& chart) {
  constexpr std::size_t k_most = 1000;
  std::vector<ChartWalk> found;
  std::vector<ChartWalk> open = {beginning(chart)};
  while (!open.empty()) {
    const ChartWalk last = std::move(open.back());
    open.pop_back();
    if (last.is_complete) {
      found.push_back(last);
    } else {
      const auto answers = answers_of(*last.at);
      for (std::size_t i = answers.size(); i > 0; --i) {  // the first answer's ways come first
        open.push_back(last);
        advance(open.back(), chart, {answers[i - 1]});
      }
    }
    if (found.size() + open.size() > k_most) {
      throw Error(fmt::format("the chart of \"{}\" has more than {} ways", printable(chart.guide->id), k_most));
    }
  }
  return found;
}

std::string answers_text(const ChartWalk& walk) {
  std::string text;
  for (const ChartStep& step : walk.steps) {
    std::string_view answer = step.answer;
    if (answer == k_yes || answer == k_affordable) answer = "y";
    if (answer == k_no || (step.node->kind == ChartNodeKind::rung && answer != "y")) answer = "n";
    text += (text.empty() ? "" : ",") + std::string(answer);
  }
  return text;
}

}  // namespace gpuadvisor
