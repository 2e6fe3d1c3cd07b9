#include <fmt/format.h>

#include <string>
#include <vector>

#include "calibration/memory/memory_suites.hpp"
#include "cli/command.hpp"
#include "cli/known_measurements.hpp"
#include "cli/options/asked_gpus.hpp"
#include "cli/options/asked_network.hpp"
#include "cli/options/catalog_options.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/memory_job_options.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/output_options.hpp"
#include "cli/options/score_options.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/memory/memory_backtest_view.hpp"
#include "output/memory/memory_view.hpp"
#include "output/memory/network_list_view.hpp"
#include "output/memory/suite_view.hpp"

namespace gpuadvisor::cli {
namespace {

/// The options of the command, as typed.
struct MemoryOptions {
  std::vector<std::string> words;
  bool lists = false;
  bool backtests = false;
  std::string suite;
  NetworkOptions network;
  MemoryJobOptions job;
  std::vector<std::string> gpus;
  bool all_gpus = false;
  bool has_display = false;
  FilterOptions filters;
  std::size_t limit = 20;
  bool explain = false;

  void add_to(OptionParser& parser) {
    parser.add("[MODEL]", words, "", "A network (--list lists them) or a file of one");
    parser.add_flag("--list", lists, "List the networks that are known, those with these words");
    job.add_to(parser);
    parser.add("--gpu", gpus, "GPU", "Does it fit on this one? May be given several times");
    parser.add_flag("--all-gpus", all_gpus, "Every GPU of the catalog, not the cheapest of each size");
    parser.add_flag("--display", has_display, "The GPU also drives a display");
    network.add_to(parser);
    filters.add_to(parser);
    parser.add("-n,--limit", limit, "N", "Most rows of GPUs (20), 0 for all", row_limit);
    parser.add_flag("--explain", explain, "Work out each formula");
    parser.add("--suite", suite, "SUITE", "Which models of a suite GPUs train, like lambda-2020-02");
    parser.add_flag("--backtest", backtests, "Judge such answers on measurements of networks left out");
  }

