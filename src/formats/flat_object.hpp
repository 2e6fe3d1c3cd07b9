#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "byte_source.hpp"

namespace gpuadvisor {

/// A member of an object; of lists and objects only that it is one.
struct ScalarMember {
  enum class Kind : unsigned char { absent, null, boolean, number, text, other };

  Kind kind = Kind::absent;
  bool boolean = false;
  double number = 0;
  std::string_view text{};
};

/// What is wrong with a text that should be an object.
struct JsonFault {
  std::uint64_t line = 0;  // 1-based, of the text
  std::string message;     // "not valid JSON: Missing a comma or } after an object member."
};

/// The members with known keys of many objects, one after the other: nothing else is kept, so that a stream of millions
/// takes no memory.
class FlatObject {
 public:
  static constexpr std::size_t k_most_keys = 32;

  /// Requires at most k_most_keys keys, which outlive this.
  explicit FlatObject(std::span<const std::string_view> keys) : m_keys(keys) {}

  /// How many bytes behind a text must be there to be read, though they count for nothing, the NUL among them.
  static constexpr std::size_t k_room_behind = 16;

  /// Reads one object, of which `text` holds all, with a NUL and further room behind it; writes over the text, which
  /// the members then view. Nothing where it is read; else what is wrong, and the members mean nothing.
  std::optional<JsonFault> read(std::span<char> text);

  /// Reads a document that is a list of objects, or an object with one in its member `list`, and calls `take` for each
  /// object of the list, with the line in which it ends. Ends early where `take` returns false. Throws nothing but what
  /// `take` and `read` throw. No object may have more than `longest` bytes.
  std::optional<JsonFault> read_list(const ReadBytes& read, std::string_view list, std::size_t longest,
                                     const std::function<bool(std::uint64_t line)>& take);

  /// Of the key in that place.
  [[nodiscard]] const ScalarMember& member(std::size_t key) const { return m_members[key]; }

 private:
  class Handler;
  /// A member of the last object.
  struct Expected {
    std::string key;
    std::string quoted;     // "gpu": as lines mostly have it; empty where that would need an escape
    std::size_t place = 0;  // among the keys that are kept; behind them for others
  };

  void clear();
  std::size_t place_of(std::string_view key);
  /// Reads an object whose members are those of the last one in the same order, without anything that needs a closer
  /// look; false where it is another, or no object.
  bool read_like_last(std::span<const char> text);

  std::span<const std::string_view> m_keys;
  std::array<ScalarMember, k_most_keys> m_members{};
  std::array<std::string, k_most_keys> m_texts{};  // of a document, which is not kept
  std::vector<Expected> m_expected;
  std::size_t m_next = 0;         // of those expected
  bool m_is_as_expected = false;  // the members of the last object, all of them
};

}  // namespace gpuadvisor
