#include "memory_backtest_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "gpuadvisor/formats/json_writer.hpp"
#include "output/phrases/catalog_json.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

constexpr std::size_t k_worst_shown = 10;

std::string percent(double part) { return fmt::format("{:.1f} %", 100 * part); }

std::string interval_text(const MemorySpread& spread) {
  return fmt::format("{:.2f} to {:.2f}", spread.low, spread.high);
}

/// "lora, batch 4, 1024 tokens".
std::string job_text(const MemoryMeasurement& measurement) {
  const MemoryJob& job = measurement.job;
  std::string text =
      fmt::format("{}, {}, batch {}, {} tokens", enum_name(job.task), job.weights.id, job.batch, job.tokens);
  if (job.gpus > 1) text += fmt::format(", {} cards", job.gpus);
  return text;
}

Table task_table(const MemoryBacktest& backtest) {
  Table table{
      {{"task"}, {"values", true}, {"networks", true}, {"median error", true}, {"p90", true}, {"measured / predicted"}},
      {}};
  for (const MemoryTaskResult& result : backtest.tasks) {
    table.rows.push_back({std::string(enum_name(result.task)), std::to_string(result.values),
                          std::to_string(result.networks), percent(result.median_error), percent(result.p90_error),
                          interval_text(result.spread)});
  }
  return table;
}

Table batch_table(const MemoryBacktest& backtest) {
  Table table{{{"network"}, {"cells", true}, {"within a factor of 2", true}, {"predicted / found", true}}, {}};
  for (const BatchResult& result : backtest.batches) {
    table.rows.push_back({std::string(result.network->name), std::to_string(result.cells),
                          std::to_string(result.within_two), fmt::format("{:.2f}", result.median_ratio)});
  }
  return table;
}

std::vector<MemoryCase> worst_of_all(const MemoryBacktest& backtest) {
  std::vector<MemoryCase> worst;
  for (const MemoryTaskResult& result : backtest.tasks) {
    worst.insert(worst.end(), result.worst.begin(), result.worst.end());
  }
  std::stable_sort(worst.begin(), worst.end(),
                   [](const MemoryCase& a, const MemoryCase& b) { return std::abs(a.error) > std::abs(b.error); });
  worst.resize(std::min(worst.size(), k_worst_shown));
  return worst;
}

std::string worst_text(const MemoryBacktest& backtest, const Page& page) {
  Table table{{{"error", true}, {"measured", true}, {"network"}, {"job", false, true}, {"dataset"}}, {}};
  std::vector<const MemoryDataset*> datasets;
  for (const MemoryCase& one : worst_of_all(backtest)) {
    const MemoryMeasurement& measurement = *one.measurement;
    table.rows.push_back({fmt::format("{:+.0f} %", 100 * one.error), rounded(measurement.memory.value()) + " GB",
                          std::string(measurement.network->name), job_text(measurement),
                          std::string(measurement.dataset->id)});
    if (std::find(datasets.begin(), datasets.end(), measurement.dataset) == datasets.end()) {
      datasets.push_back(measurement.dataset);
    }
  }
  std::string text = render(table, page, true, 2) + '\n';
  for (const MemoryDataset* dataset : datasets) {
    text += wrapped(fmt::format("{}: {}.", dataset->id, dataset->note), page.width);
  }
  return text;
}

std::string fit_text(const FitResult& fit, std::size_t width) {
  return wrapped(fmt::format("Of {} jobs that ran, {} are answered \"fits\" or \"tight\" on that card, {} on it or the "
                             "next larger one. Of {} that did not fit, {} are answered \"fits\", {} \"tight\".",
                             fit.fitting, fit.fitting_found_there, fit.fitting_found, fit.failing,
                             fit.failing_called_fit, fit.failing_called_tight),
                 width);
}

std::string left_out_text(const MemoryBacktest& backtest, std::size_t width) {
  if (backtest.networks_left_out.empty()) return "";
  std::string names;
  for (const Network* network : backtest.networks_left_out) {
    names += (names.empty() ? "" : ", ") + std::string(network->name);
  }
  return wrapped("Without a shape to work from, and left out: " + names + ".", width);
}

void write_spread(JsonWriter& json, std::string_view key, const MemorySpread& spread) {
  json.key(key).begin_object(Layout::one_line).key("low").number(spread.low).key("high").number(spread.high);
  json.end_object();
}

