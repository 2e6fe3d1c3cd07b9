#include <fmt/format.h>

#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/options/asked_workload.hpp"
#include "cli/options/catalog_options.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/output_options.hpp"
#include "cli/options/score_options.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/upgrade/upgrade_view.hpp"

namespace gpuadvisor::cli {
namespace {

/// Gains of less than a step of 10 % are too close to call.
double gain_from(std::string_view option, const std::string& text) {
  constexpr double k_fewest = 1.1;
  constexpr double k_most = 100;
  const auto gain = number_from(text);
  if (gain && *gain >= k_fewest && *gain <= k_most) return *gain;
  throw UsageError(fmt::format("{}: expected how many times as fast, from {} to {}, found \"{}\"", option, k_fewest,
                               k_most, printable(text)));
}

/// The options of the command.
struct UpgradeOptions {
  std::vector<std::string> words;
  std::string workload;
  double gain = k_least_gain;
  bool is_large = false;
  std::optional<Evidence> evidence;
  ScorePrecision precision = ScorePrecision::fp16;
  FilterOptions filters;

  void add_to(OptionParser& parser) {
    parser.add("GPU", words, "", "Name, alias or id of the GPU that you own");
    parser.add("-w,--workload", workload, "WORKLOAD",
               "cnn, rnn, transformer, general (all these by default),\n"
               "llm-inference, llm-finetuning or image-generation");
    parser.add_flag("--large", is_large, "The networks are large: as much memory as the guides advise");
    parser.add("--gain", gain, "FACTOR", "How many times as fast a new one must be (1.5)", gain_from);
    filters.add_to(parser);
    parser.add("--evidence", evidence, "EVIDENCE", "What speeds may rest on: any, measured or specs", named<Evidence>);
    parser.add("--precision", precision, "P", "Speeds in fp16 (16 bits, the default) or fp32", named<ScorePrecision>);
  }
};

UpgradeQuestion question_of(const UpgradeOptions& options, const Catalog& catalog) {
  UpgradeQuestion question;
  if (options.workload.empty()) {
    for (const Workload& workload : catalog.records<Workload>()) {
      if (!workload.on_request) question.workloads.push_back(&workload);
    }
  } else {
    question.workloads = {&asked_workload(catalog, options.workload)};
  }
  question.asked.precision = options.precision;
  options.filters.apply_to(question.asked, catalog);
  if (options.evidence) question.asked.evidence = *options.evidence;
  question.least_gain = options.gain;
  question.is_large = options.is_large;
  return question;
}

std::string rendered(const UpgradeView& view, const OutputOptions& output) {
  if (output.is(Format::json)) return upgrade_json(view);
  if (output.is_for_people()) return output.text_of(upgrade_document(view, output.room()));
  return output.text_of(upgrade_records(view));
}

}  // namespace

Outcome run_upgrade(Arguments arguments) {
  UpgradeOptions options;
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("upgrade",
                      "Wait, or what is worth buying next: what the guides' rule of the day says to the\n"
                      "owner of a GPU, and, by the prices and speeds of the day, the cheapest card that\n"
                      "is fast enough to be worth it, what it costs and what it gains.\n\n"
                      "Examples:\n"
                      "  gpuadvisor upgrade 2070\n"
                      "  gpuadvisor upgrade \"GTX 1070\" --workload transformer --large\n"
                      "  gpuadvisor upgrade 3090 --budget 2000 --gain 2 --condition new\n"
                      "  gpuadvisor upgrade \"GTX 1070\" --as-of 2019-04-03\n");
  options.add_to(parser);
  output.add_to(parser, k_formats);
  catalog_options.add_to(parser);
  parser.parse(arguments);

  const Catalog all = catalog_options.merged();
  const Catalog catalog = ScoreOptions().known(catalog_options, all, options.precision);
  UpgradeQuestion question = question_of(options, catalog);
  const AskedGpus asked = asked_gpus(options.words, all, catalog, catalog_options);
  if (asked.gpus.empty()) return {"", asked.remarks, k_none};
  if (asked.gpus.size() > 1) {
    throw UsageError(fmt::format("GPU: expected the one that you own, found {}", asked.gpus.size()));
  }
  const auto& [gpu, note] = asked.gpus.front();
  question.owned = gpu;
  std::vector<Warning> notes;
  if (!note.empty()) notes.push_back({"misnomer", note});
  for (Warning& warning : owned_warnings(*gpu, catalog)) notes.push_back(std::move(warning));
  const Upgrade found = upgrade(question, catalog);
  return {rendered({catalog_options.stamp(catalog), found, notes}, output),
          output.quiet ? "" : asked.remarks + catalog_options.stale_notice(catalog), k_answered};
}

}  // namespace gpuadvisor::cli
