#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/formats/json_writer.hpp"

// Records as the data files write them, by their lists of fields.

namespace gpuadvisor {

inline void write_value(JsonWriter& json, std::string_view value) { json.text(value); }
inline void write_value(JsonWriter& json, bool value) { json.boolean(value); }
inline void write_value(JsonWriter& json, int value) { json.number(value); }
inline void write_value(JsonWriter& json, double value) { json.number(value); }
inline void write_value(JsonWriter& json, const PartialDate& value) { json.text(value.text()); }

template <class Unit>
void write_value(JsonWriter& json, Quantity<Unit> value) {
  json.number(value.value());
}

template <class E>
requires std::is_enum_v<E>
void write_value(JsonWriter& json, E value) { json.text(enum_name(value)); }

inline void write_value(JsonWriter& json, std::span<const std::string_view> values) {
  json.begin_array(JsonWriter::Layout::one_line);
  for (const auto value : values) json.text(value);
  json.end_array();
}

inline void write_value(JsonWriter& json, std::span<const double> values) {
  json.begin_array(JsonWriter::Layout::one_line);
  for (const double value : values) json.number(value);
  json.end_array();
}

inline void write_value(JsonWriter& json, const PriorityOrder& order) {
  json.begin_array(JsonWriter::Layout::one_line);
  for (const Criterion criterion : order) json.text(enum_name(criterion));
  json.end_array();
}

template <class T>
void write_value(JsonWriter& json, const std::optional<T>& value) {
  write_value(json, *value);
}

template <class Record>
void write_record(JsonWriter& json, const Record& record, JsonWriter::Layout layout);

template <class Record>
requires(k_field_count<Record> > 0) void write_value(JsonWriter& json, std::span<const Record> records) {
  json.begin_array(JsonWriter::Layout::one_line);
  for (const Record& record : records) write_record(json, record, JsonWriter::Layout::one_line);
  json.end_array();
}

/// The sources of single fields, in the order of these: a layer that replaced some had them behind the others.
template <class Record>
void write_field_sources(JsonWriter& json, std::span<const FieldSource> sources) {
  json.begin_object(JsonWriter::Layout::one_line);
  for_each_field<Record>([&](const auto& field, std::size_t) {
    for (const auto& exception : sources) {
      if (exception.field == field.key) json.key(exception.field).text(exception.source);
    }
  });
  json.end_object();
}

/// Absent values are not written, unless their field is required: unknown is absent, and so is "no".
inline bool is_absent(bool value) { return !value; }
template <class T>
requires requires(const T& value) { value.empty(); }
bool is_absent(const T& value) { return value.empty(); }
template <class T>
bool is_absent(const std::optional<T>& value) {
  return !value.has_value();
}
template <class T>
bool is_absent(const T& /*value*/) {
  return false;
}

template <class Record>
void write_record(JsonWriter& json, const Record& record, JsonWriter::Layout layout) {
  json.begin_object(layout);
  for_each_field<Record>([&](const auto& field, std::size_t) {
    const auto& value = record.*field.member;
    if (!field.required && is_absent(value)) return;
    json.key(field.key);
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::span<const FieldSource>>) {
      write_field_sources<Record>(json, value);
    } else {
      write_value(json, value);
    }
  });
  json.end_object();
}

}  // namespace gpuadvisor
