#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/core/error.hpp"
#include "json.hpp"

namespace gpuadvisor {

/// Where a value stands: enough to name it in a problem.
struct JsonPlace {
  std::string_view file;  // of a text that outlives the reading: a path can be long, and places are many
  std::string pointer;    // RFC 6901
  int line = 0;
  int column = 0;  // 0 when it is not known
};

/// Problems found while reading, kept until everything has been read: the first hundred unless told otherwise, since
/// more would only scroll those away, and the number of the others.
class Problems {
 public:
  static constexpr std::size_t k_listed = 100;
  explicit Problems(std::size_t listed = k_listed) : m_listed(listed) {}

  /// What is added from now on is about how records fit together.
  void turn_to_references() { m_is_about_references = true; }
  void add(const JsonPlace& place, std::string message, bool is_about_references = false);
  [[nodiscard]] bool empty() const { return m_found.empty(); }
  /// Whether what is added from now on is only counted, and its words need not be looked for.
  [[nodiscard]] bool is_full() const;
  /// Throws DataError with all problems if there are any.
  void throw_if_any() const;

 private:
  std::vector<Diagnostic> m_found;
  std::size_t m_listed;
  std::size_t m_unlisted = 0;
  bool m_is_about_references = false;
};

/// Bounds of a number, both inclusive.
struct NumberRange {
  double low;
  double high;
};

/// Typed reading of one JSON object. Every getter returns nothing when the key is absent or its value is
/// unusable; the latter is added to `problems` with its place, what was expected and what was found.
class ObjectReader {
 public:
  /// `object` may be of any kind: when it is not an object, that is the one problem reported.
  ObjectReader(const Json& object, JsonPlace place, Problems& problems);

  [[nodiscard]] bool has(std::string_view key) const { return m_object.find(key) != nullptr; }
  [[nodiscard]] JsonPlace place(std::string_view key = {}) const;

  /// Non-empty text without control characters.
  [[nodiscard]] std::optional<std::string_view> text(std::string_view key);
  /// A number in `range`; integer() wants a whole one.
  [[nodiscard]] std::optional<double> number(std::string_view key, NumberRange range);
  [[nodiscard]] std::optional<int> integer(std::string_view key, NumberRange range);
  [[nodiscard]] std::optional<bool> boolean(std::string_view key);
  /// One of `names`; anything else is reported with the nearest of them.
  [[nodiscard]] std::optional<std::string_view> choice(std::string_view key, std::span<const std::string_view> names);
  /// An array of texts, each as text() wants it.
  [[nodiscard]] std::optional<std::vector<std::string_view>> texts(std::string_view key);
  /// An array of numbers, each in `range`.
  [[nodiscard]] std::optional<std::vector<double>> numbers(std::string_view key, NumberRange range);
  /// An object whose values are text, in file order.
  [[nodiscard]] std::optional<std::vector<std::pair<std::string_view, std::string_view>>> text_map(
      std::string_view key);
  /// An array; each item with its place.
  [[nodiscard]] std::vector<std::pair<const Json*, JsonPlace>> array(std::string_view key);
  /// An object, with its place.
  [[nodiscard]] std::optional<std::pair<const Json*, JsonPlace>> object(std::string_view key);

  /// Adds a problem with the member `key`.
  void problem(std::string_view key, std::string message);
  /// Where problems go: for reading the objects of a member.
  [[nodiscard]] Problems& problems() { return m_problems; }
  /// Reports members whose key is not in `known`, with the nearest known one.
  void refuse_unknown(std::span<const std::string_view> known);

 private:
  const Json* find(std::string_view key, Json::Kind kind, std::string_view expected);
  const Json* short_list(std::string_view key);
  std::optional<std::string_view> checked_text(const Json& value, const JsonPlace& place_of_value);

  const Json& m_object;
  JsonPlace m_place;
  Problems& m_problems;
};

}  // namespace gpuadvisor
