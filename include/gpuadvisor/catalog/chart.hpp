#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/catalog/price.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// A node of a decision chart: a question, GPUs to take if they are affordable, or an end of the way.
enum class ChartNodeKind : unsigned char { question, rung, end };

template <>
inline constexpr auto k_enum_names<ChartNodeKind> = std::to_array<std::string_view>({"question", "rung", "end"});

/// Where an answer leads. A rung has one edge: what comes next when its GPUs are too dear.
struct ChartEdge {
  std::string_view answer;  // "yes", "rich"
  std::string_view to;      // id of a node
};

template <>
inline constexpr auto k_fields<ChartEdge> = std::tuple{
    required("answer", &ChartEdge::answer),
    required("to", &ChartEdge::to),
};

/// A GPU at a rung or an end.
struct ChartChoice {
  std::string_view gpu;
  std::optional<Condition> condition;
  std::optional<double> share;  // of the GPUs, 0 to 1, for a mix: choices of one share are alternatives
};

template <>
inline constexpr auto k_fields<ChartChoice> = std::tuple{
    required("gpu", &ChartChoice::gpu),
    optional("condition", &ChartChoice::condition),
    optional("share", &ChartChoice::share),
};

/// A node of a guide's decision chart; the first of a guide is where it begins.
struct ChartNode {
  std::string_view guide;
  std::string_view id;
  ChartNodeKind kind = ChartNodeKind::question;
  std::string_view label;     // in the chart
  std::string_view question;  // in our words
  std::span<const ChartEdge> edges;
  std::span<const ChartChoice> choices;
  std::span<const std::string_view> providers;  // where to rent: "aws-gpu", "vast-ai"
  std::string_view type;                        // of an end or rung: id of the PersonaType that asks the same today
  std::string_view note;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<ChartNode> = std::tuple{
    required("guide", &ChartNode::guide),       required("id", &ChartNode::id),
    required("kind", &ChartNode::kind),         required("label", &ChartNode::label),
    optional("question", &ChartNode::question), optional("edges", &ChartNode::edges),
    optional("choices", &ChartNode::choices),   optional("providers", &ChartNode::providers),
    optional("type", &ChartNode::type),         optional("note", &ChartNode::note),
    required("source", &ChartNode::source),
};

}  // namespace gpuadvisor
