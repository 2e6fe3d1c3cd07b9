#pragma once

#include "gpuadvisor/advice/request.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// Every option in force, defaults included, as the member `query` of an answer.
struct Query {
  const Request* request = nullptr;
  std::size_t limit = 0;  // rows shown at most; 0: all
};

template <>
Record<Query> description();

}  // namespace gpuadvisor
