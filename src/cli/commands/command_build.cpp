#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "advice/compare/comparison.hpp"
#include "cli/command.hpp"
#include "cli/options/asked_build.hpp"
#include "cli/options/asked_workload.hpp"
#include "cli/options/named_value.hpp"
#include "cli/session.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/machine/build_view.hpp"
#include "output/phrases/fact.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_most_free_slots = 10;
constexpr std::size_t k_largest_cluster = 100000;

/// "open" and "water" are what people say.
Cooling cooling_called(std::string_view option, std::string_view name) {
  const std::string word = lower_case(name);
  if (word == "open") return Cooling::open_air;
  if (word == "water") return Cooling::liquid;
  return named<Cooling>(option, name);
}

/// The options of a build; as typed what the GPUs or other options decide on.
struct BuildOptions {
  std::vector<std::string> words;
  std::string compared;
  std::string workload, machines, limit, guide;
  std::optional<int> spacing;
  std::optional<int> cluster;
  std::optional<AskedMoney> system_cost;
  BuildQuestion asked;
  bool adjacent = false;
  Depth explain;

  void add_to(OptionParser& parser);
  /// All that does not depend on the GPUs. Throws UsageError.
  [[nodiscard]] BuildQuestion question(const Session& session) const;
};

void BuildOptions::add_to(OptionParser& parser) {
  parser.add("[GPUS]", words, "", "How many of which GPU, like \"4x RTX 3090\"; different GPUs joined by +");
  parser.add("--compare", compared, "GPUS", "Another build to compare it with, as complete machines");
  parser.add("-w,--workload", workload, "WORKLOAD",
             "cnn, rnn, transformer (these by default), general, llm-inference, llm-serving, llm-finetuning or "
             "image-generation (-xl: SDXL; -flux: FLUX, video)");
  parser.add("--mode", asked.mode, "MODE",
             "parallel: one training run on all GPUs (default); experiments: one run on each", named<BuildMode>);
  parser.add("--machines", machines, "N[,N]", "Number of machines (default: one per 4 GPUs), of each build");
  parser.add("--psu", asked.supply, "W", "Your power supply, per machine: is it enough?", watts);
  parser.add("--system-power", asked.system, "W",
             "Power draw of the rest of a machine (100 W; 250 W with 4 cards; servers by card or module)", watts);
  parser.add("--power-limit", limit, "W", "Power limit of each GPU; =-50 means 50 W below its board power");
  parser.add("--cooling", asked.cooling, "KIND", "open-air, blower, passive or liquid (default: the reference board's)",
             offering(k_enum_names<Cooling>, cooling_called));
  parser.add_flag("--adjacent", adjacent, "The cards sit side by side, with no free slot between");
  parser.add("--spacing", spacing, "N", "Free slots between two cards", whole_number_in(0, k_most_free_slots));
  parser.add("--deployment", asked.deployment, "WHERE",
             "desktop or datacenter: do the vendors' licence terms allow it?", named<Deployment>);
  parser.add("--system-cost", system_cost, "USD", "Price of a machine without its GPUs", asked_money);
  parser.add_explain(explain, k_enum_names<Fact>, "Also power limits, heat, and what guides say about such builds");
  parser.add("--cluster", cluster, "N", "Instead: which GPUs guides advise for a cluster of N",
             whole_number_in(2, k_largest_cluster));
  parser.add("--guide", guide, "GUIDE", "With --cluster: only guides whose id contains this, like 2023");
}

BuildQuestion BuildOptions::question(const Session& session) const {
  const Catalog& catalog = session.catalog();
  BuildQuestion question = asked;
  if (system_cost) question.system_cost = session.usd("--system-cost", *system_cost);
  question.workloads = compared_workloads(catalog);
  if (!workload.empty()) question.workloads = {&asked_workload(catalog, workload)};
  if (adjacent && spacing.value_or(0) > 0) {
    throw UsageError("--adjacent: cards side by side have no free slots between them, leave out --spacing");
  }
  question.spacing = adjacent ? 0 : spacing;
  return question;
}

/// The limit of each GPU; throws UsageError unless all of them can take it.
Watts checked_limit(const std::string& text, const std::vector<GpuGroup>& parts) {
  const bool is_reduction = text.starts_with('-');
  const Watts figure{positive_number("--power-limit", is_reduction ? text.substr(1) : text, "W")};
  std::optional<Watts> limit;
  for (const GpuGroup& part : parts) {
    const Gpu& gpu = *part.gpu;
    if (!gpu.tdp) throw UsageError(fmt::format("--power-limit: the board power of the {} is not known", gpu.name));
    const Watts own = is_reduction ? *gpu.tdp - figure : figure;
    const Watts least = std::min(k_least_power_limit, *gpu.tdp);
    if (own < least || own > *gpu.tdp) {
      const std::string meant =
          !is_reduction && *gpu.tdp - figure >= least && figure < least
              ? fmt::format("; a limit {0} W lower is --power-limit=-{0}", json_number(figure.value()))
              : "";
      throw UsageError(fmt::format("--power-limit: expected {} to {} W for the {}, found {} W{}",
                                   json_number(least.value()), json_number(gpu.tdp->value()), short_name(gpu),
                                   json_number(own.value()), meant));
    }
    if (limit && *limit != own)
      throw UsageError("--power-limit: expected one limit in watts for GPUs of several models");
    limit = own;
  }
  return *limit;
}

