#include <array>
#include <vector>

#include "catalog_options.hpp"
#include "command.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"
#include "gpuadvisor/output/explain_view.hpp"
#include "option_parser.hpp"
#include "output_options.hpp"
#include "request_options.hpp"
#include "score_options.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_formats = std::to_array<std::string_view>({"table", "json", "jsonl"});

}  // namespace

Outcome run_explain(Arguments arguments) {
  std::vector<std::string> names;
  RequestOptions request_options;
  ScoreOptions score_options;
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("explain",
                      "The arithmetic behind the place of a GPU in an answer of `recommend`: its speed\n"
                      "and score term by term, its prices quote by quote, what keeps it from being\n"
                      "first, or out. It takes the options of `recommend`.\n\n"
                      "Examples:\n"
                      "  gpuadvisor explain 3080 --workload cnn --budget 500\n"
                      "  gpuadvisor explain \"RX 9070 XT\" 5070 --workload transformer\n"
                      "  gpuadvisor explain 4090 --rank-by value --format json\n");
  parser.add("GPU", names, "", "Name or id, one or more");
  request_options.add_to(parser, false);
  score_options.add_to(parser);
  output.add_to(parser, k_formats);
  catalog_options.add_to(parser);
  parser.parse(arguments);
  const auto format = output.checked_format(k_formats);

  const Catalog catalog =
      score_options.known(catalog_options, catalog_options.load_all(), request_options.wanted_precision());
  const std::string version = catalog_options.version();
  const Request request = score_options.applied_to(request_options.request(catalog), catalog);
  std::vector<const Gpu*> gpus;
  for (const auto& name : names) gpus.push_back(&require_gpu(catalog, name));
  const Answer answer = recommend(catalog, request);
  const AnswerView answer_view{"explain", catalog, version, answer.request, answer};
  const ExplainView view{answer_view, request, gpus};
  const std::string text = format == "json"    ? explain_json(view)
                           : format == "jsonl" ? explain_jsonl(view)
                                               : explain_text(view, terminal_page());
  return {text, output.quiet ? "" : catalog_options.stale_notice(catalog), k_answered};
}

}  // namespace gpuadvisor::cli
