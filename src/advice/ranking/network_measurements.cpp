#include "gpuadvisor/advice/network_measurements.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "sizing/named_model.hpp"

namespace gpuadvisor {
namespace {

/// Half a range at least, as a part of the median: what the same machine measures differs by as much from day to day.
constexpr double k_least_spread = 0.05;

bool is_of_tokens(const Measurement& row) {
  return (row.workload == k_decode_workload || row.workload == k_prompt_workload) &&
         row.kind == MeasurementKind::throughput && row.basis == MeasurementBasis::measured;
}

double median_of(const std::vector<double>& sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

MeasuredRate rate_of(const std::vector<const Measurement*>& rows) {
  MeasuredRate rate;
  rate.engine = rows.front()->framework;
  std::vector<double> values;
  for (const Measurement* row : rows) {
    values.push_back(row->value);
    rate.measurements += row->submissions;
    if (std::find(rate.sources.begin(), rate.sources.end(), row->source) == rate.sources.end()) {
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
  std::map<std::string_view, int> batches;  // by the words for a model; 0: another network or format
  const auto batch_of = [&](std::string_view words) {
    const auto [at, is_new] = batches.try_emplace(words, 0);
    if (!is_new) return at->second;
    const auto model = named_model(words, catalog);
    if (model && model->network->id == network.id && model->weights.id == weights.id) at->second = model->batch;
    return at->second;
  };
  for (const Measurement& row : benchmarks.measurements) {
    if (!is_of_tokens(row)) continue;
    if (catalog.as_of() && catalog.known_on(row.published) > *catalog.as_of()) continue;
    if (const int batch = batch_of(row.model); batch > 0) m_rows.push_back({row, batch});
  }
}

std::optional<MeasuredRate> NetworkMeasurements::rate(const Gpu& gpu, std::string_view workload,
                                                      const TokenSetting& setting) const {
  std::map<std::string_view, std::vector<const Measurement*>> by_engine;
  for (const auto& [row, batch] : m_rows) {
    const bool is_so_split = setting.gpus == 1 || split_of(row.framework) == setting.split;
    if (row.gpu == gpu.id && row.gpu_count == setting.gpus && row.workload == workload && batch == setting.batch &&
        is_so_split) {
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
