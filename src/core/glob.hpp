#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gpuadvisor {

/// A pattern of a whole text, in ASCII whatever its case: `*` stands for any text, `?` for one byte, `[a-z]` for one of
/// a set, `[!a-z]` for one that is not in it. Matching takes time in proportion to the text, whatever the pattern.
class Glob {
 public:
  /// Bytes that a pattern may ask for beside `*`.
  static constexpr std::size_t k_longest = 63;

  /// Empty when `pattern` asks for more than k_longest bytes, or has a bracket without its end or with nothing in it.
  [[nodiscard]] static std::optional<Glob> parse(std::string_view pattern);

  [[nodiscard]] bool matches(std::string_view text) const;

 private:
  // An automaton without choices to take back: state i is reached when the first i bytes asked for are found, and a set
  // of states is a number.
  std::array<std::uint64_t, 256> m_accepted_in{};  // by byte: the states that it leads on from
  std::uint64_t m_stars = 0;                       // the states that any byte keeps
  std::uint64_t m_last = 1;                        // the state that a match ends in
};

/// Whether `text` has something that a pattern gives a meaning to.
[[nodiscard]] bool has_wildcard(std::string_view text);

}  // namespace gpuadvisor
