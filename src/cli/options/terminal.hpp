#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "gpuadvisor/report/table.hpp"

namespace gpuadvisor::cli {

/// The terminal on standard output; without one, COLUMNS or else 80 characters and rows that do not wrap.
[[nodiscard]] Page terminal_page();

/// Whether standard output is a terminal.
[[nodiscard]] bool prints_to_terminal();

/// Throws UsageError where standard output is a terminal: for what is longer than anybody scrolls. `instead` tells how
/// to keep it: "-o report.html".
void refuse_terminal(std::string_view instead);

/// Characters per line of the terminal behind a file descriptor; nothing when there is none.
[[nodiscard]] std::optional<std::size_t> terminal_width(int descriptor);

/// Lines of the terminal on standard output; 24 where there is none.
[[nodiscard]] std::size_t terminal_height();

/// Whether standard output is a terminal whose locale is UTF-8. What is piped is the same in every locale.
[[nodiscard]] bool terminal_shows_utf8();

/// A variable of the environment; empty where it is not set.
[[nodiscard]] std::string_view environment_variable(const char* name);

}  // namespace gpuadvisor::cli
