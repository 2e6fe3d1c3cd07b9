#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "calibration/memory/memory_suites.hpp"
#include "cli/command.hpp"
#include "cli/options/asked_build.hpp"
#include "cli/options/asked_network.hpp"
#include "cli/options/called.hpp"
#include "cli/options/filter_options.hpp"
#include "cli/options/local_names.hpp"
#include "cli/options/memory_job_options.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/training_run_options.hpp"
#include "cli/session.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "output/memory/memory_backtest_view.hpp"
#include "output/memory/memory_verdict.hpp"
#include "output/memory/memory_view.hpp"
#include "output/memory/network_list_view.hpp"
#include "output/memory/suite_view.hpp"
#include "output/memory/what_runs_view.hpp"
#include "output/phrases/fact.hpp"
#include "report/mapped.hpp"

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
  TrainingRunOptions run;
  std::vector<std::string> gpus;
  bool all_gpus = false;
  bool has_display = false;
  std::optional<NetworkUse> use;
  std::optional<double> least_rate;
  FilterOptions filters;
  std::optional<std::size_t> limit;
  Depth depth;

  void add_to(OptionParser& parser) {
    parser.add("[MODEL]", words, "", "A model (--list shows the names) or its file");
    parser.add_flag("--list", lists, "List the known models, or those with these words");
    job.add_to(parser);
    run.add_tokens_to(parser);
    parser.add(
        "--gpu", gpus, "GPU",
        "Does it fit this GPU (3090, \"2x 3090\"; auto: yours)? Can be repeated. Without MODEL: what the GPU runs");
    parser.add("--use", use, "USE", "Without MODEL: only models for language, images, ...", named<NetworkUse>);
    parser.add("--min-tokens-per-second", least_rate, "N", "Without MODEL: only language models at least this fast",
               [](std::string_view option, std::string_view text) { return positive_number(option, text, ""); });
    parser.add_flag("--all-gpus", all_gpus, "Every GPU, not only the cheapest of each size");
    parser.add_flag("--display", has_display, "The GPU also drives a display");
    network.add_to(parser);
    filters.add_to(parser);
    parser.add("-n,--limit", limit, "N", "Show at most N rows (20), 0 for all", row_limit);
    parser.add_explain(
        depth, k_enum_names<Fact>,
        "Formulas, and what would make it fit; or only one FACT: fit, changes, memory, speed; models, training");
    parser.add("--suite", suite, "SUITE", "Which models of a benchmark suite each GPU trains, like lambda-2020-02");
    parser.add_flag("--backtest", backtests, "Test these answers on measurements they have not seen");
  }

  /// Whether what runs on GPUs at hand is asked, not where a network does.
  [[nodiscard]] bool asks_what_runs() const {
    return words.empty() && !network.is_given() && !lists && suite.empty() && (!gpus.empty() || filters.asked.memory);
  }

  /// Whether that is asked of a card of a size, "--vram 24".
  [[nodiscard]] bool asks_size() const {
    return filters.min_memory && !filters.asked.memory && words.empty() && !network.is_given() && !lists &&
           suite.empty() && gpus.empty();
  }

  /// Fewer on a page that is to be one screen.
  [[nodiscard]] std::size_t rows(bool on_one_screen = false) const {
    constexpr std::size_t k_gpus = 20;
    constexpr std::size_t k_gpus_on_screen = 10;
    return limit.value_or(on_one_screen ? k_gpus_on_screen : k_gpus);
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
    throw UsageError("--suite: leave out MODEL; the suite names its models");
  }
  if (!options.suite.empty() && (!options.job.first_given.empty() || options.job.batch || options.depth.is_explained)) {
    throw UsageError("--suite takes GPUs and filters only; the suite says how its models are trained");
  }
  if ((options.use || options.least_rate) && !options.asks_what_runs()) {
    throw UsageError("--use and --min-tokens-per-second go with --gpu or --memory, and no MODEL");
  }
  if (options.run.is_asked() && (options.asks_what_runs() || options.lists || !options.suite.empty())) {
    throw UsageError("--tokens: expected with MODEL");
  }
  if (options.lists && (options.network.is_given() || !options.gpus.empty())) {
    throw UsageError("--list: expected words of names and nothing else");
  }
}

