#include "market_record.hpp"

namespace gpuadvisor {

template <>
Record<Market> description() {
  return Record<Market>("market", "What GPUs of the catalog must pass")
      .member<&Market::query>("query", "As recommend has it, defaults included");
}

}  // namespace gpuadvisor
