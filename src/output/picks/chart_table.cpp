#include <fmt/format.h>

#include "chart_text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/data_day.hpp"
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
    const std::string answer = is_rung ? (step.answer == k_affordable ? "yes" : "no") : std::string(step.answer);
    table.rows.push_back(
        {question_line(*step.node, step.price), answer + (step.is_by_budget ? ", by the budget" : "")});
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
  return fmt::format("then: by prices known on the guide's day{}; now: by those of the day asked for.",
                     date ? ", " + date->text() : "");
}

}  // namespace

std::string chart_table(const ChartView& view, const Page& page, bool header) {
  const ChartAnswer& answer = view.answers.front();
  const bool has_choices = !answer.choices.empty();
  if (!header) return has_choices ? render(choice_table(answer), page, false) : std::string();
  std::string text = emphasised(wrapped(heading_of(view), page.width), Style::bold, page) + "\n";
  if (!answer.walk.steps.empty()) text += render(step_table(answer.walk), page) + "\n";
  text += wrapped("The chart's answer: " + chart_says(answer), page.width);
  if (!answer.walk.at->note.empty()) text += wrapped(answer.walk.at->note, page.width);
  text += "\n";
  if (has_choices) text += render(choice_table(answer), page) + wrapped(legend(view), page.width) + "\n";
  return text + wrapped("Computed for that buyer: " + equivalent_text(answer.equivalent), page.width);
}

std::string chart_paths_table(const ChartView& view, const Page& page, bool header) {
  Table table{{{"answers"}, {"the chart's answer", false, true}, {"computed today", false, true}}, {}};
  for (const ChartAnswer& answer : view.answers) {
    const auto& [type, workload, budget, pick, runner_up] = answer.equivalent;
    const std::string none = type != nullptr && type->buys_none ? "no GPU to buy" : "-";
    table.rows.push_back({answers_text(answer.walk), chart_says(answer), pick ? offer_words(pick->offer) : none});
  }
  if (!header) return render(table, page, false);
  return emphasised(wrapped(heading_of(view), page.width), Style::bold, page) + "\n" + render(table, page) + "\n" +
         wrapped(
             "answers: as --answers takes them; at GPUs, y takes them and n finds them too dear. computed today: the "
             "first of `recommend` for that kind of buyer, within what the GPUs cost today; -: none.",
             page.width);
}

}  // namespace gpuadvisor