/// What GPUs of the catalog must pass; advice on what to buy has its defaults, a list of GPUs has none.
Request request_of(const MemoryOptions& options, const MemoryJob& job, const Workload* work, const Session& session) {
  const Catalog& catalog = session.catalog();
  const bool is_in_32_bits = job.task == MemoryTask::train && job.arithmetic == Arithmetic::fp32;
  Request request = options.filters.request(session, is_in_32_bits ? ScorePrecision::fp32 : ScorePrecision::fp16);
  request.workload = catalog.default_workload();
  if (options.scope() != MemoryScope::sizes) return request;
  if (!request.support) request.support = default_support(request.vendors, work);
  if (!request.min_memory) request.min_memory = Gibibytes{0};  // in place of the floor that workloads have
  return with_defaults(request, catalog);
}

Outcome run_list(const MemoryOptions& options, const SessionOptions& common) {
  Session session(common);
  const OutputOptions& output = common.output;
  const auto networks = networks_with(options.words, session.catalog());
  if (networks.empty() && output.format != Format::json) return session.none("no model has these words in its name");
  const NetworkListView view{session.stamp(), options.words, networks};
  return {output.text_of(view), "", networks.empty() ? k_none : k_answered};
}

/// The backtest, which rests on the program's own catalog and measurements.
Outcome run_backtest(const MemoryOptions& options, const SessionOptions& common) {
  const OutputOptions& output = common.output;
  if (output.fields.are_asked()) throw UsageError("--backtest: expected no --fields beside it");
  output.require_room_for("--backtest");
  if (!options.words.empty() || options.lists || !options.suite.empty() || options.network.is_given() ||
      !common.catalog.paths.empty() || common.catalog.as_of) {
    throw UsageError("--backtest: leave out the model, the catalog and the date");
  }
  const Catalog catalog = embedded_catalog();
  const MemoryMeasurements measurements = embedded_memory_measurements(catalog);
  const MemoryBacktest result = memory_backtest(measurements);
  const MemoryBacktestReport report{stamp_of(catalog, GPUADVISOR_VERSION), result};
  return {output.text_of(report), "", k_answered};
}

/// The GPUs that --gpu names.
struct NamedCards {
  std::vector<const Gpu*> gpus;
  int count = 1;              // of each: "2x 3090"
  bool are_together = false;  // "3090+4090"
  std::vector<Warning> notes;
};

/// Throws UsageError where they are asked for in different counts.
NamedCards named_cards(const MemoryOptions& options, Session& session) {
  NamedCards named;
  std::vector<std::string> gpus;
  for (const std::string& name : options.gpus) gpus.push_back(with_local_gpus(name, session));
  const bool has_sum = std::any_of(gpus.begin(), gpus.end(), [&](const std::string& name) {
    return name.find('+') != std::string::npos && find_by_name(session.all(), name).gpus.empty();
  });
  if (has_sum) {
    if (gpus.size() > 1) throw UsageError("--gpu: expected only one with a sum like 3090+4090");
    AskedBuild asked = asked_build("--gpu", gpus, session);
    named.notes = std::move(asked.notes);
    named.are_together = asked.parts.size() > 1;
    if (asked.parts.size() == 1) named.count = asked.parts.front().count;
    for (const GpuGroup& part : asked.parts) {
      named.gpus.insert(named.gpus.end(), named.are_together ? static_cast<std::size_t>(part.count) : 1, part.gpu);
    }
  } else {
    const auto asked = asked_gpus_with_counts("--gpu", gpus, session);
    for (const CountedGpu& one : asked) {
      if (one.count != asked.front().count) throw UsageError("--gpu: expected as many of each");
      named.count = one.count;
      named.gpus.push_back(one.gpu);
    }
    named.notes = misnomers({asked.begin(), asked.end()});
  }
  const bool has_several = named.count > 1 || named.are_together;
  if (has_several && options.job.gpus)
    throw UsageError(fmt::format("--gpus does not go with --gpu {}", options.gpus.front()));
  return named;
}

