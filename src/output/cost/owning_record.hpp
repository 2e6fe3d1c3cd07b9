#pragma once

#include "economics/owning.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// How GPUs are owned and used.
template <>
Record<OwningBasis> description();

/// Whence what is assumed of use and electricity is: the ids of the sources; null where it was told.
[[nodiscard]] Record<OwningBasis> use_sources_record();

}  // namespace gpuadvisor
