#include <array>
#include <string_view>

#include "advice/report/request_report.hpp"
#include "cli/command.hpp"
#include "cli/options/answer_options.hpp"
#include "cli/options/memory_job_options.hpp"
#include "cli/options/terminal.hpp"
#include "gpuadvisor/advice/machine.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "output/report/answer_card.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_report_formats = std::to_array({Format::html, Format::json});
constexpr std::size_t k_report_rows = 8;

/// What its GPUs run, where the memory is known.
std::optional<WhatRunsAnswer> runs_of(const Offer& offer, const Catalog& catalog) {
  const auto gpus = machine_of({{offer.gpu, offer.count}});
  if (!gpus) return std::nullopt;
  WhatRunsQuestion question = usual_runs(catalog);
  question.gpus = *gpus;
  question.task = MemoryTask::run;
  return what_runs(question, catalog);
}

}  // namespace

Outcome run_report(Arguments arguments) {
  AnswerOptions options;
  options.request.tells_owning = true;
  OptionParser parser("report",
                      "What `recommend` answers as a page to keep or to send: price against speed,\n"
                      "value, memory, prices over time, owning against renting, and the sources. One\n"
                      "file with charts and the tables behind them, which needs no network.\n\n"
                      "Examples:\n"
                      "  gpuadvisor report --workload transformer --budget 2000 -o report.html\n"
                      "  gpuadvisor report --model llama-3-8b --budget 1500 -o report.html\n"
                      "  gpuadvisor report cnn 800 --hours-per-day 8 --kwh 0.30 -o report.html\n"
                      "  gpuadvisor report cnn 800 --format json\n");
  options.add_to(parser, true, true, k_report_rows);
  options.session.add_to(parser, k_report_formats);
  parser.parse(arguments);
  const bool is_page = options.session.output.format == Format::html;
  if (is_page && options.session.output.file.empty()) refuse_terminal("-o report.html");

  Session session = options.opened();
  const Catalog& catalog = session.catalog();
  const Request request = options.asked(session);
  const Answer answer = recommend(catalog, request);
  const std::size_t limit = options.limit.value_or(k_report_rows);
  const AnswerDetails details = answer_details(answer, catalog, limit);
  RequestReport report = request_report(request, answer, details, options.request.owning.terms(session), catalog);
  const AnswerView answer_view{"recommend", session.stamp(), answer, details, limit};
  const DetailedOffer* best = best_buy(answer_view);
  if (is_page && best != nullptr && !request.job) report.runs = runs_of(best->offer, catalog);
  const ReportView view{session.stamp(), answer_view, report};
  return session.outcome(is_page ? report_page(view) : json_text(value_of(view)),
                         !answer.rows.empty() || needs_nothing(details));
}

}  // namespace gpuadvisor::cli
