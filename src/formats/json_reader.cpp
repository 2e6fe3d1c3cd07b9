#include "json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/contains.hpp"
#include "core/text.hpp"

namespace gpuadvisor {
namespace {

/// One reference token of a JSON Pointer, escaped.
std::string token(std::string_view key) {
  std::string escaped = "/";
  for (const char c : printable(key)) {
    if (c == '~') {
      escaped += "~0";
    } else if (c == '/') {
      escaped += "~1";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

/// Where a member of the object at `parent` stands.
JsonPlace place_of(const JsonMember& member, const JsonPlace& parent) {
  return {parent.file, parent.pointer + token(member.key), member.value.line, member.value.column};
}

std::string range_text(NumberRange range) {
  return fmt::format("from {} to {}", json_number(range.low), json_number(range.high));
}

}  // namespace

bool Problems::is_full() const { return m_found.size() >= m_listed; }

void Problems::add(const JsonPlace& place, std::string message, bool is_about_references) {
  if (is_full()) {
    ++m_unlisted;
  } else {
    m_found.push_back({std::string(place.file), place.line, place.pointer, std::move(message), place.column,
                       m_is_about_references || is_about_references});
  }
}

void Problems::throw_if_any() const {
  if (!m_found.empty()) throw DataError(m_found, m_unlisted);
}

ObjectReader::ObjectReader(const Json& object, JsonPlace place, Problems& problems)
    : m_object(object), m_place(std::move(place)), m_problems(problems) {
  if (object.kind != Json::Kind::object) {
    m_problems.add(m_place, fmt::format("expected an object, found {}", description(object)));
  }
}

JsonPlace ObjectReader::place(std::string_view key) const {
  if (key.empty()) return m_place;
  const Json* value = m_object.find(key);
  const Json& at = value == nullptr ? m_object : *value;
  return {m_place.file, m_place.pointer + token(key), at.line, at.column};
}

void ObjectReader::problem(std::string_view key, std::string message) {
  m_problems.add(place(key), std::move(message));
}

const Json* ObjectReader::find(std::string_view key, Json::Kind kind, std::string_view expected) {
  const Json* value = m_object.find(key);
  if (value == nullptr || value->kind == kind) return value;
  problem(key, fmt::format("expected {}, found {}", expected, description(*value)));
  return nullptr;
}

std::optional<std::string_view> ObjectReader::checked_text(const Json& value, const JsonPlace& place_of_value) {
  if (value.kind != Json::Kind::string || value.string.empty()) {
    m_problems.add(place_of_value, fmt::format("expected text, found {}", description(value)));
    return std::nullopt;
  }
  constexpr std::size_t k_longest_text = 2000;  // bytes
  if (value.string.size() > k_longest_text) {
    m_problems.add(place_of_value,
                   fmt::format("expected text of at most {} bytes, found {}", k_longest_text, value.string.size()));
    return std::nullopt;
  }
  if (has_control_character(value.string)) {
    m_problems.add(place_of_value,
                   fmt::format("expected text without control characters, found {}", description(value)));
    return std::nullopt;
  }
  return value.string;
}

std::optional<std::string_view> ObjectReader::text(std::string_view key) {
  const Json* value = m_object.find(key);
  return value == nullptr ? std::nullopt : checked_text(*value, place(key));
}

std::optional<double> ObjectReader::number(std::string_view key, NumberRange range) {
  const std::string expected = "a number " + range_text(range);
  const Json* value = find(key, Json::Kind::number, expected);
  if (value == nullptr) return std::nullopt;
  if (value->number < range.low || value->number > range.high) {
    problem(key, fmt::format("expected {}, found {}", expected, description(*value)));
    return std::nullopt;
  }
  return value->number;
}

std::optional<int> ObjectReader::integer(std::string_view key, NumberRange range) {
  const auto value = number(key, range);
  if (!value) return std::nullopt;
  if (*value != std::floor(*value)) {
    problem(key, fmt::format("expected a whole number, found {}", json_number(*value)));
    return std::nullopt;
  }
  return static_cast<int>(*value);
}

std::optional<bool> ObjectReader::boolean(std::string_view key) {
  const Json* value = find(key, Json::Kind::boolean, "true or false");
  return value == nullptr ? std::nullopt : std::optional(value->boolean);
}

std::optional<std::string_view> ObjectReader::choice(std::string_view key, std::span<const std::string_view> names) {
  const auto value = text(key);
  if (!value) return std::nullopt;
  if (const auto at = std::find(names.begin(), names.end(), *value); at != names.end()) return *at;
  if (m_problems.is_full()) {
    problem(key, "");
    return std::nullopt;
  }
  const std::vector<std::string> shown(names.begin(), names.end());
  problem(key, fmt::format("expected {}, found \"{}\"{}", enumeration(shown, "or"), printable(*value),
                           did_you_mean(*value, names)));
  return std::nullopt;
}

/// An array that is no longer than real ones.
const Json* ObjectReader::short_list(std::string_view key) {
  constexpr std::size_t k_most_items = 100;  // real lists have some dozens
  const Json* list = find(key, Json::Kind::array, "an array");
  if (list == nullptr || list->items.size() <= k_most_items) return list;
  problem(key, fmt::format("expected at most {} items, found {}", k_most_items, list->items.size()));
  return nullptr;
}

std::optional<std::vector<double>> ObjectReader::numbers(std::string_view key, NumberRange range) {
  const Json* list = short_list(key);
  if (list == nullptr) return std::nullopt;
  std::vector<double> values;
  for (const auto& [item, where] : array(key)) {
    if (item->kind == Json::Kind::number && item->number >= range.low && item->number <= range.high) {
      values.push_back(item->number);
    } else {
      m_problems.add(where, fmt::format("expected a number {}, found {}", range_text(range), description(*item)));
    }
  }
  return values.size() == list->items.size() ? std::optional(std::move(values)) : std::nullopt;
}

std::optional<std::vector<std::string_view>> ObjectReader::texts(std::string_view key) {
  const Json* list = short_list(key);
  if (list == nullptr) return std::nullopt;
  std::vector<std::string_view> values;
  for (const auto& [item, where] : array(key)) {
    if (const auto value = checked_text(*item, where)) values.push_back(*value);
  }
  return values.size() == list->items.size() ? std::optional(values) : std::nullopt;
}

std::optional<std::vector<std::pair<std::string_view, std::string_view>>> ObjectReader::text_map(std::string_view key) {
  const auto found = object(key);
  if (!found) return std::nullopt;
  std::vector<std::pair<std::string_view, std::string_view>> values;
  for (const auto& member : found->first->members) {
    const JsonPlace where = place_of(member, found->second);
    if (has_control_character(member.key)) {
      m_problems.add(where, "expected a key without control characters, found \"" + printable(member.key) + '"');
    } else if (const auto value = checked_text(member.value, where)) {
      values.emplace_back(member.key, *value);
    }
  }
  const bool usable = values.size() == found->first->members.size();
  return usable ? std::optional(values) : std::nullopt;
}

std::vector<std::pair<const Json*, JsonPlace>> ObjectReader::array(std::string_view key) {
  const Json* value = find(key, Json::Kind::array, "an array");
  std::vector<std::pair<const Json*, JsonPlace>> items;
  if (value == nullptr) return items;
  const JsonPlace where = place(key);
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    const Json& item = value->items[i];
    items.emplace_back(&item, JsonPlace{where.file, fmt::format("{}/{}", where.pointer, i), item.line, item.column});
  }
  return items;
}

std::optional<std::pair<const Json*, JsonPlace>> ObjectReader::object(std::string_view key) {
  const Json* value = find(key, Json::Kind::object, "an object");
  if (value == nullptr) return std::nullopt;
  return std::pair(value, place(key));
}

void ObjectReader::refuse_unknown(std::span<const std::string_view> known) {
  for (const auto& member : m_object.members) {
    if (contains(known, member.key)) continue;
    const bool is_full = m_problems.is_full();  // looking for the nearest would only take time
    m_problems.add(
        place_of(member, m_place),
        is_full ? "" : fmt::format("unknown field \"{}\"{}", printable(member.key), did_you_mean(member.key, known)));
  }
}

}  // namespace gpuadvisor
