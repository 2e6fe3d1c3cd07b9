#include "gpuadvisor/advice/training_run.hpp"

#include <algorithm>

#include "gpuadvisor/sizing/network_work.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_seconds = 3600;  // of an hour

/// At a rate of samples per second.
RunTime run_at(const TrainingRun& run, const Network* network, const TokenRate& rate, int gpus,
               std::optional<Watts> power) {
  constexpr double k_watts = 1000;  // of a kilowatt
  const auto hours = [&](double samples) { return run.samples / samples / k_seconds; };
  RunTime found{network, hours(rate.middle), hours(rate.high), hours(rate.low), std::nullopt, std::nullopt};
  found.gpu_hours = found.hours * gpus;
  if (!power) return found;
  found.kilowatt_hours = found.hours * power->value() / k_watts;
  if (run.price_per_kwh) found.electricity = Usd{*found.kilowatt_hours * run.price_per_kwh->value()};
  return found;
}

std::optional<double> mfu(const TokenRate& rate, const TrainingWork& work, const Gpu& gpu, int gpus) {
  const auto peak = std::max(gpu.bf16_tensor, gpu.fp16_tensor);
  constexpr double k_giga_in_tera = 1000;
  return peak ? std::optional(rate.middle * work.gflops / k_giga_in_tera / (peak->value() * gpus)) : std::nullopt;
}

NetworkRate as_predicted(const TokenRate& rate) { return {rate, rate, std::nullopt}; }

}  // namespace

std::optional<TrainingSpeed> training_speed(const Network& network, const MemoryJob& job, const Gpu& gpu, int gpus) {
  if (!trains_tokens(network, job)) return std::nullopt;
  const TrainingWork work = training_work(network, job);
  const auto usual = training_rate(gpu, gpus, work, TrainingStack::usual);
  const auto tuned = training_rate(gpu, gpus, work, TrainingStack::tuned);
  if (!usual || !tuned) return std::nullopt;
  const auto fp8 = training_rate(gpu, gpus, work, TrainingStack::tuned_fp8);
  return TrainingSpeed{job.batch,
                       as_predicted(*usual),
                       as_predicted(*tuned),
                       fp8 ? std::optional(as_predicted(*fp8)) : std::nullopt,
                       mfu(*usual, work, gpu, gpus),
                       mfu(*tuned, work, gpu, gpus)};
}

std::optional<RunTime> run_time(const TrainingRun& run, std::span<const ReferenceThroughput> rates, int gpus,
                                std::optional<Watts> power) {
  const auto at = std::find_if(rates.begin(), rates.end(),
                               [&](const ReferenceThroughput& rate) { return rate.told->unit == run.unit; });
  if (at == rates.end()) return std::nullopt;
  return run_at(run, at->network, {at->middle, at->low, at->high, Basis::estimated, std::nullopt}, gpus, power);
}

RunTime run_time(const TrainingRun& run, const Network& network, const TrainingSpeed& speed, int gpus,
                 std::optional<Watts> power) {
  RunTime found = run_at(run, &network, speed.usual, gpus, power);
  found.tuned_hours = run.samples / speed.tuned.middle / k_seconds;
  return found;
}

}  // namespace gpuadvisor
