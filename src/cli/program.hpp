#pragma once

#include "command.hpp"

namespace gpuadvisor::cli {

/// What the program says to its arguments, without its own name; every way to fail is an outcome too.
[[nodiscard]] Outcome outcome_of(Arguments arguments);

}  // namespace gpuadvisor::cli
