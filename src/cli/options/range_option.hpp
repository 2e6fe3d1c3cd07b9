#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/catalog/compute_capability.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/quantity.hpp"
#include "gpuadvisor/core/range.hpp"

namespace gpuadvisor::cli {

// Ranges as options take them: "16..48", "24..", "..12", or one value, which is both ends; ends are included, and each
// may carry the unit. They throw UsageError, which names the option, what was found and examples.

[[nodiscard]] Range<Gibibytes> memory_range(std::string_view option, std::string_view text);
[[nodiscard]] Range<Usd> price_range(std::string_view option, std::string_view text);
[[nodiscard]] Range<Watts> power_range(std::string_view option, std::string_view text);
[[nodiscard]] Range<ComputeCapability> capability_range(std::string_view option, std::string_view text);
[[nodiscard]] Range<PartialDate> date_range(std::string_view option, std::string_view text);

/// How many GPUs, at most `most`: "2" or "1-4". Throws UsageError.
[[nodiscard]] CountRange count_range(std::string_view option, std::string_view text, int most);

}  // namespace gpuadvisor::cli
