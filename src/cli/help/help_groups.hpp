#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace gpuadvisor::cli {

// Options have the same place in the help of every command.

/// The title that an option stands under, by its long name without dashes; "Options" for those of one command alone.
[[nodiscard]] std::string_view help_group(std::string_view name);

/// All titles, in the order of the help.
[[nodiscard]] std::vector<std::string_view> help_titles();

/// Options that a screen has room for.
inline constexpr std::size_t k_most_in_short_help = 12;

/// Where an option stands among those that most people use, which `-h` shows first; those that few use are all behind.
[[nodiscard]] std::size_t short_help_rank(std::string_view name);

}  // namespace gpuadvisor::cli
