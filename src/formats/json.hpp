#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuadvisor {

struct JsonMember;

/// A JSON value that remembers where it began. Members keep the order of the file.
struct Json {
  enum class Kind { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  int line = 0;    // 1-based
  int column = 0;  // 1-based, in characters
  bool boolean = false;
  double number = 0;  // finite
  std::string string;
  std::vector<Json> items;
  std::vector<JsonMember> members;

  /// The member called `key`, or nullptr.
  [[nodiscard]] const Json* find(std::string_view key) const;
};

struct JsonMember {
  std::string key;
  Json value;
};

/// Parses one document (RFC 8259). `file` is the name used in problems.
/// Throws DataError for syntax errors, invalid UTF-8, duplicate keys, numbers beyond double, nesting deeper
/// than 64, objects of more than 4096 members and documents of more than 8 MiB or 200,000 values: no catalog needs
/// more, and hostile input must not exhaust memory.
[[nodiscard]] Json parse_json(std::string_view text, const std::string& file);

/// Largest document that parse_json accepts, in bytes.
inline constexpr std::size_t k_max_json_bytes = std::size_t{8} << 20U;

/// `text` as a JSON string literal, quotes included. Requires valid UTF-8.
[[nodiscard]] std::string json_quoted(std::string_view text);

/// `value` as JSON writes it: the shortest digits that read back to the same double.
[[nodiscard]] std::string json_number(double value);

/// The value and all values in it, counted.
[[nodiscard]] std::size_t value_count(const Json& value);

/// What was found, for "expected X, found Y": `"80 GB"`, `-3`, `an object`.
[[nodiscard]] std::string description(const Json& value);

}  // namespace gpuadvisor
