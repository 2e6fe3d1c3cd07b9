#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gpuadvisor {

/// The words of a name in lower case, without punctuation: "GeForce RTX3080-Ti 20GB" is geforce, rtx, 3080, ti and
/// 20gb.
[[nodiscard]] std::vector<std::string> name_words(std::string_view name);

/// Those that hold a digit, but for sizes of memory: "3080".
[[nodiscard]] std::vector<std::string> numbered_words(std::string_view name);

/// The words without vendor words in front, with a blank before, between and behind them.
[[nodiscard]] std::string spaced_name(std::string_view name);

/// Words as they are typed, with a blank between.
[[nodiscard]] std::string joined_words(std::span<const std::string> words);

}  // namespace gpuadvisor
