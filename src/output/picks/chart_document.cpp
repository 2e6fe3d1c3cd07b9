#include <fmt/format.h>

#include "chart_text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

std::string heading_of(const ChartView& view) {
  std::string text = fmt::format("Decision chart of {}", view.chart.guide->title);
  if (view.budget) text += ", budget " + money(*view.budget);
  if (const std::string day = data_day(view.catalog); !day.empty()) text += ", " + day;
  return text;
}

/// The questions on the way, with their answers.
Table step_table(const ChartWalk& walk) {
  Table table{{{"question", false, true}, {"answer"}}, {}};
  for (const ChartStep& step : walk.steps) {
    const bool is_rung = step.node->kind == ChartNodeKind::rung;
    const bool is_unknown = is_rung && step.is_by_budget && !step.price;
    const std::string answer = !is_rung                      ? std::string(step.answer)
                               : is_unknown                  ? "price unknown, passed over"
                               : step.answer == k_affordable ? "yes"
                                                             : "no";
    table.rows.push_back(
        {question_line(*step.node, step.price), answer + (step.is_by_budget && !is_unknown ? ", by the budget" : "")});
  }
  return table;
}

std::string price_cell(const std::optional<PriceEstimate>& price) {
  const std::string text = dated_price_text(price);
  return text.empty() ? "-" : text;
}

/// The GPUs at the end of a way, then and now.
Table choice_table(const ChartAnswer& answer) {
  Table table{{{"GPU", false, true}, {"GB", true}, {"then"}, {"now"}}, {}};
  for (const PricedChoice& choice : answer.choices) {
    const auto memory = choice.gpu == nullptr ? std::nullopt : memory_per_device(*choice.gpu);
    table.rows.push_back({std::string(choice.gpu == nullptr ? choice.choice->gpu : short_name(*choice.gpu)),
                          or_dash(memory, [](Gibibytes gb) { return json_number(gb.value()); }),
                          price_cell(choice.then), price_cell(choice.now)});
  }
  return table;
}

/// What "then" and "now" mean.
std::string legend(const ChartView& view) {
  const auto& date = view.chart.guide->date;
  const std::string day = data_day(view.catalog);
  return fmt::format("then: on the guide's day{}{}{}.", date ? ", " + date->text() : "",
                     day.empty() ? "" : "; now: ", day);
}

Document paths_document(const ChartView& view) {
  Table table{{{"answers"}, {"the chart's answer", false, true}, {"computed today", false, true}}, {}};
  for (const ChartAnswer& answer : view.answers) {
    const auto& [type, workload, budget, pick, runner_up] = answer.equivalent;
    const std::string none = type != nullptr && type->buys_none ? "no GPU to buy" : "-";
    table.rows.push_back({answers_text(answer.walk), chart_says(answer), pick ? priced_name(pick->offer) : none});
  }
  Document document;
  document.title(heading_of(view)).gap().table(std::move(table)).gap();
  return document.paragraph(
      "answers: as --answers takes them; for GPUs, y: affordable, n: too expensive. computed today: the first of "
      "`recommend` for that buyer, within the price of those GPUs today; -: none.");
}

}  // namespace

Document document_of(const ChartView& view) {
  if (view.all_paths) return paths_document(view);
  const ChartAnswer& answer = view.answers.front();
  Document document;
  document.title(equivalent_text(answer.equivalent));
  document.paragraph(fmt::format("The chart of {} says: {}", view.chart.guide->title, chart_says(answer)));
  document.paragraph(std::string(answer.walk.at->note)).gap().table(choice_table(answer)).gap();
  document.table(step_table(answer.walk));
  if (!answer.choices.empty()) document.gap().paragraph(legend(view));
  return document;
}

}  // namespace gpuadvisor
