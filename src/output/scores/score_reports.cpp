#include "score_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "calibration/backtest/fit_report.hpp"
#include "core/text.hpp"
#include "gpuadvisor/formats/json_writer.hpp"
#include "output/phrases/catalog_json.hpp"
#include "report/number_text.hpp"
#include "token_backtest_text.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

constexpr std::size_t k_residuals_shown = 5;

std::string percent(double part) { return fmt::format("{:.0f} %", 100 * part); }

/// A distance of ln as a part of the figure it is from: 0.1 is 11 %.
std::string distance(double log_distance) { return percent(std::expm1(log_distance)); }

std::string sheet_name(const SheetFit& sheet) {
  constexpr auto k_suffixes = std::to_array<std::string_view>({"", ", matrix units", ", no matrix units"});
  return std::string(sheet.dataset).append(k_suffixes[static_cast<std::size_t>(sheet.matrix_units)]);
}

std::string gpu_name(const Catalog& catalog, std::string_view id) {
  const Gpu* gpu = catalog.gpu(id);
  return std::string(gpu == nullptr ? id : short_name(*gpu));
}

int reading_count(const SheetFit& sheet) {
  int count = 0;
  for (const GpuEffect& effect : sheet.effects) count += effect.readings;
  return count;
}

const ScoreModel* model_of(const FitReport& report, const Calibration& calibration) {
  const auto& models = report.fitted.models;
  const auto at = std::find_if(models.begin(), models.end(), [&](const ScoreModel& model) {
    return model.workload == calibration.workload && model.precision == calibration.precision;
  });
  return at == models.end() ? nullptr : &*at;
}

std::vector<const Score*> scores_of(const FitReport& report, const Calibration& calibration) {
  std::vector<const Score*> found;
  for (const Score& score : report.fitted.scores) {
    if (score.workload == calibration.workload && score.precision == calibration.precision) found.push_back(&score);
  }
  std::stable_sort(found.begin(), found.end(), [](const Score* a, const Score* b) { return a->index > b->index; });
  return found;
}

std::string spread_text(const ScoreModel& model, std::size_t width) {
  return wrapped(
      fmt::format("80 % of estimates are within {}; {} for another architecture, {} for another vendor.",
                  distance(model.spread), distance(model.spread_elsewhere), distance(model.spread_other_vendor)),
      width);
}

std::string time_model_text(const ScoreModel& model, const Calibration& calibration, std::size_t width) {
  return wrapped(
      fmt::format("1 / index = {:.3f} + {:.3f} / tensor + {:.3f} / bandwidth + {:.3f} / flops, each against the "
                  "reference, from {} GPUs of {}, which are spread around it by {}.",
                  model.intercept, model.tensor, model.bandwidth, model.compute, model.gpus, model.vendor,
                  distance(std::sqrt(calibration.fit.model.variance))),
      width);
}

std::string model_text(const ScoreModel& model, const Calibration& calibration, std::size_t width) {
  if (model.adds_times) return time_model_text(model, calibration, width) + spread_text(model, width);
  std::string text = wrapped(
      fmt::format("ln index = {:.3f} + {:.3f} ln tensor + {:.3f} ln bandwidth + {:.3f} ln compute - {:.2f} / GB, from "
                  "{} GPUs of {}, which are spread around it by {}.",
                  model.intercept, model.tensor, model.bandwidth, model.compute, model.memory, model.gpus, model.vendor,
                  distance(std::sqrt(calibration.fit.model.variance))),
      width);
  return text + spread_text(model, width);
}

Table sheet_table(const Calibration& calibration) {
  Table table{{{"sheet", false, true}, {"work"}, {"GPUs", true}, {"values", true}, {"spread", true}, {"tau", true}},
              {}};
  for (const auto& [sheet, spread, tau] : sheet_reports(calibration)) {
    table.rows.push_back({sheet_name(*sheet), std::string(enum_name(sheet->kind_of_work)),
                          std::to_string(sheet->effects.size()), std::to_string(reading_count(*sheet)),
                          distance(spread), or_dash(tau, [](double t) { return fmt::format("{:.2f}", t); })});
  }
  return table;
}

Table residual_table(const FitReport& report, const Calibration& calibration) {
  Table table{{{"against index", true}, {"GPU"}, {"sheet", false, true}}, {}};
  for (const auto& [gpu, sheet, value] : largest_residuals(calibration, k_residuals_shown)) {
    table.rows.push_back(
        {fmt::format("{:+.0f} %", 100 * std::expm1(value)), gpu_name(report.catalog, gpu), sheet_name(*sheet)});
  }
  return table;
}

