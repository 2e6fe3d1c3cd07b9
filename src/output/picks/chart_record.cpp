#include <algorithm>

#include "chart_text.hpp"
#include "output/phrases/shared_records.hpp"
#include "output/recommend/offer_record.hpp"
#include "report/flat.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

constexpr auto k_step_kinds = std::to_array<std::string_view>({"question", "rung"});
constexpr auto k_end_kinds = std::to_array<std::string_view>({"rung", "end"});

struct ChartQuery {
  std::string_view guide;
  std::optional<Usd> budget;
};

/// A price with its condition.
struct ConditionedPrice {
  const PriceEstimate* price = nullptr;
};

std::optional<ConditionedPrice> conditioned(const std::optional<PriceEstimate>& price) {
  return price ? std::optional(ConditionedPrice{&*price}) : std::nullopt;
}

const Offer* offer_of(const std::optional<RankedOffer>& row) { return row ? &row->offer : nullptr; }

}  // namespace

template <>
const Record<ChartQuery>& record() {
  static const auto k_record =
      Record<ChartQuery>("query", "What was asked", Layout::one_line)
          .member<&ChartQuery::guide>("guide", "The guide whose chart it is")
          .id()
          .member<&ChartQuery::budget>("budget_usd", "The budget that decides what is affordable; null: none")
          .positive();
  return k_record;
}

template <>
const Record<DecisionChart>& record() {
  static const auto k_record =
      Record<DecisionChart>("guide", "The guide whose chart it is", Layout::one_line)
          .member("id", "Its id", [](const auto& chart) { return chart.guide->id; })
          .id()
          .member("title", "With its date", [](const auto& chart) { return chart.guide->title; })
          .member("date", "Of the edition", [](const auto& chart) { return chart.guide->date; })
          .member("source", "Where it is from", [](const auto& chart) { return chart.guide->source; })
          .id();
  return k_record;
}

template <>
const Record<ChartStep>& record() {
  static const auto k_record =
      Record<ChartStep>("step", "A node that was answered", Layout::one_line)
          .member("node", "Its id", [](const auto& step) { return step.node->id; })
          .id()
          .member("kind", "A rung asks whether GPUs are affordable", [](const auto& step) { return step.node->kind; })
          .one_of(k_step_kinds)
          .member("label", "As the chart has it", [](const auto& step) { return step.node->label; })
          .member("question", "In this program's words; null for a rung",
                  [](const auto& step) { return step.node->question; })
          .or_null()
          .member<&ChartStep::answer>("answer", "One that the chart takes; of a rung, affordable or the way on")
          .member<&ChartStep::is_by_budget>("by_budget", "Whether the budget answered")
          .member<&ChartStep::price>(
              "price", "Of a rung: the lowest of its GPUs on the catalog's day; null where none is known");
  return k_record;
}

template <>
const Record<ChartNode>& record() {
  static const auto k_record = Record<ChartNode>("end", "Where a way ends", Layout::one_line)
                                   .member<&ChartNode::id>("node", "Its id")
                                   .id()
                                   .member<&ChartNode::kind>("kind", "A rung whose GPUs are affordable, or an end")
                                   .one_of(k_end_kinds)
                                   .member<&ChartNode::label>("label", "As the chart has it")
                                   .member<&ChartNode::note>("note", "How it was read")
                                   .or_null()
                                   .member<&ChartNode::source>("source", "Of the chart")
                                   .id();
  return k_record;
}

template <>
const Record<ConditionedPrice>& record() {
  static const auto k_record =
      Record<ConditionedPrice>("conditioned_price", "A price with its condition", Layout::one_line)
          .member("condition", "New, used, or both together", [](const auto& one) { return one.price->condition; })
          .member(
              "price", "On that day", [](const auto& one) -> const auto& { return *one.price; });
  return k_record;
}

