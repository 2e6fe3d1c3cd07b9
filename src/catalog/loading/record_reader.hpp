#pragma once

#include <algorithm>
#include <bitset>
#include <optional>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "catalog/records/catalog_storage.hpp"
#include "core/text.hpp"
#include "formats/json_reader.hpp"

namespace gpuadvisor {

/// A record as one document gives it: perhaps only some of its fields.
template <class Record>
struct ParsedRecord {
  Record record;
  std::bitset<k_field_count<Record>> present;  // by index of field
  const Json* node;                            // for naming places in later problems
  JsonPlace place;
};

// Bounds of a plausible figure: they catch slips of the unit or of the decimal point, no more.
inline constexpr NumberRange k_quantity_range = {0.001, 1e7};
inline constexpr NumberRange k_count_range = {1, 1e8};
inline constexpr NumberRange k_coefficient_range = {-100, 100};

// read_value: stores the value of `key` if it is there and usable, and tells whether it was.

inline bool read_value(ObjectReader& reader, std::string_view key, std::string_view& value, TextStorage& storage) {
  const auto found = reader.text(key);
  if (found) value = storage.keep(*found);
  return found.has_value();
}

inline bool read_value(ObjectReader& reader, std::string_view key, bool& value, TextStorage& /*storage*/) {
  const auto found = reader.boolean(key);
  value = found.value_or(value);
  return found.has_value();
}

inline bool read_value(ObjectReader& reader, std::string_view key, int& value, TextStorage& /*storage*/) {
  const auto found = reader.integer(key, k_count_range);
  value = found.value_or(value);
  return found.has_value();
}

inline bool read_value(ObjectReader& reader, std::string_view key, double& value, TextStorage& /*storage*/) {
  const auto found = reader.number(key, k_coefficient_range);
  value = found.value_or(value);
  return found.has_value();
}

template <class Unit>
bool read_value(ObjectReader& reader, std::string_view key, Quantity<Unit>& value, TextStorage& /*storage*/) {
  const auto found = reader.number(key, k_quantity_range);
  if (found) value = Quantity<Unit>{*found};
  return found.has_value();
}

inline bool read_value(ObjectReader& reader, std::string_view key, PartialDate& value, TextStorage& /*storage*/) {
  const auto found = reader.text(key);
  if (!found) return false;
  const auto date = PartialDate::parse(*found);
  if (date) {
    value = *date;
  } else {
    reader.problem(key, "expected a date like 2026, 2026-03 or 2026-03-31, found \"" + printable(*found) + '"');
  }
  return date.has_value();
}

template <class E>
requires std::is_enum_v<E>
bool read_value(ObjectReader& reader, std::string_view key, E& value, TextStorage& /*storage*/) {
  const auto found = reader.choice(key, k_enum_names<E>);
  if (found) value = *enum_from_name<E>(*found);
  return found.has_value();
}

inline bool read_value(ObjectReader& reader, std::string_view key, std::span<const std::string_view>& value,
                       TextStorage& storage) {
  auto found = reader.texts(key);
  if (!found) return false;
  for (auto& item : *found) item = storage.keep(item);
  value = storage.keep(std::move(*found));
  return true;
}

inline bool read_value(ObjectReader& reader, std::string_view key, std::span<const double>& value,
                       TextStorage& storage) {
  if (!reader.has(key)) return false;
  auto numbers = reader.numbers(key, k_quantity_range);
  if (!numbers) return false;
  value = storage.keep(std::move(*numbers));
  return true;
}

inline bool read_value(ObjectReader& reader, std::string_view key, PriorityOrder& value, TextStorage& /*storage*/) {
  const auto found = reader.texts(key);
  if (!found) return false;
  std::set<Criterion> named;
  for (const auto name : *found) {
    if (const auto criterion = enum_from_name<Criterion>(name)) named.insert(*criterion);
  }
  if (found->size() != k_criteria || named.size() != k_criteria) {
    reader.problem(key, "expected each of tensor, flops, bandwidth and half once");
    return false;
  }
  std::transform(found->begin(), found->end(), value.begin(),
                 [](std::string_view name) { return *enum_from_name<Criterion>(name); });
  return true;
}

inline bool read_value(ObjectReader& reader, std::string_view key, std::span<const FieldSource>& value,
                       TextStorage& storage) {
  const auto found = reader.text_map(key);
  if (!found) return false;
  std::vector<FieldSource> sources;
  for (const auto& [field, source] : *found) sources.push_back({storage.keep(field), storage.keep(source)});
  value = storage.keep(std::move(sources));
  return true;
}

template <class T>
bool read_value(ObjectReader& reader, std::string_view key, std::optional<T>& value, TextStorage& storage) {
  T read{};
  const bool present = read_value(reader, key, read, storage);
  if (present) value = read;
  return present;
}

/// Records within a record.
template <class Record>
requires(k_field_count<Record> > 0) bool read_value(ObjectReader& reader, std::string_view key,
                                                    std::span<const Record>& value, TextStorage& storage);

/// Reads what `node` gives of a record; required fields may be missing (see report_missing).
template <class Record>
ParsedRecord<Record> read_record(const Json& node, const JsonPlace& place, Problems& problems, TextStorage& storage) {
  ParsedRecord<Record> parsed{{}, {}, &node, place};
  ObjectReader reader(node, place, problems);
  std::vector<std::string_view> keys;
  for_each_field<Record>([&](const auto& field, std::size_t index) {
    keys.push_back(field.key);
    parsed.present[index] = read_value(reader, field.key, parsed.record.*field.member, storage);
  });
  reader.refuse_unknown(keys);
  return parsed;
}

/// Reports each required field that the record's object does not have.
template <class Record>
void report_missing(const ParsedRecord<Record>& parsed, Problems& problems) {
  if (parsed.node->kind != Json::Kind::object) return;
  for_each_field<Record>([&](const auto& field, std::size_t) {
    if (!field.required || parsed.node->find(field.key) != nullptr) return;
    problems.add(parsed.place, "expected a field \"" + std::string(field.key) + "\", found none");
  });
}

template <class Record>
requires(k_field_count<Record> > 0) bool read_value(ObjectReader& reader, std::string_view key,
                                                    std::span<const Record>& value, TextStorage& storage) {
  if (!reader.has(key)) return false;
  std::vector<Record> records;
  for (const auto& [node, place] : reader.array(key)) {
    const auto parsed = read_record<Record>(*node, place, reader.problems(), storage);
    report_missing(parsed, reader.problems());
    records.push_back(parsed.record);
  }
  value = storage.keep(std::move(records));
  return true;
}

/// Copies the fields that `patch` has over those of `record`.
template <class Record>
void merge_record(Record& record, const ParsedRecord<Record>& patch) {
  for_each_field<Record>([&](const auto& field, std::size_t index) {
    if (patch.present[index]) record.*field.member = patch.record.*field.member;
  });
}

}  // namespace gpuadvisor
