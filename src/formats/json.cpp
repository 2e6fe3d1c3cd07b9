#include "json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>
#include <utility>

#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "json_limits.hpp"

namespace gpuadvisor {
namespace {

constexpr std::size_t k_max_depth = 64;

/// Feeds the parser and counts how far it has read, so that values can be given a line.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, const char** furthest) : m_at(at), m_furthest(furthest) {}
  reference operator*() const { return *m_at; }
  CountingIterator& operator++() {
    *m_furthest = ++m_at;
    return *this;
  }
  friend bool operator==(const CountingIterator& a, const CountingIterator& b) { return a.m_at == b.m_at; }

 private:
  const char* m_at;
  const char** m_furthest;
};

/// Builds the tree from the parser's events; returns false from an event to stop at the first problem.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  TreeBuilder(const char* begin, const char* const* furthest, const JsonLimits& limits)
      : m_limits(limits), m_counted(begin), m_value_end(begin), m_furthest(furthest) {}

  bool null() override {
    add(Json::Kind::null);
    return !m_problem;
  }
  bool boolean(bool value) override {
    if (auto* added = add(Json::Kind::boolean)) added->boolean = value;
    return !m_problem;
  }
  bool number_integer(number_integer_t value) override { return number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return number(value); }
  bool string(string_t& value) override {
    if (auto* added = add(Json::Kind::string)) added->string = std::move(value);
    return !m_problem;
  }
  bool binary(binary_t& /*value*/) override { return false; }  // never in text
  bool start_object(std::size_t /*size*/) override { return open(Json::Kind::object); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t /*size*/) override { return open(Json::Kind::array); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (!m_keys.back().insert(name).second) return fail(fmt::format("duplicate key \"{}\"", printable(name)));
    auto& members = m_open.back()->members;
    if (members.size() >= m_limits.members) {
      return fail(fmt::format("an object of more than {} members", m_limits.members));
    }
    members.push_back({std::move(name), {}});
    m_value_end = *m_furthest;
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::json::exception& error) override {
    // "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error while …": keep the last part.
    std::string_view text = error.what();
    for (const std::string_view lead : {"] ", "parse error at ", ": "}) {
      constexpr std::size_t k_lead_ends = 60;  // what follows is the message, and may hold the same characters
      if (const auto at = text.find(lead); at < k_lead_ends) text.remove_prefix(at + lead.size());
    }
    return fail("not valid JSON: " + printable(text));
  }

  [[nodiscard]] Json take() { return std::move(m_root); }
  [[nodiscard]] const std::optional<std::string>& problem() const { return m_problem; }

  /// The line and the column of the last character read.
  std::pair<int, int> place_of_last() {
    while (m_counted + 1 < *m_furthest) count();
    return {m_line, m_column};
  }

 private:
  bool fail(std::string problem) {
    if (!m_problem) m_problem = std::move(problem);
    return false;
  }

  bool number(double value) {
    if (auto* added = add(Json::Kind::number)) added->number = value;
    return !m_problem;
  }

  Json* add(Json::Kind kind) {
    if (++m_values > m_limits.values) {
      fail(fmt::format("more than {} values", m_limits.values));
      return nullptr;
    }
    Json* place = &m_root;
    if (!m_open.empty()) {
      Json& parent = *m_open.back();
      place = parent.kind == Json::Kind::array ? &parent.items.emplace_back() : &parent.members.back().value;
    }
    place->kind = kind;
    move_to_value();
    place->line = m_line;
    place->column = m_column;
    m_value_end = *m_furthest;
    return place;
  }

  /// Counts one more character.
  void count() {
    if (*m_counted == '\n') {
      ++m_line;
      m_column = 0;
    }
    ++m_counted;
    constexpr unsigned k_continuation = 0x80;  // the second and later bytes of a UTF-8 character
    if ((static_cast<unsigned char>(*m_counted) & 0xc0U) != k_continuation) ++m_column;
  }

  /// Counts up to the beginning of the value that was read last: behind the key or the value before it, nothing but
  /// blanks and punctuation stands in between.
  void move_to_value() {
    constexpr std::string_view k_between = " \t\r\n,:]}";
    while (m_counted < m_value_end) count();
    while (m_counted + 1 < *m_furthest && k_between.find(*m_counted) != std::string_view::npos) count();
  }

  bool open(Json::Kind kind) {
    if (m_open.size() >= k_max_depth) return fail(fmt::format("nested deeper than {}", k_max_depth));
    Json* added = add(kind);
    if (added == nullptr) return false;
    m_open.push_back(added);
    m_keys.emplace_back();
    return true;
  }

  bool close() {
    m_open.pop_back();
    m_keys.pop_back();
    return true;
  }

  const JsonLimits& m_limits;
  Json m_root;
  std::vector<Json*> m_open;  // stays valid: a container grows only while it is the innermost one
  std::vector<std::unordered_set<std::string>> m_keys;
  std::optional<std::string> m_problem;
  std::size_t m_values = 0;
  const char* m_counted;
  const char* m_value_end;  // of the key or the value that was read last
  const char* const* m_furthest;
  int m_line = 1;
  int m_column = 1;
};

}  // namespace

const Json* Json::find(std::string_view key) const {
  for (const auto& member : members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

Json parse_json(std::string_view text, const std::string& file) { return parse_json(text, file, JsonLimits()); }

Json parse_json(std::string_view text, const std::string& file, const JsonLimits& limits) {
  if (text.size() > limits.bytes) {
    throw DataError({{file, 0, "", fmt::format("larger than {} MiB", limits.bytes >> 20U)}});
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    throw DataError({{file, 0, "", "expected a JSON document, found nothing"}});
  }
  if (const auto at = text.find('\0'); at != std::string_view::npos) {  // the parser would take it for the end
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    throw DataError({{file, static_cast<int>(line), "", "not valid JSON: a NUL byte"}});
  }
  const char* furthest = text.data();
  TreeBuilder builder(text.data(), &furthest, limits);
  const CountingIterator begin(text.data(), &furthest);
  const CountingIterator end(text.data() + text.size(), &furthest);
  const bool complete = nlohmann::json::sax_parse(begin, end, &builder);
  if (!complete || builder.problem()) {
    const auto [line, column] = builder.place_of_last();
    throw DataError({{file, line, "", builder.problem().value_or("not valid JSON"), column}});
  }
  return builder.take();
}

std::size_t value_count(const Json& value) {
  std::size_t count = 1;
  for (const Json& item : value.items) count += value_count(item);
  for (const JsonMember& member : value.members) count += value_count(member.value);
  return count;
}

std::string json_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      quoted += fmt::format("\\u{:04x}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

std::string json_number(double value) {
  // Plain digits up to 2^53 in magnitude; beyond, and for tiny fractions, JSON allows the exponent form.
  return fmt::format("{}", value == 0 ? 0.0 : value);
}

std::string description(const Json& value) {
  switch (value.kind) {
    case Json::Kind::null:
      return "null";
    case Json::Kind::boolean:
      return value.boolean ? "true" : "false";
    case Json::Kind::number:
      return json_number(value.number);
    case Json::Kind::string:
      return fmt::format("\"{}\"", printable(value.string));
    case Json::Kind::array:
      return value.items.empty() ? "an empty array" : "an array";
    case Json::Kind::object:
      return "an object";
  }
  return "nothing";
}

}  // namespace gpuadvisor