template <>
const Record<PricedChoice>& record() {
  static const auto k_record =
      Record<PricedChoice>("choice", "A GPU that the chart names")
          .member("id", "Of the GPU", [](const auto& choice) { return choice.choice->gpu; })
          .id()
          .member("name", "Of the GPU",
                  [](const auto& choice) { return choice.gpu == nullptr ? choice.choice->gpu : choice.gpu->name; })
          .member("condition", "That the chart names; null: none",
                  [](const auto& choice) { return choice.choice->condition; })
          .member("share", "Of a mix; choices with the same share are alternatives",
                  [](const auto& choice) { return choice.choice->share; })
          .share()
          .member("then", "As known on the guide's day", [](const auto& choice) { return conditioned(choice.then); })
          .member("now", "On the catalog's day", [](const auto& choice) { return conditioned(choice.now); });
  return k_record;
}

template <>
const Record<ChartEquivalent>& record() {
  static const auto k_record =
      Record<ChartEquivalent>("equivalent", "What is computed for that kind of buyer on the catalog's day")
          .member("type", "The kind of buyer; null: none asks the same",
                  [](const auto& one) { return one.type == nullptr ? std::string_view() : one.type->id; })
          .id()
          .or_null()
          .member("buys_none", "Whether that kind of buyer buys no GPU",
                  [](const auto& one) { return one.type != nullptr && one.type->buys_none; })
          .member<&ChartEquivalent::budget>("budget_usd", "In force; null: any")
          .positive()
          .member("pick", "The first; null where none is bought or nothing fits",
                  [](const auto& one) { return offer_of(one.pick); })
          .member("runner_up", "The next GPU", [](const auto& one) { return offer_of(one.runner_up); })
          .member("text", "In words", [](const auto& one) { return equivalent_text(one); });
  return k_record;
}

template <>
const Record<ChartAnswer>& record() {
  static const auto k_record =
      Record<ChartAnswer>("way", "A way through the chart")
          .member("answers", "As --answers takes them", [](const auto& way) { return answers_text(way.walk); })
          .member("steps", "The nodes answered, in order", [](const auto& way) { return way.walk.steps; })
          .member(
              "end", "Where the way ends", [](const auto& way) -> const auto& { return *way.walk.at; })
          .member("says", "What the chart says, in words", [](const auto& way) { return chart_says(way); })
          .member<&ChartAnswer::choices>("choices", "The GPUs that it names")
          .member("providers", "Where it says to rent", [](const auto& way) { return way.walk.at->providers; })
          .ids()
          .member<&ChartAnswer::equivalent>("equivalent",
                                            "What is computed for that kind of buyer on the catalog's day");
  return k_record;
}

template <>
const Record<ChartView>& record() {
  static const auto k_record =
      answer_record<ChartView>("chart", "chart", "Ways through a guide's decision chart")
          .member("query", "What was asked",
                  [](const ChartView& view) {
                    return ChartQuery{view.chart.guide->id, view.budget};
                  })
          .member(
              "guide", "The guide whose chart it is", [](const ChartView& view) -> const auto& { return view.chart; })
          .member<&ChartView::answers>("results", "The way asked for, or all")
          .fewest(1)
          .member("warnings", "None", [](const auto&) { return std::vector<Warning>(); });
  return k_record;
}

std::string chart_json(const ChartView& view) { return json_text(value_of(view)); }

Records chart_records(const ChartView& view) {
  return flat_records(value_of(view), record<ChartView>().shape(), "results[]",
                      {{"answers", "results[].answers"},
                       {"end", "results[].end.node"},
                       {"label", "results[].end.label"},
                       {"says", "results[].says"},
                       {"gpus", "results[].choices[].id", ";"},
                       {"providers", "results[].providers", ";"},
                       {"type", "results[].equivalent.type"},
                       {"budget_usd", "results[].equivalent.budget_usd"},
                       {"pick", "results[].equivalent.pick.id"},
                       {"pick_condition", "results[].equivalent.pick.condition"},
                       {"pick_price_usd", "results[].equivalent.pick.price_usd"},
                       {"pick_price_as_of", "results[].equivalent.pick.price_as_of"}});
}

}  // namespace gpuadvisor
