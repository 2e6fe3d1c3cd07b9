#pragma once

#include <optional>

#include "economics/rent_market.hpp"
#include "gpuadvisor/advice/planner.hpp"
#include "gpuadvisor/advice/software_support.hpp"

namespace gpuadvisor {

/// GPUs that are rented for a run of training, at the median of what providers ask for one.
struct RentedRun {
  const Gpu* gpu = nullptr;
  int count = 1;
  RunTime time;
  TrainingSpeed speed;
  RentLevel level;
  Usd total;  // at the usual speed
};

/// A run that takes longer than this is given more GPUs, where there are any.
inline constexpr double k_longest_rented_hours = 30 * 24;

/// The cheapest way to rent GPUs for a run of the planner's job: of each GPU as few as have room for it and end within
/// k_longest_rented_hours: up to 8 in a machine, of modules up to 1,024 in machines of 8. Where no GPU ends so soon,
/// the one that does first. What three providers or more rent out goes first. Only GPUs that run the software wanted.
/// Nothing where the job trains no language model, or nobody rents out what does it.
[[nodiscard]] std::optional<RentedRun> rented_run(const Planner& planner, const TrainingRun& run, Support wanted,
                                                  const Catalog& catalog);

}  // namespace gpuadvisor
