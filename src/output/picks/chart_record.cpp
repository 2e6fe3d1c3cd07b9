#include <algorithm>

#include "chart_text.hpp"
#include "output/phrases/shared_records.hpp"
#include "output/recommend/offer_record.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

constexpr auto k_step_kinds = std::to_array<std::string_view>({"question", "rung"});
constexpr auto k_end_kinds = std::to_array<std::string_view>({"rung", "end"});

const Offer* offer_of(const std::optional<RankedOffer>& row) { return row ? &row->offer : nullptr; }

Record<ChartView> chart_query_record() {
  return Record<ChartView>("query", "What was asked", Layout::one_line)
      .member("guide", "The guide whose chart it is", id(), [](const ChartView& view) { return view.chart.guide->id; })
      .member<&ChartView::budget>("budget_usd", "The budget that decides what is affordable; null: none", positive());
}

}  // namespace

template <>
Record<DecisionChart> description() {
  return Record<DecisionChart>("guide", "The guide whose chart it is", Layout::one_line)
      .member<&DecisionChart::guide, &Guide::id>("id", "Its id", id())
      .member<&DecisionChart::guide, &Guide::title>("title", "With its date")
      .member<&DecisionChart::guide, &Guide::date>("date", "Of the edition")
      .member<&DecisionChart::guide, &Guide::source>("source", "Where it is from", id());
}

template <>
Record<ChartStep> description() {
  return Record<ChartStep>("step", "A node that was answered", Layout::one_line)
      .member<&ChartStep::node, &ChartNode::id>("node", "Its id", id())
      .member<&ChartStep::node, &ChartNode::kind>("kind", "A rung asks whether GPUs are affordable",
                                                  one_of(k_step_kinds))
      .member<&ChartStep::node, &ChartNode::label>("label", "As the chart has it")
      .member<&ChartStep::node, &ChartNode::question>("question", "In this program's words; null for a rung", or_null())
      .member<&ChartStep::answer>("answer", "One that the chart takes; of a rung, affordable or the way on")
      .member<&ChartStep::is_by_budget>("by_budget", "Whether the budget answered")
      .member<&ChartStep::price>("price",
                                 "Of a rung: the lowest of its GPUs on the catalog's day; null where none is known");
}

template <>
Record<ChartNode> description() {
  return Record<ChartNode>("end", "Where a way ends", Layout::one_line)
      .member<&ChartNode::id>("node", "Its id", id())
      .member<&ChartNode::kind>("kind", "A rung whose GPUs are affordable, or an end", one_of(k_end_kinds))
      .member<&ChartNode::label>("label", "As the chart has it")
      .member<&ChartNode::note>("note", "How it was read", or_null())
      .member<&ChartNode::source>("source", "Of the chart", id());
}

namespace {

Record<PriceEstimate> conditioned_price_record() {
  return Record<PriceEstimate>("conditioned_price", "A price with its condition", Layout::one_line)
      .member<&PriceEstimate::condition>("condition", "New, used, or both together")
      .member("price", "On that day", std::identity());
}

}  // namespace

template <>
Record<PricedChoice> description() {
  return Record<PricedChoice>("choice", "A GPU that the chart names")
      .member<&PricedChoice::choice, &ChartChoice::gpu>("id", "Of the GPU", id())
      .member("name", "Of the GPU",
              [](const auto& choice) { return choice.gpu == nullptr ? choice.choice->gpu : choice.gpu->name; })
      .member<&PricedChoice::choice, &ChartChoice::condition>("condition", "That the chart names; null: none")
      .member<&PricedChoice::choice, &ChartChoice::share>(
          "share", "Of a mix; choices with the same share are alternatives", share())
      .member<&PricedChoice::then, optional_as<conditioned_price_record>>("then", "As known on the guide's day")
      .member<&PricedChoice::now, optional_as<conditioned_price_record>>("now", "On the catalog's day");
}

template <>
Record<ChartEquivalent> description() {
  return Record<ChartEquivalent>("equivalent", "What is computed for that kind of buyer on the catalog's day")
      .member("type", "The kind of buyer; null: none asks the same", id(), or_null(),
              [](const auto& one) { return one.type == nullptr ? std::string_view() : one.type->id; })
      .member("buys_none", "Whether that kind of buyer buys no GPU",
              [](const auto& one) { return one.type != nullptr && one.type->buys_none; })
      .member<&ChartEquivalent::budget>("budget_usd", "In force; null: any", positive())
      .member("pick", "The first; null where none is bought or nothing fits",
              [](const auto& one) { return offer_of(one.pick); })
      .member("runner_up", "The next GPU", [](const auto& one) { return offer_of(one.runner_up); })
      .member("text", "In words", [](const auto& one) { return equivalent_text(one); });
}

template <>
Record<ChartAnswer> description() {
  return Record<ChartAnswer>("way", "A way through the chart")
      .member("answers", "As --answers takes them", [](const auto& way) { return answers_text(way.walk); })
      .member<&ChartAnswer::walk, &ChartWalk::steps>("steps", "The nodes answered, in order")
      .member(
          "end", "Where the way ends", [](const auto& way) -> const auto& { return *way.walk.at; })
      .member("says", "What the chart says, in words", [](const auto& way) { return chart_says(way); })
      .member<&ChartAnswer::choices>("choices", "The GPUs that it names")
      .member<&ChartAnswer::walk, &ChartWalk::at, &ChartNode::providers>("providers", "Where it says to rent", ids())
      .member<&ChartAnswer::equivalent>("equivalent", "What is computed for that kind of buyer on the catalog's day");
}

template <>
Record<ChartView> description() {
  return answer_record<ChartView>("chart", "chart", "Ways through a guide's decision chart")
      .member<as<chart_query_record>>("query", "What was asked")
      .member(
          "guide", "The guide whose chart it is", [](const ChartView& view) -> const auto& { return view.chart; })
      .member<&ChartView::answers>("results", "The way asked for, or all", fewest(1))
      .member("warnings", "None", k_no_warnings)
      .rows("results[]",
            {"answers", "end: end.node", "end.label", "says", "gpus: choices[;].id", "providers[;]", "equivalent.type",
             "equivalent.budget_usd", "pick: equivalent.pick.id", "pick_condition: equivalent.pick.condition",
             "pick_price_usd: equivalent.pick.price_usd", "pick_price_as_of: equivalent.pick.price_as_of",
             "pick_speed: equivalent.pick.speed", "pick_price_basis: equivalent.pick.price_basis",
             "pick_price_age: equivalent.pick.price_age", "pick_price_age_days: equivalent.pick.price_age_days"});
}

}  // namespace gpuadvisor
