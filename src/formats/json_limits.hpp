#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "json.hpp"

namespace gpuadvisor {

/// How much a document may hold: hostile input must not exhaust memory.
struct JsonLimits {
  std::size_t bytes = k_max_json_bytes;
  std::size_t values = 200'000;
  std::size_t members = 4096;  // of one object; real ones have some dozens
};

/// For lists of a model's tensors: one object with a member for each.
inline constexpr JsonLimits k_tensor_list_limits{std::size_t{16} << 20U, 200'000, 200'000};

/// parse_json() with other limits than those of catalogs.
[[nodiscard]] Json parse_json(std::string_view text, const std::string& file, const JsonLimits& limits);

}  // namespace gpuadvisor
