#include "answer_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cli/options/emit_options.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/request_options.hpp"
#include "cli/options/terminal.hpp"
#include "cli/options/training_run_options.hpp"
#include "cli/options/wanted_job_options.hpp"
#include "cli/session.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "output/recommend/answer_heading.hpp"
#include "output/recommend/answer_plot.hpp"
#include "output/recommend/offer_fields.hpp"
#include "report/record.hpp"

namespace gpuadvisor::cli {
namespace {

std::string rendered(const AnswerView& view, const OutputOptions& output, bool plot) {
  if (plot) {
    const Glyphs glyphs = output.file.empty() && terminal_shows_utf8() ? Glyphs::utf8 : Glyphs::ascii;
    return output.text_of(answer_plot_document(view, {output.page().width, terminal_height(), glyphs}));
  }
  if (output.format == Format::json) return answer_json(view);
  if (output.format == Format::jsonl) return answer_json_lines(view);
  if (output.format == Format::csv || output.format == Format::tsv) return output.text_of(answer_records(view));
  if (output.format == Format::names) return answer_names(view);
  return output.text_of(answer_document(view, output.room()));
}

std::vector<RecordField> all_fields() { return mapped(offer_fields(), &OfferField::field); }

/// The first row as a request to a system that starts jobs.
Outcome emitted(const EmitOptions& emit, const AnswerView& view, std::string command, Session& session) {
  if (view.rows().empty()) return session.none("no GPU qualifies; without --emit the answer tells which nearly do");
  const Offer& first = view.answer.rows.front().offer;
  WantedGpus wanted;
  wanted.gpu = first.gpu;
  wanted.count = first.count;
  return emit.outcome(
      wanted, {std::move(command), heading(view.request(), view.details.workload_title, view.catalog), {}}, session);
}

/// The same with what stands before all options as a workload and a budget: "cnn 500".
std::vector<const char*> with_words_as_options(Arguments arguments) {
  std::vector<const char*> found;
  std::size_t i = 0;
  for (; i < arguments.size() && arguments[i][0] != '-' && arguments[i][0] != '\0'; ++i) {
    const bool is_amount = std::string_view("0123456789$").find(arguments[i][0]) != std::string_view::npos;
    found.push_back(is_amount ? "--budget" : "--workload");
    found.push_back(arguments[i]);
  }
  found.insert(found.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
  return found;
}

/// Throws UsageError.
std::vector<const OfferField*> asked_fields(const OutputOptions& output) {
  if (!output.fields.list.empty() && output.format == Format::names) {
    throw UsageError("--fields: expected a --format other than names, which prints ids alone");
  }
  return mapped(output.fields.places(all_fields()), [](std::size_t place) { return &offer_fields()[place]; });
}

/// Throws UsageError for what a picture has no room for.
void check_plot(const OutputOptions& output, const EmitOptions& emit, bool explain, const RequestOptions& request) {
  output.require_lines_for("--plot");
  if (explain) throw UsageError("--plot and --explain exclude each other: both take the place of the table");
  if (emit.system) throw UsageError("--plot and --emit exclude each other: a request is one row");
  if (request.includes_rent) {
    throw UsageError("--plot and --include-rent exclude each other: the picture is of prices, and a rent is none");
  }
}

}  // namespace

Outcome run_answer(const AnswerCommand& command, Arguments arguments) {
  RequestOptions request_options;
  WantedJobOptions job_options;
  TrainingRunOptions run_options;
  SessionOptions options;
  std::optional<std::size_t> asked_limit;
  bool explain = false;
  OptionParser parser(command.name, command.description);
  if (command.takes_job) job_options.add_to(parser);
  request_options.add_to(parser, command.takes_count, command.takes_job);
  if (command.takes_job) run_options.add_to(parser);
  options.prices.add_to(parser);
  options.scores.add_to(parser);
  const std::string limit_help = fmt::format("Show at most so many rows, 0 for all ({})", command.default_limit);
  parser.add("-n,--limit", asked_limit, "N", limit_help, row_limit);
  if (command.can_explain)
    parser.add_flag("--explain", explain, "Tell how sure the answer is, and what would change it");
  bool plot = false;
  if (command.can_plot) parser.add_flag("--plot", plot, "Draw price against speed of all rows, or of -n N");
  EmitOptions emit;
  if (command.can_emit) emit.add_to(parser);
  options.add_to(parser, k_formats_and_names);
  const auto words = command.takes_job ? with_words_as_options(arguments)
                                       : std::vector<const char*>(arguments.begin(), arguments.end());
  parser.parse(words);
  const OutputOptions& output = options.output;
  if (output.fields.is_alone) return {output.text_of({all_fields(), {}}), "", k_answered};
  const auto fields = asked_fields(output);
  emit.check(output);
  if (explain) output.require_room_for("--explain");
  if (plot) check_plot(output, emit, explain, request_options);
  const std::size_t limit = asked_limit.value_or(plot ? 0 : command.default_limit);  // a picture is of all

  Session session(options, request_options.wanted_precision(), request_options.filters.budget);
  const Catalog& catalog = session.catalog();
  Request request = request_options.request(session);
  job_options.apply_to(request, session, !request_options.workload.empty(), request_options.count.has_value());
  if (request.job) {
    request.measured =
        std::make_shared<const NetworkMeasurements>(session.measurements(request.job->network(), request.job->job()));
  }
  if (request.includes_rent && request.job && !request.job->own().empty()) {
    throw UsageError("--include-rent and --own exclude each other: rented GPUs stand in another machine");
  }
  const bool has_own = request.job && !request.job->own().empty() && !request.budget;
  const bool is_enough = request.target || has_own;  // what is faster is worth nothing more
  const bool is_ranked = request_options.rank_by || request.includes_rent;
  if (is_enough && !is_ranked) request.rank_by = RankBy::price;
  request = options.scores.applied_to(request, catalog);
  run_options.price_per_kwh = request_options.owning.electricity;
  run_options.apply_to(request, session, !request_options.workload.empty());
  Answer answer = command.ask(catalog, request);
  if (explain && answer.near_misses.empty()) answer.near_misses = near_misses(catalog, request, answer.request);
  const bool is_of_single_gpus = request.count.to == 1;  // how sure an answer is can be told of these
  const auto explained = explain && is_of_single_gpus ? std::optional(explanation(answer, catalog)) : std::nullopt;
  const AnswerDetails details = answer_details(answer, catalog, limit);
  const AnswerView view{command.name, session.stamp(), answer, details, limit, explained ? &*explained : nullptr,
                        fields,       explain};
  if (emit.system) return emitted(emit, view, typed_command(command.name, arguments), session);
  session.remark_on_rows(view.rows().size(), answer.rows.size());
  return session.outcome(rendered(view, output, plot), !answer.rows.empty() || needs_nothing(details));
}

}  // namespace gpuadvisor::cli
