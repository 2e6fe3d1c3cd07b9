#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// The words of a network's name, in lower case: "Qwen3-30B-A3B-Instruct" has qwen, 3 and instruct, and the sizes 30b
/// and a3b.
struct NetworkWords {
  std::vector<std::string> plain;
  std::vector<std::string> sizes;  // of all of it ("8b", "8x7b") and of a part ("a3b": active, "e4b": effective)

  bool operator==(const NetworkWords&) const = default;
};

[[nodiscard]] NetworkWords network_words(std::string_view name);

/// The parameters that a size of all of a network tells: 8000 million for "8b"; nothing for "a3b" and "8x7b".
[[nodiscard]] std::optional<Millions> size_of(std::string_view word);

/// Whether a word of a name tells how or when a network was trained further, which leaves its shape: "Instruct", "it",
/// "2507".
[[nodiscard]] bool is_tuning(std::string_view word);

/// Whether a word of a name tells the format of its weights or of the file: "GGUF", "AWQ", "4bit", "Q4".
[[nodiscard]] bool is_format(std::string_view word);

}  // namespace gpuadvisor
