#include "gpuadvisor/scoring/token_rate.hpp"

#include <algorithm>
#include <cmath>

namespace gpuadvisor {
namespace {

// What the reference card reaches, and how engines differ from that (docs/scoring.md#tokens-per-second).
constexpr double k_step_seconds = 0.0017;
constexpr double k_bandwidth = 372;        // GB/s, of 616
constexpr double k_gflops = 34'000;        // per second, of 53,790
constexpr double k_decode_engines = 0.43;  // half the interval of ln rate that holds 80 % of measurements
constexpr double k_prompt_engines = 0.39;

// The part of a step's time that does not shrink when tensors are split over GPUs.
constexpr double k_fixed_part = 0.15;
constexpr double k_least_fixed_part = 0.07;
constexpr double k_most_fixed_part = 0.25;

double split_speedup(int gpus, double fixed_part) { return 1 / (fixed_part + (1 - fixed_part) / gpus); }

/// One GPU's rate as an interval: as far as its index is known, and as engines differ.
TokenRate with_interval(double rate, const Performance& performance, double engines) {
  const double below = std::log(performance.index / performance.low);
  const double above = std::log(performance.high / performance.index);
  return {rate, rate * std::exp(-std::hypot(below, engines)), rate * std::exp(std::hypot(above, engines)),
          performance.basis};
}

/// The rate of several GPUs, given that of one. `in_flight` sequences can be in different GPUs at a time.
TokenRate shared(TokenRate rate, const TokenSetting& setting, int in_flight) {
  if (setting.gpus == 1) return rate;
  if (setting.split == GpuSplit::layers) {
    rate.high *= std::min(setting.gpus, in_flight);  // if no GPU ever waits for another
    return rate;
  }
  rate.middle *= split_speedup(setting.gpus, k_fixed_part);
  rate.high *= split_speedup(setting.gpus, k_least_fixed_part);
  if (setting.is_linked) rate.low *= split_speedup(setting.gpus, k_most_fixed_part);
  return rate;
}

}  // namespace

TokenRate decode_rate(const Performance& decoding, const Performance& prompts, const TokenWork& work,
                      const TokenSetting& setting) {
  const double gigabytes = work.weights.value() + setting.batch * work.keys_values.value();
  const double seconds = (k_step_seconds + gigabytes / k_bandwidth) / decoding.index +
                         (setting.batch - 1) * work.gflops / k_gflops / prompts.index;
  TokenRate rate = shared(with_interval(setting.batch / seconds, decoding, k_decode_engines), setting, setting.batch);
  rate.basis = std::max(decoding.basis, prompts.basis);
  return rate;
}

TokenRate prompt_rate(const Performance& prompts, const TokenWork& work, const TokenSetting& setting) {
  const double rate = k_gflops / work.gflops * prompts.index;
  return shared(with_interval(rate, prompts, k_prompt_engines), setting, setting.gpus);
}

}  // namespace gpuadvisor
