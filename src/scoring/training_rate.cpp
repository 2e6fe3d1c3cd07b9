#include "gpuadvisor/scoring/training_rate.hpp"

#include <algorithm>
#include <cmath>

#include "gpuadvisor/scoring/serving_rate.hpp"

namespace gpuadvisor {
namespace {

const TrainingShares& shares_of(TrainingStack stack, const TrainingConstants& constants) {
  return constants.stacks[static_cast<std::size_t>(stack)];
}

double interval_of(const TrainingWork& work, const TrainingShares& shares) {
  if (work.has_experts) return shares.expert_interval;
  return work.trains_adapters ? shares.adapter_interval : shares.interval;
}

}  // namespace

std::optional<Teraflops> matrix_rate(const Gpu& gpu) {
  if (gpu.matmul) return gpu.matmul;
  const auto units = std::max(gpu.bf16_tensor, gpu.fp16_tensor);
  const auto peak = units ? units : std::max(gpu.fp16_vector, gpu.fp32);
  return peak ? std::optional(*peak * matrix_share(gpu)) : std::nullopt;
}

double training_share(const TrainingWork& work, TrainingStack stack, const TrainingConstants& constants) {
  const TrainingShares& shares = shares_of(stack, constants);
  const double whole = work.has_experts ? (work.trains_adapters ? shares.expert_adapters : shares.experts)
                                        : (work.trains_adapters ? shares.adapters : shares.weights);
  return whole * std::pow(std::min(work.step_tokens / constants.full_step, 1.0), shares.small_step);
}

std::optional<TokenRate> training_rate(const Gpu& gpu, int gpus, const TrainingWork& work, TrainingStack stack,
                                       const TrainingConstants& constants) {
  const auto one = matrix_rate(gpu);
  const bool is_fitted = gpu.vendor == "nvidia" || gpu.vendor == "amd";
  if (!one || !is_fitted || (stack == TrainingStack::tuned_fp8 && !gpu.fp8)) return std::nullopt;
  constexpr double k_giga_in_tera = 1000;
  const double together = gpus * std::pow(constants.each_doubling, std::log2(gpus));
  const double whole = together * one->value() * k_giga_in_tera / work.gflops;  // at the full matrix rate
  const TrainingShares& shares = shares_of(stack, constants);
  const double factor = interval_of(work, shares);
  TokenRate rate;
  rate.roof = whole * shares.most;
  rate.middle = whole * training_share(work, stack, constants);
  rate.low = rate.middle / factor;
  rate.high = std::min(rate.middle * factor, *rate.roof);
  rate.basis = gpu.matmul ? Basis::scaled : Basis::estimated;
  return rate;
}

}  // namespace gpuadvisor
