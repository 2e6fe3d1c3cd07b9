#include "gpuadvisor/scoring/token_rate.hpp"
#include "core/contains.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "gpuadvisor/scoring/serving_constants.hpp"

namespace gpuadvisor {
namespace {

/// Engines that split every layer over GPUs, as their documentation says; the others hand over between layers.
constexpr auto k_splits_tensors =
    std::to_array<std::string_view>({"gpt-fast (PyTorch)", "MLC LLM", "TensorRT-LLM", "vLLM"});

/// One GPU's rate as an interval: as far as its index is known, and as engines differ; of a work that nobody timed as
/// far down as serving on GPUs that nobody timed.
TokenRate with_interval(double rate, const Performance& performance, double engines, const TokenWork& work) {
  const double below = std::log(performance.index / performance.low);
  const double above = std::log(performance.high / performance.index);
  const double untried = work.is_untried ? std::log(k_serving_constants.intervals.unmeasured) : 0;
  return {rate, rate * std::exp(-std::hypot(below, engines, untried)), rate * std::exp(std::hypot(above, engines)),
          work.is_untried ? Basis::estimated : performance.basis, std::nullopt};
}

/// What `seconds` of the reference card for the standard network's work come to on a GPU.
PhaseTime phase_time(const PhaseSpeed& speed, double seconds, double standard_work) {
  const double own = seconds / speed.performance.index;
  return {own * (1 - speed.work_share), standard_work / (own * speed.work_share)};
}

double seconds_of(const PhaseTime& time, const TokenWork& work, double amount, const ExpertFactors& experts) {
  const ExpertFactors factors = work.has_experts ? experts : ExpertFactors{};
  return time.overhead_seconds * factors.overhead * work.layers / k_standard_layers + factors.work * amount / time.rate;
}

/// How many GPUs of several can be at work at a time.
int busy_gpus(const TokenSetting& setting) {
  return setting.split == GpuSplit::tensors ? setting.gpus : std::min(setting.gpus, setting.batch);
}

/// One GPU's rate, within what its memory has the bandwidth for; what engines differ by is left below it.
TokenRate below_roof(TokenRate rate, const TokenWork& work, TokenSetting setting, const TokenConstants& constants) {
  setting.gpus = 1;
  const auto roof = writing_roof(work, setting);
  if (!roof) return rate;
  rate.middle = std::min(rate.middle, *roof * constants.roof_share);
  rate.low = std::min(rate.low, rate.middle * std::exp(-constants.writing_engines));
  rate.high = std::min(rate.high, *roof);
  return rate;
}

/// The rate of several GPUs, given that of one. `in_flight` sequences can be in different GPUs at a time.
TokenRate shared(TokenRate rate, const TokenSetting& setting, int in_flight, const TokenConstants& constants) {
  if (setting.gpus == 1) return rate;
  if (setting.split == GpuSplit::layers) {
    rate.high *= std::min(setting.gpus, in_flight);  // if no GPU ever waits for another
    return rate;
  }
  rate.middle *= split_speedup(setting.gpus, constants.fixed.middle);
  rate.low *= split_speedup(setting.gpus, constants.fixed.most);
  rate.high *= split_speedup(setting.gpus, constants.fixed.least);
  return rate;
}

/// The rate of one sequence where a part of what is read for it is in the host's memory.
TokenRate with_host(TokenRate rate, const TokenWork& work, const TokenSetting& setting, const HostShare& share) {
  if (work.on_host <= Gigabytes{0} || !setting.host_bandwidth) return rate;
  const double seconds = work.on_host.value() / setting.host_bandwidth->value();
  const auto slowed = [&](double of_gpus, double reached) { return 1 / (1 / of_gpus + seconds / reached); };
  rate.middle = slowed(rate.middle, share.middle);
  rate.low = slowed(rate.low, share.least);
  rate.high = slowed(rate.high, share.most);
  if (rate.roof) rate.roof = slowed(*rate.roof, 1);
  return rate;
}

}  // namespace

GpuSplit split_of(const Measurement& row) {
  if (row.split) return *row.split == MeasuredSplit::tensors ? GpuSplit::tensors : GpuSplit::layers;
  const bool splits_tensors = contains(k_splits_tensors, row.framework);
  return splits_tensors ? GpuSplit::tensors : GpuSplit::layers;
}

double split_speedup(int gpus, double fixed_part) { return 1 / (fixed_part + (1 - fixed_part) / gpus); }

std::optional<double> writing_roof(const TokenWork& work, const TokenSetting& setting) {
  if (!setting.bandwidth) return std::nullopt;
  const double gigabytes = work.least_share * work.weights.value() + setting.batch * work.keys_values.value();
  return busy_gpus(setting) * (setting.batch * setting.bandwidth->value() / gigabytes);
}

PhaseTime writing_time(const PhaseSpeed& speed, const TokenConstants& constants) {
  return phase_time(speed, constants.step_seconds, k_standard_gigabytes);
}

PhaseTime reading_time(const PhaseSpeed& speed, const TokenConstants& constants) {
  return phase_time(speed, constants.prompt_seconds, k_standard_gflops);
}

double step_seconds(const PhaseSpeed& writing, const PhaseSpeed& reading, const TokenWork& work, int batch,
                    const TokenConstants& constants) {
  const double gigabytes = work.weights.value() + batch * work.keys_values.value();
  const double further = (batch - 1) * work.gflops / reading_time(reading, constants).rate;
  return seconds_of(writing_time(writing, constants), work, gigabytes, constants.writing_experts) + further;
}

double prompt_token_seconds(const PhaseSpeed& reading, const TokenWork& work, const TokenConstants& constants) {
  return seconds_of(reading_time(reading, constants), work, work.gflops, constants.reading_experts);
}

TokenRate decode_rate(const PhaseSpeed& writing, const PhaseSpeed& reading, const TokenWork& work,
                      const TokenSetting& setting, const TokenConstants& constants) {
  const double seconds = step_seconds(writing, reading, work, setting.batch, constants);
  const TokenRate of_one = with_interval(setting.batch / seconds, writing.performance, constants.writing_engines, work);
  TokenRate rate = shared(below_roof(of_one, work, setting, constants), setting, setting.batch, constants);
  rate.basis = std::max(rate.basis, reading.performance.basis);
  rate.roof = writing_roof(work, setting);
  return with_host(rate, work, setting, constants.host);
}

TokenRate prompt_rate(const PhaseSpeed& reading, const TokenWork& work, const TokenSetting& setting,
                      const TokenConstants& constants) {
  const double rate = 1 / prompt_token_seconds(reading, work, constants);
  return shared(with_interval(rate, reading.performance, constants.reading_engines, work), setting, setting.gpus,
                constants);
}

}  // namespace gpuadvisor
