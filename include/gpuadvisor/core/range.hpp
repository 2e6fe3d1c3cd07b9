#pragma once

#include <optional>

namespace gpuadvisor {

/// From one value to another, both included; an absent end is open.
template <class T>
struct Range {
  std::optional<T> from = std::nullopt;
  std::optional<T> to = std::nullopt;

  [[nodiscard]] bool contains(const T& value) const { return (!from || value >= *from) && (!to || value <= *to); }
};

}  // namespace gpuadvisor
