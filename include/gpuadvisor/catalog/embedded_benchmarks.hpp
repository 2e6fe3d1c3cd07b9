#pragma once

#include "gpuadvisor/catalog/measurement_loader.hpp"

namespace gpuadvisor {

/// The measurements built into the program, for what the embedded scores do not answer: speeds as of another day, and
/// those of one dataset. Kept as text, and parsed on each call, which takes some ten milliseconds.
[[nodiscard]] Benchmarks embedded_benchmarks();

}  // namespace gpuadvisor