Table score_table(const FitReport& report, const Calibration& calibration) {
  Table table{{{"GPU", false, true},
               {"index", true},
               {"low", true},
               {"high", true},
               {"estimate", true},
               {"sets", true},
               {"values", true}},
              {}};
  const SpecTable specs = spec_table(report.catalog, *report.catalog.workload(calibration.workload));
  for (const Score* score : scores_of(report, calibration)) {
    const auto estimate = calibration.fit.model.log_estimate(specs.at(score->gpu));
    table.rows.push_back({gpu_name(report.catalog, score->gpu), fmt::format("{:.2f}", score->index.value()),
                          fmt::format("{:.2f}", score->low.value()), fmt::format("{:.2f}", score->high.value()),
                          or_dash(estimate, [](double log) { return fmt::format("{:.2f}", std::exp(log)); }),
                          std::to_string(dataset_count(calibration, score->gpu)), std::to_string(score->measurements)});
  }
  return table;
}

std::string unconnected_text(const FitReport& report, const Calibration& calibration, std::size_t width) {
  if (calibration.unconnected.empty()) return {};
  std::vector<std::string> names;
  for (const auto gpu : calibration.unconnected) names.push_back(gpu_name(report.catalog, gpu));
  return wrapped("Measured, but no chain of shared GPUs leads to the reference: " + enumeration(names) + '.', width);
}

Table speedup_table(const FittedScores& fitted) {
  Table table{{{"workload"}, {"GPUs", true}, {"speed-up", true}, {"low", true}, {"high", true}, {"pairs", true}}, {}};
  for (const Speedup& speedup : fitted.speedups) {
    const auto two_decimals = [](Ratio ratio) { return fmt::format("{:.2f}", ratio.value()); };
    table.rows.push_back({std::string(speedup.workload), std::to_string(speedup.count), two_decimals(speedup.speedup),
                          or_dash(speedup.low, two_decimals), or_dash(speedup.high, two_decimals),
                          or_dash(speedup.measurements, [](int pairs) { return std::to_string(pairs); })});
  }
  return table;
}

}  // namespace

std::string fit_report_table(const FitReport& report, const Page& page) {
  const std::size_t width = page.width;
  std::string text;
  for (const Calibration& calibration : report.calibrations) {
    if (!text.empty()) text += '\n';
    text += emphasised(
        fmt::format("{}, {}: {} GPUs measured in {} sheets\n", calibration.workload, enum_name(calibration.precision),
                    calibration.fit.indices.size(), calibration.sheets.size()),
        Style::bold, page);
    if (const ScoreModel* model = model_of(report, calibration)) text += model_text(*model, calibration, width);
    text += unconnected_text(report, calibration, width);
    text += '\n' + render(sheet_table(calibration), page, true, 2);
    text += '\n' + render(residual_table(report, calibration), page, true, 2);
    text += '\n' + render(score_table(report, calibration), page, true, 2);
  }
  if (!report.fitted.speedups.empty()) {
    if (!text.empty()) text += '\n';
    text += emphasised("Several GPUs of one machine against one\n", Style::bold, page);
    text += render(speedup_table(report.fitted), page, true, 2);
  }
  if (report.calibrations.empty()) return text;
  return text + '\n' +
         wrapped(
             "spread: how far the figures of a sheet are off the index, besides their own scatter. tau: Kendall's, of "
             "the sheet's order and that of the index. low, high: ends of the 80 % interval. estimate: what the specs "
             "alone say. sets: datasets.",
             width);
}

