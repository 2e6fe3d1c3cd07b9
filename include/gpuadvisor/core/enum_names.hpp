#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace gpuadvisor {

/// The spelling of each enumerator of E, in order of value, as data files and options write it.
/// Specialise as `template <> inline constexpr auto k_enum_names<E> = std::to_array<std::string_view>({…});`
template <class E>
inline constexpr std::array<std::string_view, 0> k_enum_names{};

/// The spelling of `value`. Requires one of the enumerators.
template <class E>
[[nodiscard]] constexpr std::string_view enum_name(E value) {
  return k_enum_names<E>[static_cast<std::size_t>(value)];
}

/// The enumerator spelled exactly so; empty when there is none.
template <class E>
[[nodiscard]] constexpr std::optional<E> enum_from_name(std::string_view name) {
  for (std::size_t i = 0; i < k_enum_names<E>.size(); ++i) {
    if (k_enum_names<E>[i] == name) return static_cast<E>(i);
  }
  return std::nullopt;
}

}  // namespace gpuadvisor
