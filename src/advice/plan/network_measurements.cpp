#include "gpuadvisor/advice/network_measurements.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "catalog/records/typed_network.hpp"
#include "core/contains.hpp"
#include "gpuadvisor/sizing/network_work.hpp"
#include "sizing/measured_tokens.hpp"

namespace gpuadvisor {
namespace {

/// Half a range at least, as a part of the median: what the same machine measures differs by as much from day to day.
constexpr double k_least_spread = 0.05;

/// What an engine reached so long before it was last measured is superseded.
constexpr int k_superseded_months = 6;

/// As ln: sequences are as long as those asked for where their tokens take about as much work.
constexpr double k_same_work = 0.1;

/// What a phase's time goes with: bytes read to write a token of each sequence, or operations for one that is read.
double amount_of(const TokenWork& work, bool is_prompt, int batch) {
  return is_prompt ? work.gflops : work.weights.value() + batch * work.keys_values.value();
}

double median_of(const std::vector<double>& sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

MeasuredRate rate_of(const std::vector<const Measurement*>& rows) {
  MeasuredRate rate;
  rate.engine = rows.front()->framework;
  Day newest = rows.front()->published.last_day();
  for (const Measurement* row : rows) newest = std::max(newest, row->published.last_day());
  std::vector<double> values;
  for (const Measurement* row : rows) {
    if (row->published.last_day() < months_before(newest, k_superseded_months)) continue;
    values.push_back(row->value);
    rate.measurements += row->submissions;
    if (!contains(rate.sources, row->source)) {
      rate.sources.push_back(row->source);
    }
  }
  std::sort(values.begin(), values.end());
  rate.median = median_of(values);
  rate.low = std::min(values.front(), rate.median * (1 - k_least_spread));
  rate.high = std::max(values.back(), rate.median * (1 + k_least_spread));
  return rate;
}

}  // namespace

NetworkMeasurements::NetworkMeasurements(const Network& network, const WeightFormat& weights,
                                         const Benchmarks& benchmarks, const Catalog& catalog)
    : m_storage(benchmarks.storage) {
  if (network.id.empty() || weights.id.empty()) return;
  std::map<std::string_view, std::optional<NamedModel>> models;  // by the words for them; without others
  const auto model_of = [&](std::string_view words) {
    const auto [at, is_new] = models.try_emplace(words);
    if (!is_new) return at->second;
    const auto model = named_model(words, catalog);
    if (model && is_tuned_alike(*model->network, network) && model->weights.id == weights.id) at->second = model;
    return at->second;
  };
  for (const Measurement& row : benchmarks.measurements) {
    if (!is_token_rate(row) || !is_in_use(engine_of(row.framework))) continue;
    if (catalog.as_of() && catalog.known_on(row.published) > *catalog.as_of()) continue;
    const auto model = model_of(row.model);
    if (!model) continue;
    const MemoryJob job = measured_job(row, *model);
    if (!writes_tokens(network, job)) continue;
    const bool is_prompt = row.workload == k_prompt_workload;
    m_rows.push_back({row, job.batch, amount_of(token_work(network, job), is_prompt, job.batch)});
  }
}

std::optional<MeasuredRate> NetworkMeasurements::rate(const Gpu& gpu, std::string_view workload,
                                                      const TokenSetting& setting, const TokenWork& work) const {
  const double asked = amount_of(work, workload == k_prompt_workload, setting.batch);
  std::map<std::string_view, std::vector<const Measurement*>> by_engine;
  for (const auto& [row, batch, amount] : m_rows) {
    const bool is_so_split = setting.gpus == 1 || split_of(row) == setting.split;
    const bool is_as_long = std::abs(std::log(amount / asked)) < k_same_work;
    if (row.gpu == gpu.id && row.gpu_count == setting.gpus && row.workload == workload && batch == setting.batch &&
        is_so_split && is_as_long) {
      by_engine[row.framework].push_back(&row);
    }
  }
  std::optional<MeasuredRate> best;
  for (const auto& [engine, rows] : by_engine) {
    MeasuredRate rate = rate_of(rows);
    if (!best || rate.median > best->median) best = std::move(rate);
  }
  return best;
}

}  // namespace gpuadvisor
