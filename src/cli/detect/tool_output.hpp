#pragma once

#include <optional>
#include <span>
#include <string>

namespace gpuadvisor::cli {

/// What a tool of the system printed.
struct ToolOutput {
  std::string text;     // of standard output
  std::string problem;  // empty: it ended well
};

/// Runs the program that PATH has under a name, without a shell and without input, for at most ten seconds and 8 MiB of
/// output; its standard error is dropped. Nothing where PATH has no such program. The first word is the name.
[[nodiscard]] std::optional<ToolOutput> tool_output(std::span<const char* const> words);

}  // namespace gpuadvisor::cli
