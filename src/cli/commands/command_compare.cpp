#include <fmt/format.h>

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/options/asked_workload.hpp"
#include "cli/options/catalog_options.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/output_options.hpp"
#include "cli/options/score_options.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/compare/comparison_view.hpp"

namespace gpuadvisor::cli {
namespace {

std::string rendered(const ComparisonView& view, const OutputOptions& output) {
  if (output.is(Format::json)) return comparison_json(view);
  if (output.is_for_people()) return output.text_of(comparison_document(view));
  return output.text_of(comparison_records(view).records);
}

/// Throws UsageError unless there are as many different ones as can be compared.
void check(const std::vector<ResolvedGpu>& asked) {
  if (asked.size() < k_fewest_compared || asked.size() > k_most_compared) {
    throw UsageError(
        fmt::format("GPU: expected {} to {} of them, found {}", k_fewest_compared, k_most_compared, asked.size()));
  }
  for (std::size_t i = 0; i < asked.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (asked[i].gpu != asked[j].gpu) continue;
      throw UsageError(fmt::format("GPU: expected different ones, found the {} twice", asked[i].gpu->name));
    }
  }
}

std::vector<const Workload*> workloads_called(const std::string& name, const Catalog& catalog) {
  if (name.empty()) return compared_workloads(catalog);
  return {&asked_workload(catalog, name)};
}

}  // namespace

Outcome run_compare(Arguments arguments) {
  std::vector<std::string> words;
  std::string workload;
  ComparisonQuestion question;
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("compare",
                      "Two to six GPUs side by side: figures, speed with its interval, prices,\n"
                      "value, software and features, each against the first GPU; and in sentences which\n"
                      "wins for what, or that it is too close to call.\n\n"
                      "Examples:\n"
                      "  gpuadvisor compare 3090 4090\n"
                      "  gpuadvisor compare RTX 3060 12GB RTX 4060 Ti 16GB --workload transformer\n"
                      "  gpuadvisor compare 3080 4070 5070 --format csv\n");
  parser.add("GPU", words, "", "Names, aliases or ids; case, spaces and vendor words do not matter");
  parser.add("-w,--workload", workload, "WORKLOAD",
             "cnn, rnn, transformer (these by default), general,\n"
             "llm-inference, llm-finetuning or image-generation");
  parser.add("--precision", question.precision, "PRECISION",
             "Speed in fp16 (16 bits, the default) or fp32 (TF32 where it is)", named<ScorePrecision>);
  output.add_to(parser, k_formats_and_names);
  catalog_options.add_to(parser);
  parser.parse(arguments);

  const Catalog all = catalog_options.merged();
  const Catalog catalog = ScoreOptions().known(catalog_options, all, question.precision);
  const AskedGpus asked = asked_gpus(words, all, catalog, catalog_options);
  const bool has_later_ones = asked.gpus.size() < names_in(all, words).size();
  if (has_later_ones && asked.gpus.size() < k_fewest_compared) return {"", asked.remarks, k_none};
  check(asked.gpus);
  std::vector<Warning> notes;
  for (const auto& [gpu, note] : asked.gpus) {
    question.gpus.push_back(gpu);
    if (!note.empty()) notes.push_back({"misnomer", note});
  }
  question.workloads = workloads_called(workload, catalog);
  const Comparison found = comparison(question, catalog);
  return {rendered({catalog_options.stamp(catalog), found, notes}, output),
          output.quiet ? "" : asked.remarks + catalog_options.stale_notice(catalog), k_answered};
}

}  // namespace gpuadvisor::cli
