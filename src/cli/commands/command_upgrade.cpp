#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_build.hpp"
#include "cli/options/asked_workload.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/owning_options.hpp"
#include "cli/session.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/phrases/fact.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
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
  OwningOptions owning;
  FilterOptions filters;
  Depth depth;

  void add_to(OptionParser& parser) {
    parser.add("GPU", words, "", "The GPU you own, or several like \"2x 3090\"; auto: those in this machine");
    parser.add("-w,--workload", workload, "WORKLOAD",
               "cnn, rnn, transformer, general (the default), llm-inference, llm-serving, llm-finetuning or "
               "image-generation (-xl: SDXL; -flux: FLUX, video)");
    parser.add_flag("--large", is_large, "Your models are large: as much memory as guides advise");
    parser.add("--gain", gain, "FACTOR", "How many times as fast a new one must be (1.5)", gain_from);
    filters.add_to(parser);
    parser.add("--evidence", evidence, "EVIDENCE", "Which speeds to trust: any, measured, or specs only",
               named<Evidence>);
    parser.add("--precision", precision, "P", "Speeds in fp16 (16 bits, the default) or fp32", named<ScorePrecision>);
    owning.add_to(parser);
    parser.add_explain(
        depth, k_enum_names<Fact>,
        "Each workload, how the verdict is reached, and what guides say; or only one FACT: work, rule, price, guides");
  }
};

UpgradeQuestion question_of(const UpgradeOptions& options, const Session& session) {
  const Catalog& catalog = session.catalog();
  UpgradeQuestion question;
  if (options.workload.empty()) {
    for (const Workload& workload : catalog.records<Workload>()) {
      if (!workload.on_request) question.workloads.push_back(&workload);
    }
    question.main = catalog.workload(catalog.default_workload());
  } else {
    question.workloads = {&asked_workload(catalog, options.workload)};
  }
  question.asked = options.filters.request(session, options.precision);
  if (options.evidence) question.asked.evidence = *options.evidence;
  question.least_gain = options.gain;
  question.is_large = options.is_large;
  question.use = options.owning.terms(session);
  return question;
}

/// "3060 3070" is two GPUs, of which nobody says whether one is to take the place of the other. Throws UsageError.
void refuse_list(const std::vector<std::string>& words, const Session& session) {
  const auto names = names_in(session.all(), words);
  const bool are_gpus = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return !find_by_name(session.all(), name).gpus.empty();
  });
  if (names.size() < 2 || !are_gpus) return;
  throw UsageError(
      fmt::format("GPU: expected what you own, several in one machine as \"{} + {}\", found {}; "
                  "`gpuadvisor compare {} {}` sets the two side by side",
                  names[0], names[1], names.size(), names[0], names[1]));
}

}  // namespace

Outcome run_upgrade(Arguments arguments) {
  UpgradeOptions options;
  SessionOptions common;
  OptionParser parser("upgrade",
                      "Keep your GPU, add a second one, sell it and buy another, or rent: judged by\n"
                      "what each costs today, less what yours sells for, and how much faster it is.\n\n"
                      "Examples:\n"
                      "  gpuadvisor upgrade 2070\n"
                      "  gpuadvisor upgrade \"GTX 1070\" --workload transformer --large\n"
                      "  gpuadvisor upgrade 3090 --budget 2000 --gain 2 --condition new\n"
                      "  gpuadvisor upgrade 4090 --hours-per-day 10 --years 3\n"
                      "  gpuadvisor upgrade \"GTX 1070\" --as-of 2019-04-03\n");
  options.add_to(parser);
  common.prices.add_to(parser);
  common.add_to(parser, k_formats);
  parser.parse(arguments);

  Session session(common, options.precision, options.filters.budget);
  UpgradeQuestion question = question_of(options, session);
  refuse_list(options.words, session);
  AskedBuild asked = asked_build("GPU", options.words, session);
  if (asked.parts.empty()) return session.none();
  const auto& owned = asked.parts;
  const GpuGroup main =
      fastest_of(owned, question.main != nullptr ? question.main : question.workloads.front(), session.catalog());
  question.owned = main.gpu;
  question.count = main.count;
  std::vector<Warning> notes = std::move(asked.notes);
  for (const GpuGroup& one : owned) question.others += one.gpu == main.gpu ? 0 : one.count;
  if (question.others > 0) {
    notes.push_back({"others-kept", fmt::format("Speeds and prices are those of your {}; the rest of the machine stays",
                                                with_count(main.count, brief_name(*main.gpu)))});
  }
  for (Warning& warning : owned_warnings(*question.owned, session.catalog())) notes.push_back(std::move(warning));
  const Upgrade found = upgrade(question, session.catalog());
  return session.answer(UpgradeView{session.stamp(), found, notes, options.depth});
}

}  // namespace gpuadvisor::cli
