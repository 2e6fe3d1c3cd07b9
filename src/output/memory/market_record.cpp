#include "market_record.hpp"

namespace gpuadvisor {

template <>
const Record<Market>& record() {
  static const auto k_record = Record<Market>("market", "What GPUs of the catalog must pass")
                                   .member<&Market::query>("query", "As recommend has it, defaults included");
  return k_record;
}

}  // namespace gpuadvisor
