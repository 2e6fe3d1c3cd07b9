#pragma once

#include <algorithm>

namespace gpuadvisor {

[[nodiscard]] bool contains(const auto& list, const auto& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace gpuadvisor
