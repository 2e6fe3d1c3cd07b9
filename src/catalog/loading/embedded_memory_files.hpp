#pragma once

#include <span>

#include "gpuadvisor/catalog/measurement_loader.hpp"

namespace gpuadvisor {

/// The files of data/memory as text, in parts: those of one file follow each other.
[[nodiscard]] std::span<const BenchmarkFile> embedded_memory_files();

}  // namespace gpuadvisor
