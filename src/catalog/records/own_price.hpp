#pragma once

#include "gpuadvisor/catalog/price.hpp"

namespace gpuadvisor {

/// What the asker can buy GPUs for: it counts before all that the catalog knows of their price.
struct OwnPrice {
  Price quote;    // of one; without a source
  int count = 1;  // GPUs that it is for, together; 1: as many as wanted
};

}  // namespace gpuadvisor
