#pragma once

#include <span>
#include <string_view>

#include "gpuadvisor/catalog/measurement_loader.hpp"

namespace gpuadvisor {

/// The measurements built into the program, for what the embedded scores do not answer: speeds as of another day, and
/// those of one dataset. Kept as text, and parsed on each call, which takes some ten milliseconds.
[[nodiscard]] Benchmarks embedded_benchmarks();

/// Of these the datasets with measurements of one workload, whole: reading some takes a part of the time.
[[nodiscard]] Benchmarks embedded_benchmarks(std::string_view workload);

/// Their files as text, in parts: those of one file follow each other, datasets.json first.
[[nodiscard]] std::span<const BenchmarkFile> embedded_benchmark_files();

}  // namespace gpuadvisor
