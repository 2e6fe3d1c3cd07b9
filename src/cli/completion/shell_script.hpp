#pragma once

#include <array>
#include <string>
#include <string_view>

#include "candidates.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {
namespace cli {

enum class Shell { bash, zsh, fish };

/// What a shell runs to complete command lines of the program: it asks `gpuadvisor __complete`, so that all that is
/// known of options is in the program.
[[nodiscard]] std::string_view shell_script(Shell shell);

/// What that script reads: what else to do (Beside), then a line per candidate, ready to insert. `line` is typed up to
/// the cursor; its end `replaced` is what bash replaces.
[[nodiscard]] std::string answer_to_script(Shell shell, const Completion& completion, std::string_view line,
                                           std::string_view replaced);

}  // namespace cli

template <>
inline constexpr auto k_enum_names<cli::Shell> = std::to_array<std::string_view>({"bash", "zsh", "fish"});

}  // namespace gpuadvisor
