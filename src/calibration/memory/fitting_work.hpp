#pragma once

#include "gpuadvisor/catalog/measurement_loader.hpp"

namespace gpuadvisor {

/// How much work a fit of measurements is, in steps that take some nanoseconds each. It grows with the third power of
/// what is unknown: at most a figure for each GPU of each dataset; of tokens, whose datasets are one fit, for each GPU.
struct FittingWork {
  double once = 0;           // calibrations()
  double with_each_out = 0;  // fit_scores(), whose intervals need a fit without each GPU and each dataset
};

/// Of all workloads and both precisions; an upper bound.
[[nodiscard]] FittingWork fitting_work(const Benchmarks& benchmarks);

/// More is refused, since it would look as if the program hung: five times the work of the shipped measurements.
inline constexpr double k_most_fitting_work = 1e10;

}  // namespace gpuadvisor
