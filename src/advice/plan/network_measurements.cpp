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

/// Loads between a quarter and four times another are alike enough to carry rates over.
constexpr double k_alike = 1.387;  // as ln

/// As ln: what is no further away is the same load.
constexpr double k_same_load = 0.223;

/// Rates of one server at two such loads are as far from what is predicted within this factor, in four of five pairs.
constexpr double k_other_load = 1.3;

/// The largest difference in users, prompts and answers, as ln.
double difference(const ServingLoad& a, const ServingWork& a_work, const ServingLoad& b, const ServingWork& b_work) {
  const auto between = [](double one, double other) { return std::abs(std::log(one / other)); };
  return std::max({between(a.users, b.users), between(a_work.prompt_tokens, b_work.prompt_tokens),
                   between(a_work.answer_tokens, b_work.answer_tokens)});
}

double median_of(const std::vector<double>& sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/// What an engine's measurements say of a job: as published, or carried over to it.
struct RateReading {
  const Measurement* row = nullptr;
  double value = 0;
};

MeasuredRate rate_of(const std::vector<RateReading>& readings) {
  MeasuredRate rate;
  rate.engine = readings.front().row->framework;
  Day newest = readings.front().row->published.last_day();
  for (const auto& [row, value] : readings) newest = std::max(newest, row->published.last_day());
  std::vector<double> values;
  for (const auto& [row, value] : readings) {
    if (row->published.last_day() < months_before(newest, k_superseded_months)) continue;
    values.push_back(value);
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

NetworkMeasurements::NetworkMeasurements(const Network& network, const Benchmarks& benchmarks, const Catalog& catalog)
    : m_storage(benchmarks.storage) {
  if (network.id.empty()) return;
  std::map<std::string_view, std::optional<NamedModel>> models;  // by the words for them; without others
  const auto model_of = [&](std::string_view words) {
    const auto [at, is_new] = models.try_emplace(words);
    if (!is_new) return at->second;
    const auto model = named_model(words, catalog);
    if (model && is_tuned_alike(*model->network, network)) at->second = model;
    return at->second;
  };
  for (const Measurement& row : benchmarks.measurements) {
    if (catalog.as_of() && catalog.known_on(row.published) > *catalog.as_of()) continue;
    const bool is_rate = is_token_rate(row) && is_in_use(engine_of(row.framework));
    const auto engine = row.workload == k_serving_workload ? serving_engine(row.framework) : std::nullopt;
    const Gpu* const gpu = engine ? catalog.gpu(row.gpu) : nullptr;
    const auto model = is_rate || gpu != nullptr ? model_of(row.model) : std::nullopt;
    if (!model) continue;
    if (const auto served = gpu != nullptr ? measured_serving(row, *model) : std::nullopt) {
      const ServingLoad load{served->users, *engine, served->power_limit};
      const auto predicted = serving_rate(*gpu, served->work, load, measured_layout(row, served->copies));
      if (predicted) m_served.push_back({row, model->weights.id, served->work, load, *predicted});
      continue;
    }
    const MemoryJob job = measured_job(row, *model);
    if (!is_rate || !writes_tokens(network, job)) continue;
    const bool is_prompt = row.workload == k_prompt_workload;
    m_rows.push_back({row, model->weights.id, job.batch, amount_of(token_work(network, job), is_prompt, job.batch)});
  }
}

std::optional<MeasuredRate> NetworkMeasurements::rate(const Gpu& gpu, const WeightFormat& weights,
                                                      std::string_view workload, const TokenSetting& setting,
                                                      const TokenWork& work) const {
  const double asked = amount_of(work, workload == k_prompt_workload, setting.batch);
  std::map<std::string_view, std::vector<RateReading>> by_engine;
  for (const auto& [row, format, batch, amount] : m_rows) {
    const bool is_so_split = setting.gpus == 1 || split_of(row) == setting.split;
    const bool is_as_long = std::abs(std::log(amount / asked)) < k_same_work;
    if (row.gpu == gpu.id && format == weights.id && row.gpu_count == setting.gpus && row.workload == workload &&
        batch == setting.batch && is_so_split && is_as_long) {
      by_engine[row.framework].push_back({&row, row.value});
    }
  }
  std::optional<MeasuredRate> best;
  for (const auto& [engine, readings] : by_engine) {
    MeasuredRate rate = rate_of(readings);
    if (!best || rate.median > best->median) best = std::move(rate);
  }
  return best;
}

std::optional<MeasuredRate> NetworkMeasurements::served(const Gpu& gpu, const WeightFormat& weights,
                                                        const ServingWork& work, const ServingLoad& load,
                                                        const ServingRate& predicted) const {
  std::vector<RateReading> alike;   // as asked
  std::vector<RateReading> scaled;  // from other loads
  for (const ServedRow& one : m_served) {
    const ServingLayout& layout = one.predicted.layout;
    const double away = difference(load, work, one.load, one.work);
    const bool is_meant = one.measurement.gpu == gpu.id && one.weights == weights.id &&
                          one.load.engine == load.engine && layout.tensors == predicted.layout.tensors &&
                          layout.stages == predicted.layout.stages;
    if (!is_meant || away > k_alike) continue;
    const bool is_asked = away <= k_same_load && layout.replicas == predicted.layout.replicas;
    const double measured = one.measurement.value * one.measurement.gpu_count;
    (is_asked ? alike : scaled).push_back({&one.measurement, measured / one.predicted.together * predicted.together});
  }
  const std::vector<RateReading>& readings = alike.empty() ? scaled : alike;
  if (readings.empty()) return std::nullopt;
  MeasuredRate rate = rate_of(readings);
  rate.is_scaled = alike.empty();
  if (!rate.is_scaled) return rate;
  rate.low = std::min(rate.low, rate.median / k_other_load);
  rate.high = std::max(rate.high, rate.median * k_other_load);
  return rate;
}

}  // namespace gpuadvisor
