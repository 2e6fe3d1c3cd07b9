#pragma once

#include "gpuadvisor/catalog/catalog.hpp"
#include "report/record.hpp"

/// Records of the catalog as the data files write them: what is not known is left out. Their members are the fields of
/// the catalog, and the schemas of the data files tell what these mean.

namespace gpuadvisor {

template <>
Record<Gpu> description();
template <>
Record<Price> description();
template <>
Record<Source> description();

}  // namespace gpuadvisor