/// The suite of that id. Throws UsageError with the nearest known one.
const MemorySuite& suite_called(const std::string& id, const MemorySuites& suites) {
  if (const MemorySuite* suite = called(suites.suites, id)) return *suite;
  refuse("--suite", id, ids_of(suites.suites));
}

Outcome run_suite(const MemoryOptions& options, const SessionOptions& common) {
  const MemorySuites suites = embedded_memory_suites();
  Session session(common);
  const NamedCards named = named_cards(options, session);
  if (!options.gpus.empty() && named.gpus.empty()) return session.none();
  if (named.are_together) throw UsageError("--gpu: a suite is trained on one GPU; expected no sum");
  SuiteQuestion question;
  question.suite = &suite_called(options.suite, suites);
  question.scope = options.scope();
  question.gpus = named.gpus;
  question.has_display = options.has_display;
  question.request = request_of(options, MemoryJob(), nullptr, session);
  const SuiteAnswer answer = suite_answer(question, session.catalog());
  const SuiteView view{session.stamp(), answer, named.notes, options.rows()};
  session.remark_on_rows(view.shown().size(), answer.fits.size());
  return session.answer_if(answer.trains_any(), view);
}

/// Makes a question one of different GPUs together. Throws UsageError for a job that they do not share.
void require_shareable(const Network& network, MemoryQuestion& question) {
  const bool runs = question.job.task == MemoryTask::run && splits_by_layers(network);
  if (!runs)
    throw UsageError("--gpu: different GPUs together run language models; expected equal ones, like \"2x 3090\"");
  if (!missing_shape(network, question.job).empty() || network.parameters <= Millions{0}) {
    throw UsageError(fmt::format("--gpu: how {} would be split is not known, since its layers are not", network.name));
  }
  question.scope = MemoryScope::together;
}

Outcome run_need(const MemoryOptions& options, const SessionOptions& common) {
  Session session(common, ScorePrecision::fp16, options.filters.budget);
  const Catalog& catalog = session.catalog();
  const AskedNetwork asked = asked_network(options.words, options.network, session);
  MemoryQuestion question;
  question.network = &asked.network;
  question.file = asked.file ? &*asked.file : nullptr;
  MemoryJobOptions wanted = options.job;
  wanted.take_format(asked.format);
  question.job = wanted.job(asked.network, question.file, options.filters.runs_on(), catalog);
  question.run = options.run.language_run(asked.network, question.job);
  question.zero_stage = options.job.zero;
  question.scope = options.scope();
  question.has_display = options.has_display;
  const NamedCards named = named_cards(options, session);
  question.gpus = named.gpus;
  if (named.count > 1) question.job.gpus = named.count;
  if (named.are_together) require_shareable(asked.network, question);
  if (!options.gpus.empty() && named.gpus.empty()) return session.none();
  if (!knows_weight_size(question)) {
    throw Error(
        fmt::format("{}: {}", question.file->path, "neither the parameters nor the size of the weights is known"));
  }
  const Workload* work = workload_for(asked.network, question.job.task, catalog);
  const bool is_unmeasured = asked.network.kind == NetworkKind::diffusion && work && !tells_speed(asked.network, *work);
  question.request = request_of(options, question.job, is_unmeasured ? nullptr : work, session);
  const auto measurements = session.measurements(asked.network, question.job);
  question.measurements = &measurements;
  const MemoryAnswer answer = memory_answer(question, catalog);
  const MemoryView view{session.stamp(), answer, named.notes,
                        options.rows(common.output.is_for_people() && !options.depth.is_explained), options.depth};
  const bool is_flat = !common.output.is_for_people() && common.output.format != Format::json;
  if (is_flat && answer.fits.empty()) session.remark_on_answer(memory_verdict(view));
  session.remark_on_rows(view.shown().size(), answer.fits.size());
  return session.answer_if(answer.has_room(), view);
}

/// The job that `memory NETWORK` would have with the same options, as far as they are a matter of the network.
MemoryJob job_of(const MemoryOptions& options, const Network& network, MemoryTask task, int gpus,
                 const Catalog& catalog) {
  MemoryJobOptions wanted = options.job;
  wanted.task = task;
  if (gpus > 1) wanted.gpus = gpus;
  if (network.kind != NetworkKind::decoder) wanted.context.reset();
  if (network.use != NetworkUse::video) wanted.frames.reset();
  if (task != MemoryTask::run) {
    wanted.kv.reset();
    wanted.ram.reset();
    wanted.megatransfers.reset();
    wanted.channels.reset();
  }
  if (task == MemoryTask::train || network.kind != NetworkKind::decoder) wanted.quantisation.reset();
  return wanted.job(network, nullptr, options.filters.runs_on(), catalog);
}

