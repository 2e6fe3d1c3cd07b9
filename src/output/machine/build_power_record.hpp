#pragma once

#include "advice/machine/build.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// The power of a build's largest machine, and supplies for it.
[[nodiscard]] Record<Build> power_record();

}  // namespace gpuadvisor
