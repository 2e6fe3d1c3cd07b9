#include "gpuadvisor/advice/training_run.hpp"

#include <algorithm>

namespace gpuadvisor {

std::optional<RunTime> run_time(const TrainingRun& run, std::span<const ReferenceThroughput> rates,
                                std::optional<Watts> power) {
  const auto at = std::find_if(rates.begin(), rates.end(),
                               [&](const ReferenceThroughput& rate) { return rate.told->unit == run.unit; });
  if (at == rates.end()) return std::nullopt;
  constexpr double k_seconds = 3600;  // of an hour
  constexpr double k_watts = 1000;    // of a kilowatt
  const auto hours = [&](double rate) { return run.samples / rate / k_seconds; };
  RunTime found{at->network, hours(at->middle), hours(at->high), hours(at->low), std::nullopt, std::nullopt};
  if (!power) return found;
  found.kilowatt_hours = found.hours * power->value() / k_watts;
  if (run.price_per_kwh) found.electricity = Usd{*found.kilowatt_hours * run.price_per_kwh->value()};
  return found;
}

}  // namespace gpuadvisor
