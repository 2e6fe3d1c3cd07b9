#include "gpuadvisor/advice/token_speed.hpp"

#include <utility>

namespace gpuadvisor {
namespace {

/// Of the speeds in 16 bits, which those of inference are. Nothing in a catalog without the workload or its speeds.
std::optional<PerformanceIndex> index_of(std::string_view workload, const Catalog& catalog) {
  std::optional<PerformanceIndex> index;
  if (const Workload* found = catalog.workload(workload)) index.emplace(catalog, *found, ScorePrecision::fp16);
  if (index && !index->is_known()) index.reset();
  return index;
}

}  // namespace

TokenSpeed::TokenSpeed(const Network& network, const MemoryJob& job, const Catalog& catalog,
                       const NetworkMeasurements* measured)
    : m_batch(job.batch), m_measured(measured) {
  if (!writes_tokens(network, job)) return;
  MemoryJob alone = job;
  alone.batch = 1;
  m_work = token_work(network, job);
  m_work_alone = token_work(network, alone);
  m_decoding = index_of(k_decode_workload, catalog);
  m_prompts = index_of(k_prompt_workload, catalog);
}

NetworkRate TokenSpeed::told(const TokenRate& predicted, const Gpu& gpu, std::string_view workload,
                             const TokenSetting& setting) const {
  NetworkRate rate{predicted, predicted,
                   m_measured != nullptr ? m_measured->rate(gpu, workload, setting) : std::nullopt};
  if (!rate.measured) return rate;
  rate.middle = rate.measured->median;
  rate.low = rate.measured->low;
  rate.high = rate.measured->high;
  rate.basis = Basis::measured;
  return rate;
}

bool TokenSpeed::is_known() const { return m_decoding && m_prompts; }

std::optional<TokenRates> TokenSpeed::rates(const Gpu& gpu, int count) const {
  if (!is_known()) return std::nullopt;
  auto decoding = m_decoding->performance(gpu);
  auto prompts = m_prompts->performance(gpu);
  if (!decoding || !prompts) return std::nullopt;
  TokenRates rates;
  rates.bandwidth = memory_bandwidth_per_device(gpu);
  const TokenSetting alone{.gpus = count, .bandwidth = rates.bandwidth};
  TokenSetting setting = alone;
  setting.batch = m_batch;
  const auto written = [&](const TokenWork& work, const TokenSetting& by) {
    return told(gpuadvisor::decode_rate(*decoding, *prompts, work, by), gpu, k_decode_workload, by);
  };
  rates.alone = written(m_work_alone, alone);
  rates.together = written(m_work, setting);
  rates.prompt = told(gpuadvisor::prompt_rate(*prompts, m_work, setting), gpu, k_prompt_workload, setting);
  if (count > 1) {
    setting.split = GpuSplit::tensors;
    rates.tensors_split = written(m_work, setting);
  }
  rates.decoding = std::move(*decoding);
  rates.prompts = std::move(*prompts);
  return rates;
}

std::optional<NetworkRate> TokenSpeed::decode_rate(const Gpu& gpu, int count) const {
  const auto all = rates(gpu, count);
  return all ? std::optional(all->together) : std::nullopt;
}

std::optional<NetworkRate> TokenSpeed::prompt_rate(const Gpu& gpu, int count) const {
  const auto all = rates(gpu, count);
  return all ? std::optional(all->prompt) : std::nullopt;
}

}  // namespace gpuadvisor
