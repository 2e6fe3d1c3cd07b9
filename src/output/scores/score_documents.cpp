#include "core/contains.hpp"
#include "score_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/text.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"
#include "token_backtest_document.hpp"

namespace gpuadvisor {
namespace {

/// A distance of ln as a part of the figure it is from: 0.1 is 11 %.
std::string distance(double log_distance) { return percent(std::expm1(log_distance)); }

std::string gpu_name(const FitReport& report, std::string_view id) {
  const auto gpu = std::find_if(report.gpus.begin(), report.gpus.end(), [&](const Gpu& one) { return one.id == id; });
  return std::string(gpu == report.gpus.end() ? id : short_name(*gpu));
}

std::string spread_text(const ScoreModel& model) {
  return fmt::format("80 % of estimates are within {}; {} for another architecture, {} for another vendor.",
                     distance(model.spread), distance(model.spread_elsewhere), distance(model.spread_other_vendor));
}

std::string model_text(const ScoreModel& model, const Calibration& calibration) {
  const std::string formula =
      model.adds_times ? fmt::format(
                             "1 / index = {:.3f} + {:.3f} / tensor + {:.3f} / bandwidth + {:.3f} / flops, each "
                             "against the reference",
                             model.intercept, model.tensor, model.bandwidth, model.compute)
                       : fmt::format("ln index = {:.3f} + {:.3f} ln tensor + {:.3f} ln bandwidth + {:.3f} ln compute",
                                     model.intercept, model.tensor, model.bandwidth, model.compute);
  return fmt::format("{}, from {} GPUs of {}, which are spread around it by {}.", formula, model.gpus, model.vendor,
                     distance(std::sqrt(calibration.fit.model.variance)));
}

/// What was taken out of the speeds of networks that were timed at several batches.
std::string batch_text(const Calibration& calibration) {
  if (calibration.panel.batches.empty()) return {};
  std::vector<std::string> halves;
  for (const auto& [network, half_batch] : calibration.panel.batches) {
    halves.push_back(fmt::format("{} {:.3g}", network, half_batch));
  }
  return "At equal batch. Half of the speed of a batch without limit is reached at: " + enumeration(halves) + '.';
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
  constexpr auto k_reasons = std::to_array<std::string_view>({"work", "one value", "spread", "others", "specs"});
  Table table{{{"off index", true}, {"GPU"}, {"sheet", false, true}, {"reason"}}, {}};
  for (const auto& [gpu, sheet, value, reason] : calibration.residuals) {
    table.rows.push_back({fmt::format("{:+.0f} %", 100 * std::expm1(value)), gpu_name(report, gpu), sheet_name(*sheet),
                          std::string(k_reasons[static_cast<std::size_t>(reason)])});
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
    table.rows.push_back({gpu_name(report, score->gpu), fmt::format("{:.2f}", score->index.value()),
                          fmt::format("{:.2f}", score->low.value()), fmt::format("{:.2f}", score->high.value()),
                          or_dash(estimate, [](double index) { return fmt::format("{:.2f}", index); }),
                          std::to_string(datasets), std::to_string(score->measurements)});
  }
  return table;
}

std::string unconnected_text(const FitReport& report, const Calibration& calibration) {
  if (calibration.unconnected.empty()) return {};
  std::vector<std::string> names;
  for (const auto gpu : calibration.unconnected) names.push_back(gpu_name(report, gpu));
  return "Measured, but no chain of shared GPUs leads to the reference: " + enumeration(names) + '.';
}

/// The times of tokens, of each kind of GPU that has its own.
Table token_table(const FittedScores& fitted, std::string_view workload) {
  Table table{{{"GPUs of", false, true}, {"GPUs", true}, {"overhead", true}, {"bandwidth", true}, {"compute", true}},
              {}};
  for (const ScoreModel& model : fitted.models) {
    if (model.workload != workload) continue;
    std::string kind(model.vendor);
    if (!model.architecture.empty()) kind += fmt::format(" {}", model.architecture);
    if (!model.memory.empty()) kind += fmt::format(", {}", model.memory);
    table.rows.push_back({std::move(kind), std::to_string(model.gpus), fmt::format("{:.3f}", model.intercept),
                          fmt::format("{:.3f}", model.bandwidth), fmt::format("{:.3f}", model.compute)});
  }
  return table;
}

void add_token_phases(Document& document, const FittedScores& fitted) {
  for (const TokenPhase& phase : fitted.phases) {
    document
        .heading(fmt::format("{}: {} GPUs measured in {} readings", phase.workload, phase.fit.gpus().size(),
                             phase.readings.size()))
        .paragraph(
            fmt::format("A token of the standard model takes the reference {:.3g} ms. Of that time, as parts, 1 / "
                        "index = overhead + bandwidth / bandwidth + compute / flops, each against the reference.",
                        1e3 * phase.reference_seconds))
        .gap()
        .table(token_table(fitted, phase.workload), 2);
  }
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

Document document_of(const FitReport& report) {
  Document document;
  for (const CalibrationReport& one : report.calibrations) {
    const Calibration& calibration = *one.calibration;
    document.heading(fmt::format("{}, {}: {} GPUs measured in {} sheets", calibration.workload,
                                 enum_name(calibration.precision), calibration.fit.indices.size(),
                                 calibration.sheets.size()));
    if (one.model != nullptr)
      document.paragraph(model_text(*one.model, calibration)).paragraph(spread_text(*one.model));
    document.paragraph(batch_text(calibration))
        .paragraph(unconnected_text(report, calibration))
        .gap()
        .table(sheet_table(one), 2)
        .gap();
    document.table(residual_table(report, one), 2).gap().table(score_table(report, one), 2);
  }
  add_token_phases(document, report.fitted);
  if (!report.fitted.speedups.empty()) {
    document.heading("Several GPUs of one machine against one").table(speedup_table(report.fitted), 2);
  }
  if (report.calibrations.empty()) return document;
  return document.gap().paragraph(
      "spread: how far the figures of a sheet are off the index, besides their own scatter. tau: Kendall's, of the "
      "sheet's order and that of the index. low, high: ends of the 80 % interval. estimate: what the specs alone say. "
      "sets: datasets. reason, why a figure may be off: work: no models at full batch; one value alone; the sheet is "
      "spread as far; others: other datasets, specs: specifications say otherwise.");
}

namespace {

/// By vendor and architecture, for each workload and basis.
void add_groups(Document& document, const BacktestReport& report) {
  for (std::size_t i = 0; i < report.groups.size();) {
    const GroupJudgement& first = report.groups[i];
    document.heading(fmt::format("{}, {}: by vendor and architecture, {} left out", first.workload,
                                 enum_name(first.basis), first.basis == Basis::measured ? "each dataset" : "each GPU"));
    Table table{{{"vendor"},
                 {"architecture", false, true},
                 {"n", true},
                 {"ratio", true},
                 {"error", true},
                 {"covered", true},
                 {"pairs", true},
                 {"pair error", true},
                 {"ordered", true}},
                {}};
    for (; i < report.groups.size() && report.groups[i].workload == first.workload &&
           report.groups[i].basis == first.basis;
         ++i) {
      const GroupJudgement& row = report.groups[i];
      table.add({row.vendor.empty() ? "all" : std::string(row.vendor),
                 row.architecture.empty() ? "all" : std::string(row.architecture), std::to_string(row.judged),
                 fmt::format("{:.2f}", row.median_ratio), percent(row.median_error), percent(row.coverage),
                 row.pairs == 0 ? "-" : std::to_string(row.pairs), or_dash(row.pair_error, percent),
                 or_dash(row.ordered, percent)});
    }
    document.table(std::move(table), 2);
  }
}

/// Each pair in a line, its workloads side by side.
void add_pairs(Document& document, const BacktestReport& report) {
  std::vector<std::string_view> workloads;
  for (const MemoryPair& pair : report.pairs) {
    if (!contains(workloads, pair.workload)) workloads.push_back(pair.workload);
  }
  if (workloads.empty()) return;
  document.heading("Alike but for memory: ratios of speeds (*: both measured)");
  Table table{{{"more memory", false, true}, {"less memory", false, true}}, {}};
  for (const auto workload : workloads) table.columns.push_back({std::string(workload), true});
  std::vector<std::pair<const Gpu*, const Gpu*>> told;
  for (const MemoryPair& first : report.pairs) {
    const std::pair key(first.larger, first.smaller);
    if (contains(told, key)) continue;
    told.push_back(key);
    std::vector<std::string> cells = {brief_name(*first.larger), brief_name(*first.smaller)};
    for (const auto workload : workloads) {
      const auto pair = std::find_if(report.pairs.begin(), report.pairs.end(), [&](const MemoryPair& one) {
        return one.larger == key.first && one.smaller == key.second && one.workload == workload;
      });
      cells.push_back(pair == report.pairs.end()
                          ? "-"
                          : fmt::format("{:.2f}{}", pair->ratio, pair->basis == Basis::measured ? "*" : ""));
    }
    table.add(std::move(cells));
  }
  document.table(std::move(table), 2);
}

}  // namespace

Document document_of(const BacktestReport& report) {
  constexpr auto k_groups =
      std::to_array<std::string_view>({"models", "any measurement", "five configurations or more"});
  Document document;
  for (std::size_t i = 0; i < report.rows.size();) {
    const BacktestRow& first = report.rows[i];
    document.heading(fmt::format("{}, {}: {} GPUs known from {}, {} left out", first.workload,
                                 enum_name(report.precision), first.gpus,
                                 k_groups[static_cast<std::size_t>(first.judged_on)],
                                 first.left_out == LeftOut::gpu ? "each" : "its architecture"));
    Table table{{{"predictor"},
                 {"tau", true},
                 {"ordered", true},
                 {"median error", true},
                 {"p90", true},
                 {"covered", true},
                 {"interval", true}},
                {}};
    for (; i < report.rows.size() && report.rows[i].workload == first.workload &&
           report.rows[i].judged_on == first.judged_on && report.rows[i].left_out == first.left_out;
         ++i) {
      const BacktestRow& row = report.rows[i];
      table.add({std::string(enum_name(row.predictor)), fmt::format("{:.3f}", row.tau), or_dash(row.ordered, percent),
                 fmt::format("{:.1f} %", 100 * row.median_error), percent(row.p90_error), percent(row.coverage),
                 "+" + percent(row.median_interval)});
    }
    document.table(std::move(table), 2);
  }
  if (report.rows.empty()) return document;
  add_groups(document, report);
  add_pairs(document, report);
  document.gap().paragraph(
      "Each GPU is predicted by a fit that has not seen it, and judged against the index from measurements alone; "
      "models: those at full batch. tau: Kendall's, of both orders; ordered: pairs measured more than 10 % apart that "
      "are in the right order. Errors are those after the one factor that suits a predictor best. covered: GPUs within "
      "their 80 % interval; interval: how far the upper end of the median one is above the prediction. ratio: median "
      "of measured / predicted; pairs: two GPUs that a dataset timed alike; pair error: of their ratio; ordered: those "
      "more than 15 % apart.");
  if (report.tokens) document.append(token_backtest_document(*report.tokens));
  return document;
}

}  // namespace gpuadvisor