std::string fit_report_json(const FitReport& report) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "scores fit", report.catalog, report.catalog_version);
  json.key("results").begin_array();
  for (const Calibration& calibration : report.calibrations) {
    json.begin_object();
    json.key("workload").text(calibration.workload).key("precision").text(enum_name(calibration.precision));
    json.key("iterations").number(calibration.fit.iterations);
    if (const ScoreModel* model = model_of(report, calibration)) {
      json.key("model").begin_object(Layout::one_line);
      json.key("adds_times")
          .boolean(model->adds_times)
          .key("intercept")
          .number(model->intercept)
          .key("tensor")
          .number(model->tensor);
      json.key("bandwidth").number(model->bandwidth).key("compute").number(model->compute);
      json.key("memory").number(model->memory).key("gpus").number(model->gpus);
      json.key("sigma").number(std::sqrt(calibration.fit.model.variance)).end_object();
    }
    json.key("sheets").begin_array();
    for (const auto& [sheet, spread, tau] : sheet_reports(calibration)) {
      json.begin_object(Layout::one_line).key("sheet").text(sheet_name(*sheet));
      json.key("work")
          .text(enum_name(sheet->kind_of_work))
          .key("gpus")
          .number(static_cast<double>(sheet->effects.size()));
      json.key("values").number(reading_count(*sheet)).key("spread").number(spread).key("tau");
      write_optional(json, tau);
      json.end_object();
    }
    json.end_array().key("residuals").begin_array();
    for (const auto& [gpu, sheet, value] : largest_residuals(calibration, k_residuals_shown)) {
      json.begin_object(Layout::one_line).key("gpu").text(gpu).key("sheet").text(sheet_name(*sheet));
      json.key("ln_residual").number(value).end_object();
    }
    json.end_array().key("unconnected").begin_array(Layout::one_line);
    for (const auto gpu : calibration.unconnected) json.text(gpu);
    json.end_array().key("gpus").begin_array();
    const SpecTable specs = spec_table(report.catalog, *report.catalog.workload(calibration.workload));
    for (const Score* score : scores_of(report, calibration)) {
      const auto estimate = calibration.fit.model.log_estimate(specs.at(score->gpu));
      json.begin_object(Layout::one_line).key("id").text(score->gpu).key("index").number(score->index.value());
      json.key("low").number(score->low.value()).key("high").number(score->high.value()).key("estimate");
      write_optional(json, estimate ? std::optional(std::exp(*estimate)) : std::nullopt);
      json.key("datasets").number(dataset_count(calibration, score->gpu));
      json.key("values").number(score->measurements).end_object();
    }
    json.end_array().end_object();
  }
  json.end_array().end_object();
  return json.take();
}

std::string backtest_table(const BacktestReport& report, const Page& page) {
  constexpr auto k_groups =
      std::to_array<std::string_view>({"networks", "any measurement", "five configurations or more"});
  std::string text;
  for (std::size_t i = 0; i < report.rows.size();) {
    const BacktestRow& first = report.rows[i];
    if (!text.empty()) text += '\n';
    const std::string heading =
        fmt::format("{}, {}: {} GPUs known from {}, {} left out", first.workload, enum_name(report.precision),
                    first.gpus, k_groups[static_cast<std::size_t>(first.judged_on)],
                    first.left_out == LeftOut::gpu ? "each" : "its architecture");
    text += emphasised(wrapped(heading, page.width), Style::bold, page);
    Table table{
        {{"predictor"}, {"tau", true}, {"median error", true}, {"p90", true}, {"covered", true}, {"interval", true}},
        {}};
    for (; i < report.rows.size() && report.rows[i].workload == first.workload &&
           report.rows[i].judged_on == first.judged_on && report.rows[i].left_out == first.left_out;
         ++i) {
      const BacktestRow& row = report.rows[i];
      table.rows.push_back({std::string(enum_name(row.predictor)), fmt::format("{:.3f}", row.tau),
                            fmt::format("{:.1f} %", 100 * row.median_error), percent(row.p90_error),
                            percent(row.coverage), "+" + percent(row.median_interval)});
    }
    text += render(table, page, true, 2);
  }
  if (text.empty()) return text;
  text +=
      '\n' +
      wrapped(
          "Each GPU is predicted by a fit that has not seen it, and judged against the index from measurements "
          "alone; networks: those at full batch. tau: Kendall's, of both orders. Only the estimate has a scale; the "
          "errors of the others are those "
          "after the one factor that suits them best. covered: GPUs within their 80 % interval; interval: how far "
          "the upper end of the median one is above the prediction.",
          page.width);
  return report.tokens ? text + '\n' + token_backtest_text(*report.tokens, page) : text;
}

std::string backtest_json(const BacktestReport& report) {
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "scores backtest", report.catalog, report.catalog_version);
  json.key("query").begin_object(Layout::one_line).key("precision").text(enum_name(report.precision)).end_object();
  json.key("results").begin_array();
  for (const BacktestRow& row : report.rows) {
    json.begin_object(Layout::one_line).key("workload").text(row.workload);
    json.key("judged_on").text(enum_name(row.judged_on)).key("left_out").text(enum_name(row.left_out));
    json.key("predictor").text(enum_name(row.predictor)).key("gpus").number(row.gpus).key("tau").number(row.tau);
    json.key("median_error").number(row.median_error).key("p90_error").number(row.p90_error);
    json.key("coverage").number(row.coverage).key("median_interval").number(row.median_interval).end_object();
  }
  json.end_array().key("tokens");
  write_token_backtest(json, report.tokens);
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
