#include "score_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/text.hpp"
#include "output/phrases/figure_words.hpp"
#include "report/number_text.hpp"
#include "token_backtest_text.hpp"

namespace gpuadvisor {
namespace {

/// A distance of ln as a part of the figure it is from: 0.1 is 11 %.
std::string distance(double log_distance) { return percent(std::expm1(log_distance)); }

std::string gpu_name(const Catalog& catalog, std::string_view id) {
  const Gpu* gpu = catalog.gpu(id);
  return std::string(gpu == nullptr ? id : short_name(*gpu));
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

Table sheet_table(const CalibrationReport& calibration) {
  Table table{{{"sheet", false, true}, {"work"}, {"GPUs", true}, {"values", true}, {"spread", true}, {"tau", true}},
              {}};
  for (const auto& [sheet, spread, tau] : calibration.sheets) {
    table.rows.push_back({sheet_name(*sheet), std::string(enum_name(sheet->kind_of_work)),
                          std::to_string(sheet->effects.size()), std::to_string(reading_count(*sheet)),
                          distance(spread), or_dash(tau, [](double t) { return fmt::format("{:.2f}", t); })});
  }
  return table;
}

Table residual_table(const FitReport& report, const CalibrationReport& calibration) {
  Table table{{{"against index", true}, {"GPU"}, {"sheet", false, true}}, {}};
  for (const auto& [gpu, sheet, value] : calibration.residuals) {
    table.rows.push_back(
        {fmt::format("{:+.0f} %", 100 * std::expm1(value)), gpu_name(report.catalog, gpu), sheet_name(*sheet)});
  }
  return table;
}

Table score_table(const FitReport& report, const CalibrationReport& calibration) {
  Table table{{{"GPU", false, true},
               {"index", true},
               {"low", true},
               {"high", true},
               {"estimate", true},
               {"sets", true},
               {"values", true}},
              {}};
  for (const auto& [score, estimate, datasets] : calibration.gpus) {
    table.rows.push_back({gpu_name(report.catalog, score->gpu), fmt::format("{:.2f}", score->index.value()),
                          fmt::format("{:.2f}", score->low.value()), fmt::format("{:.2f}", score->high.value()),
                          or_dash(estimate, [](double index) { return fmt::format("{:.2f}", index); }),
                          std::to_string(datasets), std::to_string(score->measurements)});
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

std::string sheet_name(const SheetFit& sheet) {
  constexpr auto k_suffixes = std::to_array<std::string_view>({"", ", matrix units", ", no matrix units"});
  return std::string(sheet.dataset).append(k_suffixes[static_cast<std::size_t>(sheet.matrix_units)]);
}

std::string fit_report_table(const FitReport& report, const Page& page) {
  const std::size_t width = page.width;
  std::string text;
  for (const CalibrationReport& one : report.calibrations) {
    const Calibration& calibration = *one.calibration;
    if (!text.empty()) text += '\n';
    text += emphasised(
        fmt::format("{}, {}: {} GPUs measured in {} sheets\n", calibration.workload, enum_name(calibration.precision),
                    calibration.fit.indices.size(), calibration.sheets.size()),
        Style::bold, page);
    if (one.model != nullptr) text += model_text(*one.model, calibration, width);
    text += unconnected_text(report, calibration, width);
    text += '\n' + render(sheet_table(one), page, true, 2);
    text += '\n' + render(residual_table(report, one), page, true, 2);
    text += '\n' + render(score_table(report, one), page, true, 2);
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

}  // namespace gpuadvisor
