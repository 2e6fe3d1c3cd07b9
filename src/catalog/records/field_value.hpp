#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "catalog/form/catalog_diff.hpp"
#include "catalog/form/record_writer.hpp"
#include "formats/json.hpp"

// What fields of records hold, as a FieldValue.

namespace gpuadvisor {

inline FieldValue field_value(std::string_view value) {
  return value.empty() ? FieldValue() : FieldValue(std::string(value));
}
inline FieldValue field_value(bool value) { return value ? FieldValue(true) : FieldValue(); }
inline FieldValue field_value(int value) { return static_cast<double>(value); }
inline FieldValue field_value(double value) { return value; }
inline FieldValue field_value(const PartialDate& value) { return value.text(); }

template <class Unit>
FieldValue field_value(Quantity<Unit> value) {
  return value.value();
}

template <class E>
requires std::is_enum_v<E> FieldValue field_value(E value) { return std::string(enum_name(value)); }

/// Unknown where there are no items.
template <class Items, class Text>
FieldValue list_value(const Items& items, Text text) {
  std::vector<std::string> texts;
  texts.reserve(items.size());
  for (const auto& item : items) texts.push_back(text(item));
  return texts.empty() ? FieldValue() : FieldValue(std::move(texts));
}

inline FieldValue field_value(std::span<const std::string_view> values) {
  return list_value(values, [](std::string_view value) { return std::string(value); });
}

inline FieldValue field_value(std::span<const double> values) {
  return list_value(values, [](double value) { return json_number(value); });
}

inline FieldValue field_value(const PriorityOrder& order) {
  return list_value(order, [](Criterion criterion) { return std::string(enum_name(criterion)); });
}

inline FieldValue field_value(std::span<const FieldSource> sources) {
  return list_value(sources, [](const FieldSource& exception) {
    return std::string(exception.field) + ": " + std::string(exception.source);
  });
}

template <class Record>
requires(k_field_count<Record> > 0) FieldValue field_value(std::span<const Record> records) {
  return list_value(records, [](const Record& record) {
    JsonWriter json;
    write_record(json, record, JsonWriter::Layout::one_line);
    std::string text = json.take();
    text.pop_back();  // the final newline
    return text;
  });
}

template <class T>
FieldValue field_value(const std::optional<T>& value) {
  return value ? field_value(*value) : FieldValue();
}

}  // namespace gpuadvisor
