#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <iterator>
#include <optional>

#include "calibration/backtest/backtest.hpp"
#include "calibration/backtest/token_backtest.hpp"
#include "calibration/memory/fitting_work.hpp"
#include "catalog/form/catalog_writer.hpp"
#include "cli/command.hpp"
#include "cli/file_writer.hpp"
#include "cli/options/catalog_options.hpp"
#include "cli/options/named_value.hpp"
#include "cli/options/option_parser.hpp"
#include "cli/options/output_options.hpp"
#include "cli/progress.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/scores/score_reports.hpp"

namespace gpuadvisor::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view k_data_help = "Folder of the data files (data)";
constexpr std::string_view k_no_scores = "gpuadvisor: no workload has measurements enough for scores\n";

/// The records of a data folder, without the scores that are to follow from them.
Catalog catalog_of(const fs::path& data) {
  CatalogLayer layer = read_data_folder(data.string());
  std::erase_if(layer,
                [&](const CatalogDocument& document) { return fs::path(document.file) == data / "scores.json"; });
  const std::vector<CatalogLayer> layers = {std::move(layer)};
  return load_catalog(Catalog(), layers);
}

Outcome written(const fs::path& path, const FittedScores& fitted) {
  const std::string text = write_scores(fitted.models, fitted.scores, fitted.speedups);
  const bool is_same = !write_if_changed(path.string(), text);
  return {fmt::format("{}: {}, {} models, {} scores, {} speed-ups\n", printable(path.generic_string()),
                      is_same ? "unchanged" : "written", fitted.models.size(), fitted.scores.size(),
                      fitted.speedups.size()),
          "", k_answered};
}

/// Throws Error where fitting would take minutes.
Benchmarks fittable_benchmarks(const std::string& data, const Catalog& catalog) {
  Benchmarks benchmarks = load_benchmarks(data, catalog);
  if (fitting_work(benchmarks).with_each_out <= k_most_fitting_work) return benchmarks;
  throw Error(fmt::format("{}: expected measurements that can be fitted in seconds, found {} of too many GPUs",
                          printable(data), benchmarks.measurements.size()));
}

Outcome run_fit(Arguments arguments) {
  std::string data = "data";
  bool write = false;
  OutputOptions output;
  CatalogOptions catalog_options;
  OptionParser parser("scores fit",
                      "Fit the speed index and its estimates to the measurements of a data folder, and\n"
                      "show how well they agree.\n\n"
                      "Examples:\n"
                      "  gpuadvisor scores fit\n"
                      "  gpuadvisor scores fit --write\n"
                      "  gpuadvisor scores fit --as-of 2020-12-31\n");
  parser.add("--data", data, "DIR", k_data_help);
  parser.add_flag("--write", write, "Write DIR/scores.json instead, if it changes");
  catalog_options.add_as_of_to(parser, "Use what was published by that date");
  output.add_format_to(parser, k_document_formats);
  parser.parse(arguments);
  const bool travels = catalog_options.as_of.has_value();
  if (write && travels) throw UsageError("--write stores the scores of today: it does not go with --as-of");

  const Catalog all = catalog_of(data);
  const Catalog catalog = travels ? catalog_options.known(all) : all;
  const std::optional<Day> known_by = travels ? catalog.as_of() : std::nullopt;
  const Benchmarks benchmarks = fittable_benchmarks(data, all);
  const Progress progress;
  progress.tell("Fitting what was measured");
  const auto fitted = calibrations(benchmarks, catalog, known_by);
  const FittedScores scores = fit_scores(benchmarks, catalog, known_by, fitted);
  if (fitted.empty()) return {"", std::string(k_no_scores), k_none};
  if (write) return written(fs::path(data) / "scores.json", scores);
  std::vector<CalibrationReport> reports;
  reports.reserve(fitted.size());
  for (const Calibration& calibration : fitted) reports.push_back(calibration_report(calibration, scores, catalog));
  const FitReport report{catalog_options.stamp(catalog), catalog.gpus(), reports, scores};
  return {output.text_of(report), "", k_answered};
}

Outcome run_backtest(Arguments arguments) {
  std::string data = "data";
  ScorePrecision precision = ScorePrecision::fp16;
  OutputOptions output;
  OptionParser parser("scores backtest",
                      "Test the estimates: predict each measured GPU from all others, and compare; also\nthe tokens "
                      "per second of language models.\n\n"
                      "Examples:\n"
                      "  gpuadvisor scores backtest\n"
                      "  gpuadvisor scores backtest --precision fp32 --format json\n");
  parser.add("--data", data, "DIR", k_data_help);
  parser.add("--precision", precision, "PRECISION", "The speeds to predict: fp16 or fp32", named<ScorePrecision>);
  output.add_format_to(parser, k_document_formats);
  parser.parse(arguments);

  const Catalog catalog = catalog_of(data);
  const Benchmarks benchmarks = fittable_benchmarks(data, catalog);
  const Progress progress;
  progress.tell("Fitting what was measured");
  std::vector<BacktestRow> rows;
  std::vector<GroupJudgement> groups;
  std::vector<MemoryPair> pairs;
  const auto add = [](auto& all, const auto& of_workload) {
    all.insert(all.end(), of_workload.begin(), of_workload.end());
  };
  for (const Calibration& calibration : calibrations(benchmarks, catalog, std::nullopt)) {
    if (calibration.precision != precision) continue;
    progress.tell(fmt::format("Judging {}", calibration.workload));
    const Workload& workload = *catalog.workload(calibration.workload);
    const SpecTable specs = spec_table(catalog, workload);
    const LeftOutFits left_out = left_out_fits(calibration.panel, specs);
    add(rows, backtest(calibration, left_out, catalog));
    add(groups, group_judgements(calibration, left_out, catalog, specs));
    if (!workload.on_request) add(pairs, memory_pairs(calibration, catalog, specs));
  }
  // Indices of inference are of 16 bits, whatever the format of the weights.
  std::optional<TokenBacktest> tokens;
  if (precision == ScorePrecision::fp16) {
    progress.tell("Judging tokens per second");
    tokens = token_backtest(benchmarks, catalog);
  }
  if (rows.empty()) return {"", std::string(k_no_scores), k_none};
  const BacktestReport report{stamp_of(catalog, GPUADVISOR_VERSION), precision, rows, groups, pairs, tokens};
  return {output.text_of(report), "", k_answered};
}

constexpr auto k_scores_commands = std::to_array<Command>({
    {"fit", "Fit scores to the measurements of a data folder; --write stores them", run_fit},
    {"backtest", "Test the estimates on GPUs they have not seen", run_backtest},
    {"measurements", "Benchmark results as published, by dataset and GPU", run_scores_measurements},
});

}  // namespace

Outcome run_scores(Arguments arguments) {
  return dispatch_group("scores", "Benchmark data, and the scores computed from it.", k_scores_commands, arguments);
}

}  // namespace gpuadvisor::cli
