#include "config_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/text.hpp"

namespace gpuadvisor {

std::optional<std::string_view> ConfigFields::present(Names names) const {
  for (const auto name : names) {
    const Json* value = m_object.find(name);
    if (value != nullptr && value->kind != Json::Kind::null) return name;
  }
  return std::nullopt;
}

std::optional<int> ConfigFields::integer(Names names, double low, double high) {
  const auto name = present(names);
  if (!name) return std::nullopt;
  if (!is_array(*name)) return m_reader.integer(*name, {low, high});
  // One for each layer, and there are networks of more than a hundred.
  double largest = -1;
  for (const auto& [item, place] : m_reader.array(*name)) {
    if (item->kind == Json::Kind::null) continue;  // a layer without it
    if (item->kind != Json::Kind::number || item->number != std::floor(item->number) || item->number < 0 ||
        item->number > high) {
      m_reader.problems().add(place, fmt::format("expected a whole number up to {}", high));
      return std::nullopt;
    }
    largest = std::max(largest, item->number);
  }
  return largest < low ? std::nullopt : std::optional(static_cast<int>(largest));
}

std::optional<int> ConfigFields::required(Names names, double low, double high) {
  if (present(names)) return integer(names, low, high);
  std::vector<std::string> quoted;
  quoted.reserve(names.size());
  for (const auto name : names) quoted.push_back(fmt::format("\"{}\"", name));
  m_reader.problems().add(m_reader.place(), fmt::format("expected {}, found none", enumeration(quoted, "or")));
  return std::nullopt;
}

std::optional<double> ConfigFields::number(Names names, double low, double high) {
  const auto name = present(names);
  return name ? m_reader.number(*name, {low, high}) : std::nullopt;
}

std::optional<bool> ConfigFields::boolean(Names names) {
  const auto name = present(names);
  return name ? m_reader.boolean(*name) : std::nullopt;
}

std::optional<std::string_view> ConfigFields::text(Names names) {
  const auto name = present(names);
  return name ? m_reader.text(*name) : std::nullopt;
}

std::optional<int> ConfigFields::count_of(std::string_view key, std::string_view item) {
  if (!present({key})) return std::nullopt;
  const auto all = m_reader.array(key);
  return static_cast<int>(std::count_if(all.begin(), all.end(), [&](const auto& found) {
    return found.first->kind == Json::Kind::string && found.first->string == item;
  }));
}

int ConfigFields::count_of_number(std::string_view key, double number) {
  if (!present({key})) return 0;
  const auto all = m_reader.array(key);
  return static_cast<int>(std::count_if(all.begin(), all.end(), [&](const auto& found) {
    return found.first->kind == Json::Kind::number && found.first->number == number;
  }));
}

bool ConfigFields::is_array(std::string_view key) const {
  const Json* value = m_object.find(key);
  return value != nullptr && value->kind == Json::Kind::array;
}

bool ConfigFields::is_text(std::string_view key) const {
  const Json* value = m_object.find(key);
  return value != nullptr && value->kind == Json::Kind::string;
}

int ConfigFields::items(std::string_view key) {
  return present({key}) ? static_cast<int>(m_reader.array(key).size()) : 0;
}

std::optional<ConfigFields> ConfigFields::object(std::string_view key) {
  if (!present({key})) return std::nullopt;
  const auto found = m_reader.object(key);
  if (!found) return std::nullopt;
  return ConfigFields(*found->first, found->second, m_reader.problems());
}

}  // namespace gpuadvisor