void write_worst(JsonWriter& json, const MemoryTaskResult& result) {
  json.key("worst").begin_array();
  for (const MemoryCase& one : result.worst) {
    const MemoryMeasurement& measurement = *one.measurement;
    json.begin_object(Layout::one_line).key("network").text(measurement.network->id);
    json.key("job").text(job_text(measurement)).key("measured_gb").number(measurement.memory.value());
    json.key("predicted_gb").number(one.predicted.value()).key("error").number(one.error);
    json.key("dataset").text(measurement.dataset->id).key("reason").text(measurement.dataset->note).end_object();
  }
  json.end_array();
}

void write_fit(JsonWriter& json, const FitResult& fit) {
  json.key("fit").begin_object(Layout::one_line);
  json.key("fitting").number(fit.fitting).key("fitting_found").number(fit.fitting_found);
  json.key("fitting_found_there").number(fit.fitting_found_there).key("failing").number(fit.failing);
  json.key("failing_called_fit").number(fit.failing_called_fit);
  json.key("failing_called_tight").number(fit.failing_called_tight).end_object();
}

void write_batches(JsonWriter& json, const MemoryBacktest& backtest) {
  json.key("largest_batches").begin_array();
  for (const BatchResult& result : backtest.batches) {
    json.begin_object(Layout::one_line).key("network").text(result.network->id).key("cells").number(result.cells);
    json.key("within_factor_2").number(result.within_two).key("median_ratio").number(result.median_ratio);
    json.end_object();
  }
  json.end_array().key("networks_left_out").begin_array(Layout::one_line);
  for (const Network* network : backtest.networks_left_out) json.text(network->id);
  json.end_array();
}

}  // namespace

std::string memory_backtest_table(const MemoryBacktestReport& report, const Page& page) {
  const MemoryBacktest& backtest = report.backtest;
  std::string text = emphasised("Memory needed, of networks left out of the fit\n", Style::bold, page);
  text += render(task_table(backtest), page, true, 2) + '\n';
  text += emphasised("Largest batch in training, of networks left out of the fit\n", Style::bold, page);
  text += render(batch_table(backtest), page, true, 2) + '\n';
  text += fit_text(backtest.fit, page.width) + left_out_text(backtest, page.width) + '\n';
  text += emphasised("The largest errors, and what limits the datasets that they are in\n", Style::bold, page);
  text += worst_text(backtest, page) + '\n';
  return text + wrapped(fmt::format("Fitted to all: factors of {:.2f} on activations of layers with fused attention, "
                                    "{:.2f} with stored scores, {:.2f} on outputs of convolutions. Usable memory is "
                                    "{} times what a largest batch needs. Errors are predicted / measured - 1; "
                                    "intervals hold 80 %.",
                                    backtest.constants.fused_layers, backtest.constants.stored_layers,
                                    backtest.constants.convolutions, interval_text(backtest.train_spread)),
                        page.width);
}

std::string memory_backtest_json(const MemoryBacktestReport& report) {
  const MemoryBacktest& backtest = report.backtest;
  JsonWriter json;
  json.begin_object();
  write_preamble(json, "memory backtest", report.catalog, report.catalog_version);
  json.key("query").begin_object(Layout::one_line).key("left_out").text("network").end_object();
  json.key("results").begin_array();
  for (const MemoryTaskResult& result : backtest.tasks) {
    json.begin_object().key("task").text(enum_name(result.task)).key("values").number(result.values);
    json.key("networks").number(result.networks).key("median_error").number(result.median_error);
    json.key("p90_error").number(result.p90_error);
    write_spread(json, "measured_to_predicted", result.spread);
    write_worst(json, result);
    json.end_object();
  }
  json.end_array();
  write_batches(json, backtest);
  write_spread(json, "usable_to_needed", backtest.train_spread);
  write_fit(json, backtest.fit);
  json.key("constants").begin_object(Layout::one_line);
  json.key("fused_layers").number(backtest.constants.fused_layers);
  json.key("stored_layers").number(backtest.constants.stored_layers);
  json.key("convolutions").number(backtest.constants.convolutions).end_object();
  json.key("warnings");
  write_warnings(json, {});
  json.end_object();
  return json.take();
}

}  // namespace gpuadvisor
