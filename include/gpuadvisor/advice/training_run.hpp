#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "gpuadvisor/advice/token_speed.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/core/quantity.hpp"
#include "gpuadvisor/scoring/reference_throughput.hpp"
#include "gpuadvisor/scoring/training_rate.hpp"

namespace gpuadvisor {

/// A run of training that somebody plans, as so much work of a network that people know.
struct TrainingRun {
  std::string_view unit;             // of the network's rate: "images/s"
  double samples = 0;                // images, sequences or tokens of all epochs; > 0
  std::optional<Usd> price_per_kwh;  // of electricity
};

/// What a run takes on the GPUs of an offer: 80 % of such runs are between `least_hours` and `most_hours`.
struct RunTime {
  const Network* network = nullptr;
  double hours = 0;
  double least_hours = 0;  // like the most, `hours` where the rate was measured
  double most_hours = 0;
  std::optional<double> kilowatt_hours;  // at the boards' full power, without the host; absent where that is unknown
  std::optional<Usd> electricity;        // of those, where a price is given
  double gpu_hours = 0;                  // of all GPUs
  std::optional<double> tuned_hours = std::nullopt;  // of a language model: by software tuned for the GPUs
};

/// How fast equal GPUs train a language model together, by what most people use and by what is tuned for them.
struct TrainingSpeed {
  int sequences = 1;  // at a time on each
  NetworkRate usual;
  NetworkRate tuned;
  std::optional<NetworkRate> tuned_fp8;  // of GPUs that have FP8
  // Model FLOPS utilisation: the operations of the rate as a share of the data sheet's in 16 bits; absent: not known.
  std::optional<double> usual_mfu;
  std::optional<double> tuned_mfu;
};

/// Of a job as it is done on each of `gpus` boards. Nothing where it trains no language model, or training_rate() tells
/// nothing of the GPU. Source: docs/training.md.
[[nodiscard]] std::optional<TrainingSpeed> training_speed(const Network& network, const MemoryJob& job, const Gpu& gpu,
                                                          int gpus);

/// By the first of `rates` that has the unit of the run; nothing where none has. `power` is of all `gpus`. Source:
/// docs/speed.md#in-samples-per-second.
[[nodiscard]] std::optional<RunTime> run_time(const TrainingRun& run, std::span<const ReferenceThroughput> rates,
                                              int gpus, std::optional<Watts> power);
/// Of a language model, at the usual speed. Source: docs/training.md.
[[nodiscard]] RunTime run_time(const TrainingRun& run, const Network& network, const TrainingSpeed& speed, int gpus,
                               std::optional<Watts> power);

}  // namespace gpuadvisor
