#pragma once

#include <string_view>

#include "candidates.hpp"
#include "cli/help/described_command.hpp"

namespace gpuadvisor::cli {

/// The values of an option, or the words of a command, that begin as typed, whatever their case: all that it may have,
/// or what the built-in catalog knows of its kind, which the word in capitals in the help tells (GPU, WORKLOAD, FILE).
/// Of a list ("a,b") the last item is completed, of several GPUs ("2x 3090 + 40") the last name.
[[nodiscard]] Completion value_completion(const DescribedOption& option, std::string_view typed);

}  // namespace gpuadvisor::cli