/// The machines of a build, the first or the second; throws UsageError.
std::optional<int> checked_machines(const std::string& text, std::size_t place, const std::vector<GpuGroup>& parts) {
  int count = 0;
  for (const GpuGroup& part : parts) count += part.count;
  const auto numbers = split(text, ',');
  std::optional<int> machines;
  if (!text.empty() && numbers.size() > 2) {
    throw UsageError(fmt::format("--machines: expected a number, or one of each build, found \"{}\"", printable(text)));
  }
  if (!text.empty() && place < numbers.size()) {
    machines = static_cast<int>(whole_number("--machines", numbers[place], 1, static_cast<std::size_t>(count)));
  }
  if (parts.size() == 1) return machines;
  if (machines.value_or(1) != 1) throw UsageError("--machines: expected 1 for GPUs of several models");
  return 1;
}

/// The guides whose id has `text`; throws UsageError when there are none.
std::vector<const Guide*> guides_called(const std::string& text, const Catalog& catalog) {
  std::vector<const Guide*> found;
  std::vector<std::string_view> ids;
  for (const Guide& guide : catalog.records<Guide>()) {
    ids.push_back(guide.id);
    if (guide.id.find(lower_case(text)) != std::string_view::npos) found.push_back(&guide);
  }
  if (found.empty() && !text.empty()) refuse("--guide", text, ids);
  return found;
}

/// Whether two builds are the same GPUs in as many machines.
bool is_same(const Build& one, const Build& other) {
  const auto& parts = one.question.parts;
  const auto& others = other.question.parts;
  return one.machines.size() == other.machines.size() && parts.size() == others.size() &&
         std::all_of(parts.begin(), parts.end(), [&](const GpuGroup& part) {
           return std::any_of(others.begin(), others.end(),
                              [&](const GpuGroup& twin) { return twin.gpu == part.gpu && twin.count == part.count; });
         });
}

Outcome run_cluster(const BuildOptions& options, const SessionOptions& common) {
  if (!options.words.empty() || !options.compared.empty()) {
    throw UsageError("--cluster: leave out the GPUs; the guides name them");
  }
  const int gpus = *options.cluster;
  const Session session(common);
  const auto guides = guides_called(options.guide, session.catalog());
  const auto plans = cluster_plans(gpus, guides, session.catalog());
  const auto rules = cluster_rules(gpus, guides, session.catalog());
  return session.answer_if(!plans.empty() || !rules.empty(), ClusterView{session.stamp(), gpus, guides, plans, rules});
}

Outcome run_builds(const BuildOptions& options, const SessionOptions& common) {
  if (options.words.empty()) throw UsageError("name the GPUs, like \"4x RTX 3090\", or give --cluster N");
  if (!options.guide.empty()) throw UsageError("--guide: expected with --cluster only");
  Session session(common, ScorePrecision::fp16);
  const BuildQuestion asked_of_all = options.question(session);
  std::vector<Warning> notes;
  std::vector<Build> builds;
  std::vector<std::vector<std::string>> asked = {options.words};
  if (!options.compared.empty()) asked.push_back({options.compared});
  for (std::size_t i = 0; i < asked.size(); ++i) {
    AskedBuild gpus = asked_build(i == 0 ? "GPUS" : "--compare", asked[i], session);
    if (gpus.parts.empty()) return session.none();
    BuildQuestion question = asked_of_all;
    question.machines = checked_machines(options.machines, i, gpus.parts);
    if (!options.limit.empty()) question.limit = checked_limit(options.limit, gpus.parts);
    question.parts = std::move(gpus.parts);
    notes.insert(notes.end(), gpus.notes.begin(), gpus.notes.end());
    builds.push_back(build(question, session.catalog()));
  }
  if (builds.size() == 2 && is_same(builds[0], builds[1])) {
    throw UsageError(fmt::format("--compare: expected another build, found {} again", printable(options.compared)));
  }
  const auto duels = builds.size() == 2 ? build_comparisons(builds[0], builds[1]) : std::vector<BuildComparison>();
  const bool is_none = std::any_of(builds.begin(), builds.end(), [](const Build& build) {
    return build.feasibility.verdict == Buildable::cannot ||
           (build.power.supply && build.power.supply->verdict == SupplyVerdict::too_small);
  });
  return session.answer_if(!is_none, BuildView{session.stamp(), builds, duels, notes, options.explain});
}

}  // namespace

Outcome run_build(Arguments arguments) {
  BuildOptions options;
  SessionOptions common;
  OptionParser parser("build",
                      "Several GPUs in one machine: speed-up, memory, power supply, heat, slots and\n"
                      "cost. With --compare, two builds as complete machines; with --cluster, what\n"
                      "guides advise for a cluster.\n\n"
                      "Exit status 1: the power supply given is too small.\n\n"
                      "Examples:\n"
                      "  gpuadvisor build \"4x RTX 3090\" --psu 2000\n"
                      "  gpuadvisor build \"4x RTX 3090\" --psu 2000 --power-limit 300\n"
                      "  gpuadvisor build \"4x RTX 2080 Ti\" --cooling open --adjacent\n"
                      "  gpuadvisor build \"4x RTX 2080 Ti\" --compare \"8x RTX 2060\" --system-cost 1500\n"
                      "  gpuadvisor build --cluster 15 --guide 2023\n");
  options.add_to(parser);
  common.prices.add_to(parser);
  common.add_to(parser, k_document_formats);
  parser.parse(arguments);
  return options.cluster ? run_cluster(options, common) : run_builds(options, common);
}

}  // namespace gpuadvisor::cli
