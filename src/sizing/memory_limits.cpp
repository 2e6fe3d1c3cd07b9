#include "memory_limits.hpp"

#include <algorithm>

namespace gpuadvisor {
namespace {

/// The largest count of 1 to `most` that fits, where whatever is less fits too; 0 when not even 1 does.
template <class Fits>
int largest(int most, Fits fits) {
  if (!fits(1)) return 0;
  int low = 1;
  int high = most;
  while (low < high) {
    const int middle = low + (high - low + 1) / 2;
    if (fits(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

}  // namespace

int largest_batch(const Network& network, const MemoryJob& job, Gigabytes usable, const MemoryConstants& constants) {
  return largest(k_most_batch, [&](int batch) {
    MemoryJob tried = job;
    tried.batch = batch;
    return memory_need(network, tried, constants).total <= usable;
  });
}

int largest_context(const Network& network, const MemoryJob& job, Gigabytes usable) {
  return largest(network.context.value_or(k_most_tokens), [&](int tokens) {
    MemoryJob tried = job;
    tried.tokens = tokens;
    return memory_need(network, tried).total <= usable;
  });
}

}  // namespace gpuadvisor
