#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "detected_gpu.hpp"

namespace gpuadvisor {

/// Whether a line names columns of `nvidia-smi --query-gpu`.
[[nodiscard]] bool is_query_header(std::string_view line);

/// Whether a line is one of its rows: a figure with a unit of nvidia-smi stands in it.
[[nodiscard]] bool is_query_row(std::string_view line);

/// Reads what `nvidia-smi --query-gpu=... --format=csv` prints: any columns in any order, with or without units.
/// Without the line of titles (noheader), the name is what looks like one, and the largest amount of memory is all of
/// it. Throws DataError with all problems.
[[nodiscard]] std::vector<DetectedGpu> nvidia_smi_table(std::string_view text, const std::string& file);

}  // namespace gpuadvisor
