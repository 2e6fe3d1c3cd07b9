#pragma once

#include <span>

#include "cli/help/described_command.hpp"
#include "command.hpp"

namespace gpuadvisor::cli {

/// What the program says to its arguments, without its own name; every way to fail is an outcome too.
[[nodiscard]] Outcome outcome_of(Arguments arguments);

/// The commands that the help names.
[[nodiscard]] std::span<const Command> commands();

/// The program itself: what it is for, and its commands.
[[nodiscard]] DescribedCommand described_program();

}  // namespace gpuadvisor::cli
