#pragma once

#include "advice/memory/memory_answer.hpp"
#include "output/recommend/query_record.hpp"

namespace gpuadvisor {

/// What GPUs of the catalog must pass to be tried.
struct Market {
  Query query;
};

/// Nothing where GPUs are named.
[[nodiscard]] inline std::optional<Market> market_of(MemoryScope scope, const Request& request) {
  return given(scope != MemoryScope::named, Market{{&request}});
}

template <>
Record<Market> description();

}  // namespace gpuadvisor
