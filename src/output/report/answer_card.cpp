#include "answer_card.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/memory/job_words.hpp"
#include "output/memory/what_runs_view.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/recommend/verdict.hpp"
#include "page_words.hpp"
#include "report/html.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_room = 80;  // characters of a row of the answer, as on a terminal

/// "Which GPU for Llama 3.1 70B within $3,000?"
std::string question(const AnswerView& view) {
  const Request& request = view.request();
  return fmt::format("Which GPU for {}{}?",
                     request.job ? request.job->network().name : mid_sentence(view.details.workload_title),
                     request.budget ? " within " + money(*request.budget) : "");
}

std::string name_of(const Offer& offer) {
  const bool is_told = offer.price && !offer.rental;
  return with_count(offer.count, (is_told ? condition_prefix(*offer.price) : "") + brief_name(*offer.gpu));
}

/// "used, $900 each; lowest of 4, eBay, 2026-10; 80 %: $1,800 to $2,864".
std::string price_source(const Offer& offer) {
  if (offer.rental) return "rented, for all hours";
  const PriceEstimate& price = *offer.price;
  if (price.is_yours()) return "your price";
  std::string text(condition_word(price));
  if (offer.count > 1) text += fmt::format(", {} each", money(price.today));
  const Price* asked = price.asked;
  text += fmt::format("; {}{}", by_words(price), asked != nullptr && asked->asks ? " asks" : "");
  if (asked != nullptr && !asked->place.empty()) text += fmt::format(", {}", asked->place);
  text += fmt::format(", seen {}", month_text(price));
  if (price.low >= price.high) return text;
  return text + fmt::format("; 80 %: {} to {}", money(at_price(offer, price.low)), money(at_price(offer, price.high)));
}

/// Memory and what fits: the job, or the largest language model.
std::string runs_text(const ReportView& view, const DetailedOffer& row) {
  const auto& memory = row.offer.gpu->memory;
  std::string text = memory
                         ? fmt::format("{}{:g} GB of memory",
                                       row.offer.count > 1 ? fmt::format("{}x ", row.offer.count) : "", memory->value())
                         : "memory not known";
  if (const auto& plan = row.details.plan) {
    const MemoryJob& job = plan->way->job;
    const std::string_view fit = plan->verdict == FitVerdict::fits    ? "fits"
                                 : plan->verdict == FitVerdict::tight ? "is tight"
                                                                      : "does not fit";
    return fmt::format(
        "{}: {} in {} {}, {:.3g} of {:.3g} usable GB{}{}", text, view.answer.request().job->network().name,
        format_name(job.weights), fit, plan->way->need.total.value(), plan->memory.usable.value(),
        row.offer.count > 1 ? " on each" : "", job.layers_on_host > 0 ? ", the rest in the host's memory" : "");
  }
  return view.report.runs ? fmt::format("{}. {}", text, what_they_run(*view.report.runs)) : text;
}

/// "used RTX 3080 10GB, asked from $430 (October): 11 % slower"; empty: no other GPU is offered.
std::string runner_up(const AnswerView& view, const DetailedOffer& best) {
  for (const DetailedOffer& row : view.rows()) {
    const bool is_same = row.offer.gpu == best.offer.gpu && row.offer.count == best.offer.count;
    if (&row <= &best || is_same || !is_offered(row.offer)) continue;
    std::string text = fmt::format("{}, {}", name_of(row.offer), price_words(row.offer));
    const auto speed = ranking_speed(row.offer);
    const auto of_best = ranking_speed(best.offer);
    if (!speed || !of_best) return text;
    const double change = *speed / *of_best - 1;
    constexpr double k_visible = 0.015;
    if (std::abs(change) < k_visible) return text + ": as fast";
    return text + fmt::format(": {} {}", percent(std::abs(change)), change < 0 ? "slower" : "faster");
  }
  return {};
}

std::string card(const ReportView& view, const DetailedOffer& row) {
  const auto price = total_price(row.offer);
  const auto item = [](std::string_view title, std::string_view figure, std::string_view text) {
    if (figure.empty() && text.empty()) return std::string();
    return "<div>" + html_element("dt", title) + "<dd>" + (figure.empty() ? "" : html_element("strong", figure) + ' ') +
           html_element("span", text) + "</dd></div>\n";
  };
  const bool is_told = price && (row.offer.price || row.offer.rental);
  return "<dl class=\"pick\">\n" + item("★ Best buy", name_of(row.offer), "") +
         item("Price", is_told ? (row.offer.rental ? money(*price) : today_text(*price, *row.offer.price)) : "",
              is_told ? price_source(row.offer) : "not known") +
         item("Runs", "", runs_text(view, row)) + item("Why", "", in_page_words(reason(view.answer))) +
         item("Runner-up", "", runner_up(view.answer, row)) + "</dl>\n";
}

/// The title of a column, or how a speed is known, with the room of a page.
std::string in_full(std::string text) {
  constexpr auto k_full = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"today", "price"}, {"cond", "condition"}, {"meas", "measured"}, {"est", "estimated"}});
  for (const auto& [brief, full] : k_full) {
    if (text == brief) return std::string(full);
  }
  return text;
}

Table in_full(Table table) {
  for (auto& column : table.columns) column.title = in_full(std::move(column.title));
  for (auto& row : table.rows) {
    for (std::string& cell : row) cell = in_full(std::move(cell));
  }
  return table;
}

}  // namespace

const DetailedOffer* best_buy(const AnswerView& view) {
  return view.rows().empty() || needs_nothing(view.details) ? nullptr : &chosen(view);
}

std::string answer_html(const ReportView& view) {
  const DetailedOffer* const best = best_buy(view.answer);
  std::string html =
      html_element("p", question(view.answer) + ' ' + capitalised(data_day(view.catalog)) + '.', R"( class="asked")");
  html += '\n' + html_element("h1", in_page_words(verdict(view.answer))) + '\n';
  if (best != nullptr) html += card(view, *best);
  const std::string told = best != nullptr ? reason(view.answer) : "";
  const Document answer = answer_document(view.answer, k_room);
  Document rest;
  for (const auto& block : answer.blocks()) {
    if (const auto* table = std::get_if<Document::TableBlock>(&block)) rest.table(in_full(table->table));
    const auto* paragraph = std::get_if<Document::Paragraph>(&block);
    if (paragraph != nullptr && paragraph->text != told) rest.paragraph(in_page_words(paragraph->text));
  }
  return html + html_blocks(rest);
}

}  // namespace gpuadvisor