Outcome run_what_runs(const MemoryOptions& options, const SessionOptions& common) {
  constexpr std::size_t k_rows_of_use = 10;
  constexpr std::size_t k_rows_of_overview = 3;
  Session session(common);
  NamedCards named = named_cards(options, session);
  if (!options.gpus.empty() && named.gpus.empty()) return session.none();
  const auto& size = options.filters.asked.memory;
  const bool has_several = named.gpus.size() > 1 && !named.are_together;
  if (has_several || (size && !named.gpus.empty())) {
    throw UsageError("without MODEL, give the GPUs of one machine, like \"2x 3090\" or 3090+4090, or --memory");
  }
  if (size && size->from != size->to) throw UsageError("--memory: without MODEL, expected one size");
  WhatRunsQuestion question;
  if (size) {
    question.gpus.memory = usable_memory(*size->from, options.has_display);
    question.gpus.count = options.job.gpus.value_or(1);
  } else {
    const int each = options.job.gpus.value_or(named.count);  // 1 of those that are together
    auto gpus = machine_of(mapped(named.gpus,
                                  [&](const Gpu* gpu) {
                                    return GpuGroup{gpu, each};
                                  }),
                           options.has_display);
    if (!gpus) {
      const auto unknown =
          std::find_if(named.gpus.begin(), named.gpus.end(), [](const Gpu* gpu) { return !usable_memory(*gpu); });
      return session.none(fmt::format("the memory of the {} is not known", (*unknown)->name));
    }
    question.gpus = std::move(*gpus);
  }
  question.zero_stage = options.job.zero;
  question.task = options.job.task;
  question.use = options.use;
  question.least_rate = options.least_rate;
  question.is_overview = !options.use && !options.limit;
  question.limit = options.limit.value_or(question.is_overview ? k_rows_of_overview : k_rows_of_use);
  question.job = [&](const Network& network, MemoryTask task) {
    return job_of(options, network, task, question.gpus.count, session.catalog());
  };
  const WhatRunsAnswer answer = what_runs(question, session.catalog());
  const WhatRunsView view{session.stamp(), answer, named.notes, options.depth};
  return session.answer_if(!answer.rows.empty(), view);
}

}  // namespace

Outcome run_memory(Arguments arguments) {
  MemoryOptions options;
  SessionOptions common;
  OptionParser parser("memory",
                      "How much memory a model takes to run or train, which GPUs it fits, and how fast\n"
                      "they run it. MODEL is a name (--list) or a file: config.json, .gguf,\n"
                      ".safetensors or an index of those. Without MODEL: what the GPU of --gpu or\n"
                      "--memory runs and trains.\n\n"
                      "Shown are also the largest batch and context, what the cheapest GPU of each\n"
                      "size costs, and what would make the model fit. Of files only the headers are\n"
                      "read, and beside an index its config.json.\n\n"
                      "Exit status 1: it fits none of the GPUs, or none trains a model of the suite.\n\n"
                      "Examples:\n"
                      "  gpuadvisor memory --gpu 3090\n"
                      "  gpuadvisor memory --gpu \"2x 3090\" --use language --min-tokens-per-second 20\n"
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
  common.prices.add_to(parser);
  common.catalog.add_gpu_memory_share_to(parser);
  common.add_to(parser, k_formats);
  parser.parse(arguments);
  if (options.asks_size())
    options.filters.asked.memory = {options.filters.min_memory->memory, options.filters.min_memory->memory};
  if (options.backtests) return run_backtest(options, common);
  check(options);
  if (!options.suite.empty()) return run_suite(options, common);
  if (options.lists) return run_list(options, common);
  return options.asks_what_runs() ? run_what_runs(options, common) : run_need(options, common);
}

}  // namespace gpuadvisor::cli
