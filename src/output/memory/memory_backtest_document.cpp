#include "memory_backtest_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_worst_shown = 10;

std::string percent(double part) { return fmt::format("{:.1f} %", 100 * part); }

std::string interval_text(const MemorySpread& spread) {
  return fmt::format("{:.2f} to {:.2f}", spread.low, spread.high);
}

Table group_table(const MemoryBacktest& backtest) {
  Table table{{{"jobs"},
               {"n", true},
               {"sources", true},
               {"median", true},
               {"p90", true},
               {"interval"},
               {"inside", true},
               {"others", true}},
              {}};
  for (const MemoryGroupResult& result : backtest.groups) {
    table.rows.push_back({std::string(enum_name(result.group)), std::to_string(result.values),
                          std::to_string(result.sources), percent(result.median_error), percent(result.p90_error),
                          interval_text(result.spread), std::to_string(result.inside),
                          result.sources > 1 ? std::to_string(result.inside_of_others) : "-"});
  }
  return table;
}

Table picture_table(const MemoryBacktest& backtest) {
  Table table{{{"pictures"},
               {"values", true},
               {"models", true},
               {"sources", true},
               {"median error", true},
               {"p90", true},
               {"in the interval", true}},
              {}};
  for (const PictureResult& result : backtest.pictures) {
    table.rows.push_back({std::string(enum_name(result.task)), std::to_string(result.values),
                          std::to_string(result.networks), std::to_string(result.sources), percent(result.median_error),
                          percent(result.p90_error), std::to_string(result.inside)});
  }
  return table;
}

Table batch_table(const MemoryBacktest& backtest) {
  Table table{{{"model"}, {"cells", true}, {"within a factor of 2", true}, {"predicted / found", true}}, {}};
  for (const BatchResult& result : backtest.batches) {
    table.rows.push_back({std::string(result.network->name), std::to_string(result.cells),
                          std::to_string(result.within_two), fmt::format("{:.2f}", result.median_ratio)});
  }
  return table;
}

std::vector<MemoryCase> worst_of_all(const MemoryBacktest& backtest) {
  std::vector<MemoryCase> worst;
  for (const MemoryGroupResult& result : backtest.groups) {
    worst.insert(worst.end(), result.worst.begin(), result.worst.end());
  }
  std::stable_sort(worst.begin(), worst.end(),
                   [](const MemoryCase& a, const MemoryCase& b) { return std::abs(a.error) > std::abs(b.error); });
  worst.resize(std::min(worst.size(), k_worst_shown));
  return worst;
}

void add_worst(Document& document, const MemoryBacktest& backtest) {
  Table table{{{"error", true}, {"measured", true}, {"model"}, {"job", false, true}, {"dataset"}}, {}};
  std::vector<const MemoryDataset*> datasets;
  for (const MemoryCase& one : worst_of_all(backtest)) {
    const MemoryMeasurement& measurement = *one.measurement;
    table.rows.push_back({fmt::format("{:+.0f} %", 100 * one.error), rounded(measurement.memory.value()) + " GB",
                          std::string(measurement.network->name), job_text(measurement),
                          std::string(measurement.dataset->id)});
    if (!contains(datasets, measurement.dataset)) datasets.push_back(measurement.dataset);
  }
  document.table(std::move(table), 2).gap();
  for (const MemoryDataset* dataset : datasets) {
    document.paragraph(fmt::format("{}: {}.", dataset->id, dataset->note));
  }
}

std::string fit_text(const FitResult& fit) {
  return fmt::format(
      "Of {} jobs that ran, {} are answered \"fits\" or \"tight\" for that card, {} for it or the next larger one; {} "
      "are uncertain there. Of {} that did not fit, {} are answered \"fits\", {} \"tight\".",
      fit.fitting, fit.fitting_found_there, fit.fitting_found, fit.fitting_possible, fit.failing,
      fit.failing_called_fit, fit.failing_called_tight);
}

std::string mistaken_text(const FitResult& fit) {
  std::vector<std::string> jobs;
  jobs.reserve(fit.mistaken.size());
  for (const FitCase& one : fit.mistaken) {
    jobs.push_back(fmt::format("{} ({}, batch {}, {} cards of {:g} GB, {})", one.network->name, enum_name(one.job.task),
                               one.job.batch, one.job.gpus, one.card.value(), one.dataset->id));
  }
  return jobs.empty() ? ""
                      : fmt::format("Wrongly answered \"fits\": {}.",
                                    joined(std::vector<std::string_view>(jobs.begin(), jobs.end()), ", "));
}

std::string left_out_text(const MemoryBacktest& backtest) {
  if (backtest.networks_left_out.empty()) return "";
  return fmt::format("Left out, because their layers are not known: {}.",
                     joined(mapped(backtest.networks_left_out, &Network::name), ", "));
}

}  // namespace

std::string job_text(const MemoryMeasurement& measurement) {
  const MemoryJob& job = measurement.job;
  std::string text =
      fmt::format("{}, {}, batch {}, {} tokens", enum_name(job.task), job.weights.id, job.batch, job.tokens);
  if (job.gpus > 1) text += fmt::format(", {} cards", job.gpus);
  return text;
}

Document document_of(const MemoryBacktestReport& report) {
  const MemoryBacktest& backtest = report.backtest;
  Document document;
  document.heading("Memory needed, of sources left out of the fit").table(group_table(backtest), 2);
  document.heading("Of pictures, without the source of two constants").table(picture_table(backtest), 2);
  document.heading("Largest batch in training, of sources left out of the fit").table(batch_table(backtest), 2).gap();
  document.paragraph(fit_text(backtest.fit)).paragraph(mistaken_text(backtest.fit)).paragraph(left_out_text(backtest));
  document.heading("The largest errors, and what limits the datasets that they are in");
  add_worst(document, backtest);
  return document.gap().paragraph(
      fmt::format("Fitted to all: factors of {:.2f} on activations of layers with fused attention, {:.2f} with stored "
                  "scores, {:.2f} on outputs of convolutions, {:.2f} on Unsloth's live layer. Errors are predicted / "
                  "measured - 1. An interval is of measured / predicted, each source weighing the same, and holds 80 % "
                  "of them; inside: values within it; others: within the interval of all other sources.",
                  backtest.constants.fused_layers, backtest.constants.stored_layers, backtest.constants.convolutions,
                  backtest.constants.offloaded_layers));
}

}  // namespace gpuadvisor