  [[nodiscard]] MemoryScope scope() const {
    if (!gpus.empty()) return MemoryScope::named;
    return all_gpus || !filters.only.empty() ? MemoryScope::each : MemoryScope::sizes;
  }
};

/// Throws UsageError for options that do not go together.
void check(const MemoryOptions& options) {
  if (!options.gpus.empty() && (options.all_gpus || !options.filters.only.empty())) {
    throw UsageError(fmt::format("--gpu does not go with {}", options.all_gpus ? "--all-gpus" : "--only"));
  }
  if (!options.suite.empty() && (options.lists || !options.words.empty() || options.network.is_given())) {
    throw UsageError("--suite: expected no network beside it; the suite names its own");
  }
  if (!options.suite.empty() && (!options.job.first_given().empty() || options.explain)) {
    throw UsageError("--suite: expected GPUs and filters alone beside it; the suite says how its models are trained");
  }
  if (options.lists && (options.network.is_given() || !options.gpus.empty())) {
    throw UsageError("--list: expected words of names and nothing else");
  }
}

/// What GPUs of the catalog must pass; advice on what to buy has its defaults, a list of GPUs has none.
Request request_of(const MemoryOptions& options, const MemoryJob& job, const Catalog& catalog) {
  Request request;
  request.workload = catalog.default_workload();
  const bool is_in_32_bits = job.task == MemoryTask::train && job.arithmetic == Arithmetic::fp32;
  if (is_in_32_bits) request.precision = ScorePrecision::fp32;
  options.filters.apply_to(request, catalog);
  if (options.scope() != MemoryScope::sizes) return request;
  if (!request.min_memory) request.min_memory = Gibibytes{0};  // in place of the floor that workloads have
  return with_defaults(request, catalog);
}

std::string rendered(const MemoryView& view, const OutputOptions& output) {
  if (output.is(Format::json)) return memory_json(view);
  if (output.is_for_people()) return output.text_of(memory_document(view, output.room()));
  return output.text_of(memory_records(view));
}

Outcome run_list(const MemoryOptions& options, const OutputOptions& output, const CatalogOptions& catalog_options) {
  const Catalog catalog = catalog_options.load();
  const auto networks = networks_with(options.words, catalog);
  const NetworkListView view{catalog_options.stamp(catalog), options.words, networks};
  const Format format = output.format;
  if (networks.empty() && format != Format::json) return {"", "gpuadvisor: no network has these words\n", k_none};
  const std::string text = output.is(Format::json)  ? network_list_json(view)
                           : output.is_for_people() ? output.text_of(network_list_document(view))
                                                    : output.text_of(network_records(view));
  return {text, "", networks.empty() ? k_none : k_answered};
}

/// The backtest, which rests on the program's own catalog and measurements.
Outcome run_backtest(const MemoryOptions& options, const OutputOptions& output, const CatalogOptions& catalog_options) {
  const Format format = output.format;
  if (output.fields.are_asked()) throw UsageError("--backtest: expected no --fields beside it");
  if (!output.is_for_people() && format != Format::json) {
    throw UsageError(fmt::format("--backtest: expected --format table, wide, json, markdown or html, found \"{}\"",
                                 enum_name(format)));
  }
  if (!options.words.empty() || options.lists || !options.suite.empty() || options.network.is_given() ||
      !catalog_options.paths.empty() || catalog_options.as_of) {
    throw UsageError("--backtest: expected no network, catalog or day beside it");
  }
  const Catalog catalog = embedded_catalog();
  const MemoryMeasurements measurements = embedded_memory_measurements(catalog);
  const MemoryBacktest result = memory_backtest(measurements);
  const MemoryBacktestReport report{stamp_of(catalog, GPUADVISOR_VERSION), result};
  return {format == Format::json ? memory_backtest_json(report) : output.text_of(memory_backtest_document(report)), "",
          k_answered};
}

template <class View>
std::string remarks(const View& view, const OutputOptions& output) {
  const std::size_t found = view.answer.fits.size();
  if (output.quiet || view.rows() == found) return {};
  return fmt::format("gpuadvisor: {} of {} rows shown; -n 0 shows all\n", view.rows(), found);
}

/// The GPUs that --gpu names, and what is to be said of the names.
struct NamedCards {
  std::vector<const Gpu*> gpus;
  std::vector<Warning> notes;
  std::string remarks;
};

NamedCards named_cards(const MemoryOptions& options, const Catalog& all, const Catalog& catalog,
                       const CatalogOptions& catalog_options) {
  NamedCards named;
  for (const std::string& name : options.gpus) {
    const AskedGpus gpus = asked_gpus(std::vector{name}, all, catalog, catalog_options);
    named.remarks += gpus.remarks;
    for (const auto& [gpu, note] : gpus.gpus) {
      named.gpus.push_back(gpu);
      if (!note.empty()) named.notes.push_back({"misnomer", note});
    }
  }
  return named;
}

/// The suite of that id. Throws UsageError with the nearest known one.
const MemorySuite& suite_called(const std::string& id, const MemorySuites& suites) {
  std::vector<std::string_view> known;
  known.reserve(suites.suites.size());
  for (const MemorySuite& suite : suites.suites) {
    if (suite.id == lower_case(id)) return suite;
    known.push_back(suite.id);
  }
  refuse("--suite", id, known);
}

std::string rendered(const SuiteView& view, const OutputOptions& output) {
  if (output.is(Format::json)) return suite_json(view);
  if (output.is_for_people()) return output.text_of(suite_document(view, output.room()));
  return output.text_of(suite_records(view));
}

Outcome run_suite(const MemoryOptions& options, const OutputOptions& output, const CatalogOptions& catalog_options) {
  const MemorySuites suites = embedded_memory_suites();
  const Catalog all = catalog_options.merged();
  const Catalog catalog = catalog_options.known(all);
  const NamedCards named = named_cards(options, all, catalog, catalog_options);
  if (!options.gpus.empty() && named.gpus.empty()) return {"", named.remarks, k_none};
  SuiteQuestion question;
  question.suite = &suite_called(options.suite, suites);
  question.scope = options.scope();
  question.gpus = named.gpus;
  question.has_display = options.has_display;
  question.request = request_of(options, MemoryJob(), catalog);
  const SuiteAnswer answer = suite_answer(question, catalog);
  const SuiteView view{catalog_options.stamp(catalog), answer, named.notes, options.limit};
  return {rendered(view, output),
          (output.quiet ? "" : named.remarks + catalog_options.stale_notice(catalog)) + remarks(view, output),
          answer.trains_any() ? k_answered : k_none};
}

Outcome run_need(const MemoryOptions& options, const OutputOptions& output, const CatalogOptions& catalog_options) {
  const Catalog all = catalog_options.merged();
  const Catalog catalog = ScoreOptions().known(catalog_options, all, ScorePrecision::fp16);
  const AskedNetwork asked = asked_network(options.words, options.network, catalog);
  MemoryQuestion question;
  question.network = &asked.network;
  question.file = asked.file ? &*asked.file : nullptr;
  question.job = options.job.job(asked.network, question.file, options.filters.runs_on());
  question.scope = options.scope();
  question.has_display = options.has_display;
  const NamedCards named = named_cards(options, all, catalog, catalog_options);
  question.gpus = named.gpus;
  if (!options.gpus.empty() && question.gpus.empty()) return {"", named.remarks, k_none};
  if (!knows_weight_size(question)) {
    throw Error(fmt::format("{}: {}", question.file->path, "neither parameters nor bytes of weights can be told"));
  }
  question.request = request_of(options, question.job, catalog);
  const auto measurements = known_measurements(asked.network, question.job, catalog, catalog_options);
  question.measurements = &measurements;
  const MemoryAnswer answer = memory_answer(question, catalog);
  const MemoryView view{catalog_options.stamp(catalog), answer, named.notes, options.limit, options.explain};
  const bool is_told = !answer.fits.empty() || output.is_for_people() || output.format == Format::json;
  const std::string need = is_told ? std::string() : fmt::format("gpuadvisor: {}\n", nothing_fits_text(view));
  return {rendered(view, output),
          (output.quiet ? "" : need + named.remarks + catalog_options.stale_notice(catalog)) + remarks(view, output),
          answer.has_room() ? k_answered : k_none};
}

}  // namespace

Outcome run_memory(Arguments arguments) {
  MemoryOptions options;
  CatalogOptions catalog_options;
  OutputOptions output;
  OptionParser parser("memory",
                      "How much memory a network takes to run or to train, by parts, with an interval;\n"
                      "on which GPUs that fits, what the cheapest of each size costs, the largest batch\n"
                      "and context, and what makes it fit; of a language model that runs, the tokens\n"
                      "per second. MODEL is a network that is known (--list), a config.json, a .gguf\n"
                      "or .safetensors file, or an index of those; only headers are read, and beside an\n"
                      "index its config.json.\n\n"
                      "Exit status 1: it fits on none of the GPUs, or none trains a model of the suite.\n\n"
                      "Examples:\n"
                      "  gpuadvisor memory llama-3-70b --quant q4_k_m --context 8192\n"
                      "  gpuadvisor memory llama-3-8b --gpu 3090 --gpu 4060 --explain\n"
                      "  gpuadvisor memory mistral-7b --task qlora --batch 4 --only \"rtx 40*\"\n"
                      "  gpuadvisor memory resnet-50 --task train --batch 64 --precision fp32\n"
                      "  gpuadvisor memory PATH/config.json --task train --gpus 4 --zero 3\n"
                      "  gpuadvisor memory --params 7B --layers 32 --hidden 4096 --heads 32 --ffn 11008\n"
                      "  gpuadvisor memory --list qwen\n"
                      "  gpuadvisor memory --suite lambda-2020-02 --as-of 2020-02\n"
                      "  gpuadvisor memory --backtest\n");
  options.add_to(parser);
  output.add_to(parser, k_formats);
  catalog_options.add_to(parser);
  parser.parse(arguments);
  if (options.backtests) return run_backtest(options, output, catalog_options);
  check(options);
  if (!options.suite.empty()) return run_suite(options, output, catalog_options);
  return options.lists ? run_list(options, output, catalog_options) : run_need(options, output, catalog_options);
}

}  // namespace gpuadvisor::cli
