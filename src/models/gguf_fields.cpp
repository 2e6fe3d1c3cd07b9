#include "gguf_fields.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_architecture = "general.architecture";

}  // namespace

GgufFields::GgufFields(std::string_view file, const GgufHeader& header) : m_file(file), m_header(header) {
  auto name = text(k_architecture);
  if (!name || name->empty()) fail(header.find(k_architecture), "general.architecture: expected a text, found none");
  m_architecture = std::move(*name);
}

void GgufFields::fail(const GgufEntry* entry, std::string message) const {
  throw DataError(
      {{std::string(m_file), 0, entry == nullptr ? "" : fmt::format("byte {}", entry->position), std::move(message)}});
}

const GgufEntry* GgufFields::entry(std::string_view key) const {
  return m_header.find(fmt::format("{}.{}", m_architecture, key));
}

int GgufFields::checked(const GgufEntry& entry, double value, double high) const {
  if (!(value >= 0 && value <= high) || value != std::floor(value)) {
    fail(&entry, fmt::format("{}: expected a whole number from 0 to {}, found {}", printable(entry.key),
                             json_number(high), fmt::format("{}", value)));
  }
  return static_cast<int>(value);
}

std::optional<int> GgufFields::plain_integer(std::string_view whole_key, double high) const {
  const GgufEntry* found = m_header.find(whole_key);
  if (found == nullptr) return std::nullopt;
  const double* value = std::get_if<double>(&found->value);
  if (value == nullptr) fail(found, fmt::format("{}: expected a number", printable(whole_key)));
  return checked(*found, *value, high);
}

std::optional<int> GgufFields::integer(std::string_view key, double high) const {
  const auto value = plain_integer(fmt::format("{}.{}", m_architecture, key), high);
  return value == 0 ? std::nullopt : value;
}

int GgufFields::required(std::string_view key, double high) const {
  const auto value = integer(key, high);
  if (!value) fail(entry(key), fmt::format("{}.{}: expected a number, found none", printable(m_architecture), key));
  return *value;
}

std::vector<int> GgufFields::integers(std::string_view key, double high) const {
  const GgufEntry* found = entry(key);
  if (found == nullptr) return {};
  if (const double* one = std::get_if<double>(&found->value)) return {checked(*found, *one, high)};
  const auto* list = std::get_if<std::vector<double>>(&found->value);
  if (list == nullptr) fail(found, fmt::format("{}: expected a number or a list of numbers", printable(found->key)));
  std::vector<int> values;
  values.reserve(list->size());
  for (const double value : *list) values.push_back(checked(*found, value, high));
  return values;
}

std::optional<std::string> GgufFields::text(std::string_view whole_key) const {
  const GgufEntry* found = m_header.find(whole_key);
  if (found == nullptr) return std::nullopt;
  const auto* value = std::get_if<std::string>(&found->value);
  if (value == nullptr) fail(found, fmt::format("{}: expected a text", printable(whole_key)));
  return *value;
}

std::uint64_t GgufFields::items(std::string_view whole_key) const {
  const GgufEntry* found = m_header.find(whole_key);
  return found == nullptr ? 0 : found->items;
}

}  // namespace gpuadvisor
