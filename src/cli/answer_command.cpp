#include "answer_command.hpp"

#include <fmt/format.h>

#include "catalog_options.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "output_options.hpp"
#include "request_options.hpp"
#include "score_options.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_formats = std::to_array<std::string_view>({"table", "json", "csv", "names"});

std::string rendered(const AnswerView& view, const OutputOptions& output) {
  const auto format = output.checked_format(k_formats);
  if (format == "json") return answer_json(view);
  if (format == "csv") return answer_csv(view, !output.no_header);
  if (format == "names") return answer_names(view);
  return answer_table(view, terminal_page(), !output.no_header);
}

/// Rows of CSV and names have no room for what is about the whole answer.
void require_room_for_explanation(const OutputOptions& output) {
  const auto format = output.checked_format(k_formats);
  if (format == "table" || format == "json") return;
  throw UsageError(fmt::format("--explain: expected --format table or json, found \"{}\"", format));
}

}  // namespace

Outcome run_answer(const AnswerCommand& command, Arguments arguments) {
  RequestOptions request_options;
  ScoreOptions score_options;
  CatalogOptions catalog_options;
  OutputOptions output;
  std::string limit;
  bool explain = false;
  OptionParser parser(command.name, command.description);
  request_options.add_to(parser, command.takes_count);
  score_options.add_to(parser);
  const std::string limit_help = fmt::format("Show at most so many rows, 0 for all ({})", command.default_limit);
  parser.add("-n,--limit", limit, "N", limit_help);
  if (command.can_explain)
    parser.add_flag("--explain", explain, "Tell how sure the answer is, and what would change it");
  output.add_to(parser, k_formats);
  catalog_options.add_to(parser);
  parser.parse(arguments);
  if (explain) require_room_for_explanation(output);

  const Catalog catalog =
      score_options.known(catalog_options, catalog_options.load_all(), request_options.wanted_precision());
  const std::string version = catalog_options.version();
  const Request request = score_options.applied_to(request_options.request(catalog), catalog);
  if (explain && request.count.to > 1) {
    throw UsageError("--explain and --count exclude each other: how sure an answer is can be told of single GPUs");
  }
  const std::size_t rows = whole_number("--limit", limit.empty() ? command.default_limit : limit, 0, 100'000);
  const Answer answer = command.ask(catalog, request);
  const auto explained = explain ? std::optional(explanation(answer, catalog)) : std::nullopt;
  const AnswerView view{
      command.name, catalog, version, answer.request, answer, rows, explained ? &*explained : nullptr};

  Outcome outcome{rendered(view, output), "", answer.rows.empty() ? k_none : k_answered};
  if (output.quiet) return outcome;
  outcome.remarks = catalog_options.stale_notice(catalog);
  if (view.rows().size() < answer.rows.size()) {
    outcome.remarks +=
        fmt::format("gpuadvisor: {} of {} rows shown; -n 0 shows all\n", view.rows().size(), answer.rows.size());
  }
  return outcome;
}

}  // namespace gpuadvisor::cli
