#pragma once

#include "gpuadvisor/advice/token_speed.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// A count, or nothing for 0: unknown, or none.
[[nodiscard]] inline std::optional<int> unless_zero(int count) {
  return count == 0 ? std::nullopt : std::optional(count);
}

template <>
Record<MemoryJob> description();
template <>
Record<NetworkRate> description();
template <>
Record<TokenRates> description();

}  // namespace gpuadvisor
