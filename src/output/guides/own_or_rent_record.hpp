#pragma once

#include "advice/guides/own_or_rent.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// What was computed, and for whom. The answer has a choice.
struct ComputedAnswer {
  const OwnOrRentQuestion* question = nullptr;
  const OwnOrRent* answer = nullptr;
};

template <>
Record<ComputedAnswer> description();

}  // namespace gpuadvisor
