#include "answer_command.hpp"

#include <optional>

#include "cli/options/answer_options.hpp"
#include "cli/options/emit_options.hpp"
#include "cli/options/terminal.hpp"
#include "cli/session.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "output/phrases/fact.hpp"
#include "output/recommend/answer_heading.hpp"
#include "output/recommend/answer_plot.hpp"
#include "output/recommend/offer_fields.hpp"
#include "report/record.hpp"

namespace gpuadvisor::cli {
namespace {

Glyphs glyphs_of(const OutputOptions& output) {
  return output.file.empty() && terminal_shows_utf8() ? Glyphs::utf8 : Glyphs::ascii;
}

std::string rendered(const AnswerView& view, const OutputOptions& output, bool plot) {
  if (plot) {
    return output.text_of(answer_plot_document(view, {output.page().width, terminal_height(), glyphs_of(output)}));
  }
  if (output.format == Format::json) return answer_json(view);
  if (output.format == Format::jsonl) return answer_json_lines(view);
  if (output.format == Format::csv || output.format == Format::tsv) return output.text_of(answer_records(view));
  if (output.format == Format::names) return answer_names(view);
  return output.text_of(answer_document(view, output.room()));
}

/// The first row as a request to a system that starts jobs.
Outcome emitted(const EmitOptions& emit, const AnswerView& view, std::string command, Session& session) {
  if (view.rows().empty()) return session.none("no GPU qualifies; leave out --emit to see which nearly do");
  const Offer& first = view.answer.rows.front().offer;
  WantedGpus wanted;
  wanted.gpu = first.gpu;
  wanted.count = first.count;
  return emit.outcome(
      wanted, {std::move(command), heading(view.request(), view.details.workload_title, view.catalog), {}}, session);
}

/// Throws UsageError.
std::vector<const FlatField*> asked_fields(const OutputOptions& output) {
  if (!output.fields.list.empty() && output.format == Format::names) {
    throw UsageError("--fields: expected a --format other than names, which prints ids alone");
  }
  if (output.fields.list.empty()) return {};
  return mapped(output.fields.places(offer_record_fields()), [](std::size_t place) { return &offer_fields()[place]; });
}

/// Throws UsageError for what a picture has no room for.
void check_plot(const OutputOptions& output, const EmitOptions& emit, bool explain, const RequestOptions& request) {
  output.require_lines_for("--plot");
  if (explain) throw UsageError("--plot and --explain exclude each other: both take the place of the table");
  if (emit.system) throw UsageError("--plot and --emit exclude each other: a request is one row");
  if (request.includes_rent) {
    throw UsageError("--plot and --include-rent exclude each other: the plot shows prices, not rents");
  }
}

}  // namespace

Outcome run_answer(const AnswerCommand& command, Arguments arguments) {
  AnswerOptions options;
  Depth depth;
  OptionParser parser(command.name, command.description);
  options.add_to(parser, command.takes_count, command.takes_job, command.default_limit);
  if (command.can_explain)
    parser.add_explain(depth, k_enum_names<Fact>,
                       "How sure the answer is, and what would change it; or only one FACT: place, beware, fit, "
                       "changes, filters, legend");
  bool plot = false;
  if (command.can_plot) parser.add_flag("--plot", plot, "Plot price against speed, of all rows or the first -n");
  EmitOptions emit;
  if (command.can_emit) emit.add_to(parser);
  options.session.add_to(parser, k_formats_and_names);
  parser.parse(arguments);
  const OutputOptions& output = options.session.output;
  if (output.fields.is_alone) return {output.text_of({offer_record_fields(), {}}), "", k_answered};
  const auto fields = asked_fields(output);
  emit.check(output);
  const bool explain = depth.is_explained;
  if (explain) output.require_room_for("--explain");
  if (plot) check_plot(output, emit, explain, options.request);
  const std::size_t limit = options.limit.value_or(plot ? 0 : command.default_limit);  // a picture is of all

  Session session = options.opened();
  const Catalog& catalog = session.catalog();
  const Request request = options.asked(session);
  Answer answer = command.ask(catalog, request);
  if (explain && answer.near_misses.empty()) answer.near_misses = near_misses(catalog, request, answer.request);
  const bool is_of_single_gpus = request.count.to == 1;  // how sure an answer is can be told of these
  const auto explained = explain && is_of_single_gpus ? std::optional(explanation(answer, catalog)) : std::nullopt;
  const AnswerDetails details = answer_details(answer, catalog, limit);
  AnswerView view{command.name, session.stamp(), answer, details, limit, explained ? &*explained : nullptr, fields,
                  depth};
  if (output.format == Format::wide) view.bars = glyphs_of(output);
  if (emit.system) return emitted(emit, view, typed_command(command.name, arguments), session);
  session.remark_on_rows(view.rows().size(), answer.rows.size());
  return session.outcome(rendered(view, output, plot), !answer.rows.empty() || needs_nothing(details));
}

}  // namespace gpuadvisor::cli
