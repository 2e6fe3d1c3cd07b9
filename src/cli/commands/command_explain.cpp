#include <array>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/options/catalog_options.hpp"
#include "cli/options/option_parser.hpp"
#include "cli/options/output_options.hpp"
#include "cli/options/request_options.hpp"
#include "cli/options/score_options.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/explain/explain_view.hpp"
#include "output/explain/feature_view.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_feature_formats = std::to_array({Format::table, Format::json, Format::markdown, Format::html});
std::string rendered(const ExplainView& view, const OutputOptions& output) {
  if (output.is(Format::json)) return explain_json(view);
  if (output.is(Format::jsonl)) return explain_json_lines(view);
  if (output.is_for_people()) return output.text_of(explain_document(view));
  return output.text_of(explain_records(view));
}

/// What features are, where no GPU is named.
Outcome explain_features(const Request& request, const Catalog& catalog, const CatalogOptions& catalog_options,
                         const OutputOptions& output) {
  if (request.features.empty()) throw UsageError("expected GPU, or --feature to explain");
  output.require_one_of(k_feature_formats);
  std::vector<FeatureSheet> features;
  for (const auto& id : request.features) features.push_back(feature_sheet(*catalog.feature(id), catalog));
  Outcome outcome{"", output.quiet ? "" : catalog_options.stale_notice(catalog), k_answered};
  if (output.is(Format::json)) {
    outcome.results = features_json({catalog_options.stamp(catalog), features});
    return outcome;
  }
  Document document;
  for (const FeatureSheet& sheet : features) document.append(feature_document(sheet));
  outcome.results = output.text_of(document);
  return outcome;
}

}  // namespace

Outcome run_explain(Arguments arguments) {
  std::vector<std::string> words;
  RequestOptions request_options;
  ScoreOptions score_options;
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("explain",
                      "The arithmetic behind the place of a GPU in an answer of `recommend`: its speed\n"
                      "and score term by term, its prices quote by quote, what keeps it from being\n"
                      "first, or out. It takes the options of `recommend` that say what is asked for.\n"
                      "Without a GPU, what the features of --feature are, and who has them.\n\n"
                      "Examples:\n"
                      "  gpuadvisor explain 3080 --workload cnn --budget 500\n"
                      "  gpuadvisor explain \"RX 9070 XT\" 5070 --workload transformer\n"
                      "  gpuadvisor explain 4090 --rank-by value --format json\n"
                      "  gpuadvisor explain --feature fp8\n");
  parser.add("[GPU]", words, "", "Names, aliases or ids; case, spaces and vendor words do not matter");
  request_options.add_to(parser, false);
  score_options.add_to(parser);
  output.add_to(parser, k_formats);
  catalog_options.add_to(parser);
  parser.parse(arguments);

  const Catalog all = catalog_options.merged();
  const Catalog catalog = score_options.known(catalog_options, all, request_options.wanted_precision());
  const Request request = score_options.applied_to(request_options.request(catalog), catalog);
  if (words.empty()) return explain_features(request, catalog, catalog_options, output);
  const AskedGpus asked = asked_gpus(words, all, catalog, catalog_options);
  if (asked.gpus.empty()) return {"", asked.remarks, k_none};
  const Answer answer = recommend(catalog, request);
  std::vector<GpuExplanation> gpus;
  std::vector<Warning> misnomers;
  for (const auto& [gpu, note] : asked.gpus) {
    gpus.push_back(gpu_explanation(*gpu, answer, request, catalog));
    if (!note.empty()) misnomers.push_back({"misnomer", note});
  }
  const ExplainView view{catalog_options.stamp(catalog),
                         answer,
                         *catalog.workload(request.workload),
                         *catalog.reference(),
                         catalog.records<Source>(),
                         gpus,
                         misnomers};
  return {rendered(view, output), output.quiet ? "" : asked.remarks + catalog_options.stale_notice(catalog),
          k_answered};
}

}  // namespace gpuadvisor::cli
