#pragma once

#include "gpuadvisor/catalog/catalog.hpp"
#include "report/record.hpp"

/// Records of the catalog as the data files write them: what is not known is left out. Their members are the fields of
/// the catalog, and the schemas of the data files tell what these mean.

namespace gpuadvisor {

template <>
const Record<Gpu>& record();
template <>
const Record<Price>& record();
template <>
const Record<Source>& record();

}  // namespace gpuadvisor
