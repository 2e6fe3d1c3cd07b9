#include <algorithm>
#include <array>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_build.hpp"
#include "cli/options/option_parser.hpp"
#include "cli/options/request_options.hpp"
#include "cli/session.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/explain/explain_view.hpp"
#include "output/explain/feature_view.hpp"
#include "output/phrases/fact.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr auto k_feature_formats = std::to_array({Format::table, Format::json, Format::markdown, Format::html});

/// What features are, where no GPU is named.
Outcome explain_features(const Request& request, const Session& session) {
  if (request.features.empty()) throw UsageError("name a GPU, like `gpuadvisor explain 3080`, or a --feature");
  session.options().output.require_one_of(k_feature_formats);
  const auto features = mapped(request.features, [&](const std::string& id) {
    return feature_sheet(*session.catalog().feature(id), session.catalog());
  });
  return session.answer(FeaturesView{session.stamp(), features});
}

/// The number of each. Throws UsageError where they differ: they would stand in different answers.
CountRange count_of(const std::vector<CountedGpu>& asked) {
  const int count = asked.front().count;
  const bool is_one =
      std::all_of(asked.begin(), asked.end(), [&](const CountedGpu& one) { return one.count == count; });
  if (!is_one) throw UsageError("GPU: expected the same number of each; `gpuadvisor compare` takes different numbers");
  return {count, count};
}

}  // namespace

Outcome run_explain(Arguments arguments) {
  std::vector<std::string> words;
  RequestOptions request_options;
  SessionOptions options;
  OptionParser parser("explain",
                      "Why a GPU ranks where it does in an answer of `recommend`: where its speed,\n"
                      "score and price come from, and what keeps it from first place, or out. Takes\n"
                      "the options of `recommend` that describe your work. With --feature and no GPU:\n"
                      "what the features are, and which GPUs have them.\n\n"
                      "Examples:\n"
                      "  gpuadvisor explain 3080 --workload cnn --budget 500\n"
                      "  gpuadvisor explain \"RX 9070 XT\" 5070 --workload transformer\n"
                      "  gpuadvisor explain 4090 --rank-by value --format json\n"
                      "  gpuadvisor explain \"2x 3090\" --budget 3000\n"
                      "  gpuadvisor explain --feature fp8\n");
  parser.add("[GPU]", words, "", R"(Names like 3090 or "RTX 3060 12GB"; "2x 3090" for two of one)");
  request_options.add_to(parser, false);
  Depth depth;
  parser.add_explain(depth, k_enum_names<Fact>, "The whole calculation, with every quote and its source");
  options.prices.add_to(parser);
  options.scores.add_to(parser);
  options.add_to(parser, k_formats);
  parser.parse(arguments);

  Session session(options, request_options.wanted_precision(), request_options.filters.budget);
  const Catalog& catalog = session.catalog();
  Request request = options.scores.applied_to(request_options.request(session), catalog);
  if (words.empty()) return explain_features(request, session);
  const auto asked = asked_gpus_with_counts("GPU", words, session);
  if (asked.empty()) return session.none();
  request.count = count_of(asked);
  const Answer answer = recommend(catalog, request);
  const auto gpus =
      mapped(asked, [&](const CountedGpu& one) { return gpu_explanation(*one.gpu, answer, request, catalog); });
  const auto notes = misnomers({asked.begin(), asked.end()});
  const ExplainView view{session.stamp(),
                         answer,
                         *catalog.workload(request.workload),
                         *catalog.reference(),
                         catalog.records<Source>(),
                         gpus,
                         notes,
                         depth};
  if (options.output.is(Format::jsonl)) return session.outcome(explain_json_lines(view));
  return session.answer(view);
}

}  // namespace gpuadvisor::cli
