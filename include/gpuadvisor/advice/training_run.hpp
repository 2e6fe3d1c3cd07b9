#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/core/quantity.hpp"
#include "gpuadvisor/scoring/reference_throughput.hpp"

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
};

/// By the first of `rates` that has the unit of the run; nothing where none has. Source:
/// docs/speed.md#in-samples-per-second.
[[nodiscard]] std::optional<RunTime> run_time(const TrainingRun& run, std::span<const ReferenceThroughput> rates,
                                              std::optional<Watts> power);

}  // namespace gpuadvisor
