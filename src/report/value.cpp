#include "value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/decimal_from_chars.hpp"

namespace gpuadvisor {

const Value* Value::member(std::string_view key) const {
  const auto* members = std::get_if<Members>(&data);
  if (members == nullptr) return nullptr;
  const auto found =
      std::find_if(members->begin(), members->end(), [key](const auto& one) { return one.first == key; });
  return found == members->end() ? nullptr : &found->second;
}

double published(double number) {
  if (std::trunc(number) == number || !std::isfinite(number)) return number;
  constexpr std::size_t k_room = 32;
  std::array<char, k_room> digits{};
  auto* const end = fmt::format_to_n(digits.data(), digits.size(), "{:.9g}", number).out;
  (void)decimal_from_chars(digits.data(), end, number);
  return number;
}

void write_value(JsonWriter& json, const Value& value) {
  if (const auto* truth = std::get_if<bool>(&value.data)) {
    json.boolean(*truth);
  } else if (const auto* number = std::get_if<double>(&value.data)) {
    json.number(*number);
  } else if (const auto* text = std::get_if<std::string>(&value.data)) {
    json.text(*text);
  } else if (const auto* list = std::get_if<Value::List>(&value.data)) {
    json.begin_array(value.layout);
    for (const Value& item : *list) write_value(json, item);
    json.end_array();
  } else if (const auto* members = std::get_if<Value::Members>(&value.data)) {
    json.begin_object(value.layout);
    for (const auto& [key, member] : *members) {
      if (!member.is_flat_only) write_value(json.key(key), member);
    }
    json.end_object();
  } else {
    json.null();
  }
}

std::string json_text(const Value& value) {
  JsonWriter json;
  write_value(json, value);
  return json.take();
}

}  // namespace gpuadvisor
