#include "gpuadvisor/advice/token_speed.hpp"

#include <algorithm>

#include "phase_speed.hpp"
#include "sizing/serving_work.hpp"

namespace gpuadvisor {
namespace {

/// The time of GPUs one after the other, as rates tell it.
class Seconds {
 public:
  void add(const TokenRate& rate, double part) {
    m_middle += part / rate.middle;
    m_low += part / rate.low;
    m_high += part / rate.high;
    m_roof += rate.roof ? part / *rate.roof : 0;
    m_basis = std::max(m_basis, rate.basis);
  }

  [[nodiscard]] NetworkRate rate() const {
    const TokenRate rate{1 / m_middle, 1 / m_low, 1 / m_high, m_basis,
                         m_roof > 0 ? std::optional(1 / m_roof) : std::nullopt};
    return {rate, rate, std::nullopt};
  }

 private:
  double m_middle = 0;
  double m_low = 0;
  double m_high = 0;
  double m_roof = 0;
  Basis m_basis = Basis::measured;
};

TokenRate rate_of(const ServingRate& serving) {
  return {serving.together, serving.low, serving.high, Basis::estimated, std::nullopt};
}

/// As it was measured, where it was.
NetworkRate as_measured(const TokenRate& predicted, const std::optional<MeasuredRate>& measured) {
  NetworkRate rate{predicted, predicted, measured};
  if (!measured) return rate;
  rate.middle = measured->median;
  rate.low = measured->low;
  rate.high = measured->high;
  rate.basis = measured->is_scaled ? Basis::scaled : Basis::measured;
  return rate;
}

}  // namespace

TokenSpeed::TokenSpeed(const Network& network, const MemoryJob& job, const Catalog& catalog,
                       const NetworkMeasurements* measured)
    : m_network(network), m_job(job), m_measured(measured) {
  if (!writes_tokens(network, job)) return;
  m_work = token_work(network, job);
  if (job.batch > 1) m_serving = serving_work(network, job, prompt_of(job), job.tokens - prompt_of(job));
  m_decoding = index_of(k_decode_workload, catalog);
  m_prompts = index_of(k_prompt_workload, catalog);
}

NetworkRate TokenSpeed::told(const TokenRate& predicted, const Gpu& gpu, std::string_view workload,
                             const TokenSetting& setting, const TokenWork& work) const {
  return as_measured(
      predicted, m_measured == nullptr ? std::nullopt : m_measured->rate(gpu, m_job.weights, workload, setting, work));
}

ServingLoad TokenSpeed::load(int users) const {
  return {.users = users, .engine = m_job.engine == Engine::llama_cpp ? ServingEngine::llama_cpp : ServingEngine::vllm};
}

bool TokenSpeed::is_known() const { return m_decoding && m_prompts; }

std::optional<TokenRates> TokenSpeed::rates(const Gpu& gpu, const Placement& placement) const {
  if (!is_known()) return std::nullopt;
  const auto writing = phase_speed(*m_decoding, gpu, k_token_constants.step_work);
  const auto reading = phase_speed(*m_prompts, gpu, k_token_constants.prompt_work);
  if (!writing || !reading) return std::nullopt;
  const bool is_on_gpu = placement.layers_on_host == 0;
  MemoryJob job = m_job;
  job.layers_on_host = placement.layers_on_host;
  job.batch = placement.sequences.value_or(job.batch);
  const bool is_as_asked = is_on_gpu && job.batch == m_job.batch;
  TokenRates rates;
  rates.work = is_as_asked ? m_work : token_work(m_network, job);
  rates.sequences = job.batch;
  rates.bandwidth = memory_bandwidth_per_device(gpu);
  const bool is_split = placement.gpus > 1 && is_on_gpu;
  if (is_split && job.engine == Engine::server) rates.split = GpuSplit::tensors;
  TokenSetting setting{.batch = job.batch, .gpus = placement.gpus, .split = rates.split, .bandwidth = rates.bandwidth};
  if (const auto host = placement.host ? placement.host : job.host) setting.host_bandwidth = host->bandwidth;
  const auto written = [&](const TokenWork& work, const TokenSetting& by) {
    const TokenRate predicted = gpuadvisor::decode_rate(*writing, *reading, work, by);
    return is_on_gpu ? told(predicted, gpu, k_decode_workload, by, work)
                     : NetworkRate{predicted, predicted, std::nullopt};
  };
  rates.together = written(rates.work, setting);
  rates.alone = rates.together;
  if (job.batch > 1) {
    TokenSetting alone = setting;
    alone.batch = job.batch = 1;
    rates.alone = written(token_work(m_network, job), alone);
  }
  const auto read = [&](const TokenSetting& by) {
    return told(gpuadvisor::prompt_rate(*reading, rates.work, by), gpu, k_prompt_workload, by, rates.work);
  };
  if (is_on_gpu) rates.prompt = read(setting);
  if (is_split && rates.split == GpuSplit::layers) {
    setting.split = GpuSplit::tensors;
    rates.tensors_split = written(rates.work, setting);
    rates.prompt_tensors_split = read(setting);
  }
  if (is_on_gpu && rates.sequences > 1 && !placement.is_share) {
    const ServingLoad asked = load(rates.sequences);
    rates.serving = m_serving ? best_serving_rate(gpu, placement.gpus, *m_serving, asked) : std::nullopt;
    if (!rates.serving) return std::nullopt;
    rates.split = rates.serving->layout.stages > 1 ? GpuSplit::layers : GpuSplit::tensors;
    const TokenRate predicted = rate_of(*rates.serving);
    if (m_job.queues) {
      rates.together = as_measured(
          predicted, m_measured == nullptr ? std::nullopt
                                           : m_measured->served(gpu, m_job.weights, *m_serving, asked, *rates.serving));
    } else {
      rates.together = told(predicted, gpu, k_decode_workload, setting, rates.work);
      const bool is_slower = rates.together.middle < rates.alone.middle;  // whose prompts are not counted
      if (is_slower) rates.together = rates.alone;
    }
    rates.tensors_split.reset();
    rates.prompt_tensors_split.reset();
  }
  rates.writing = *writing;
  rates.reading = *reading;
  return rates;
}

std::optional<TokenRates> TokenSpeed::shared_rates(std::span<const GpuShare> gpus, const Placement& placement) const {
  int layers = 0;
  for (const GpuShare& share : gpus) layers += share.layers;
  std::optional<TokenRates> all;
  Seconds together;
  Seconds alone;
  Seconds prompt;
  for (const GpuShare& share : gpus) {
    all = rates(*share.gpu, {.layers_on_host = placement.layers_on_host, .host = placement.host, .is_share = true});
    if (!all) return std::nullopt;
    const double part = static_cast<double>(share.layers) / layers;
    together.add(all->together.predicted, part);
    alone.add(all->alone.predicted, part);
    if (all->prompt) prompt.add(all->prompt->predicted, part);
  }
  if (!all) return std::nullopt;
  all->together = together.rate();
  all->alone = alone.rate();
  if (all->prompt) all->prompt = prompt.rate();
  return all;
}

std::optional<NetworkRate> TokenSpeed::decode_rate(const Gpu& gpu, const Placement& placement) const {
  const auto all = rates(gpu, placement);
  return all ? std::optional(all->together) : std::nullopt;
}

}  // namespace gpuadvisor
