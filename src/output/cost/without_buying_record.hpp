#pragma once

#include "advice/cost/without_buying.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

template <>
Record<FreeTierOffer> description();
template <>
Record<WithoutBuying> description();

}  // namespace gpuadvisor
