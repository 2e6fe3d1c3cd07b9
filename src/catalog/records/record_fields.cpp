#include "record_fields.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "catalog/loading/record_reader.hpp"
#include "field_value.hpp"
#include "gpuadvisor/catalog/measurement.hpp"

namespace gpuadvisor {
namespace {

// Bounds of a plausible figure: they catch slips of the unit or of the decimal point, no more.
constexpr NumberRange k_quantity_range = {0.001, 1e7};
constexpr NumberRange k_count_range = {1, 1e8};
constexpr NumberRange k_coefficient_range = {-100, 100};

// read_value: stores the value of `key` if it is there and usable, and tells whether it was.

bool read_value(ObjectReader& reader, std::string_view key, std::string_view& value, TextStorage& storage) {
  const auto found = reader.text(key);
  if (found) value = storage.keep(*found);
  return found.has_value();
}

bool read_value(ObjectReader& reader, std::string_view key, bool& value, TextStorage& /*storage*/) {
  const auto found = reader.boolean(key);
  value = found.value_or(value);
  return found.has_value();
}

bool read_value(ObjectReader& reader, std::string_view key, int& value, TextStorage& /*storage*/) {
  const auto found = reader.integer(key, k_count_range);
  value = found.value_or(value);
  return found.has_value();
}

bool read_value(ObjectReader& reader, std::string_view key, double& value, TextStorage& /*storage*/) {
  const auto found = reader.number(key, k_coefficient_range);
  value = found.value_or(value);
  return found.has_value();
}

bool read_value(ObjectReader& reader, std::string_view key, PartialDate& value, TextStorage& /*storage*/) {
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

bool read_value(ObjectReader& reader, std::string_view key, std::span<const std::string_view>& value,
                TextStorage& storage) {
  auto found = reader.texts(key);
  if (!found) return false;
  for (auto& item : *found) item = storage.keep(item);
  value = storage.keep(std::move(*found));
  return true;
}

bool read_value(ObjectReader& reader, std::string_view key, std::span<const double>& value, TextStorage& storage) {
  if (!reader.has(key)) return false;
  auto numbers = reader.numbers(key, k_quantity_range);
  if (!numbers) return false;
  value = storage.keep(std::move(*numbers));
  return true;
}

bool read_value(ObjectReader& reader, std::string_view key, PriorityOrder& value, TextStorage& /*storage*/) {
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

bool read_value(ObjectReader& reader, std::string_view key, std::span<const FieldSource>& value, TextStorage& storage) {
  const auto found = reader.text_map(key);
  if (!found) return false;
  std::vector<FieldSource> sources;
  for (const auto& [field, source] : *found) sources.push_back({storage.keep(field), storage.keep(source)});
  value = storage.keep(std::move(sources));
  return true;
}

template <class Unit>
bool read_value(ObjectReader& reader, std::string_view key, Quantity<Unit>& value, TextStorage& /*storage*/) {
  const auto found = reader.number(key, k_quantity_range);
  if (found) value = Quantity<Unit>{*found};
  return found.has_value();
}

template <class E>
requires std::is_enum_v<E>
bool read_value(ObjectReader& reader, std::string_view key, E& value, TextStorage& /*storage*/) {
  const auto found = reader.choice(key, k_enum_names<E>);
  if (found) value = *enum_from_name<E>(*found);
  return found.has_value();
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

template <class Record>
constexpr auto k_record_fields = []<std::size_t... i>(std::index_sequence<i...>) {
  static_assert(sizeof...(i) <= k_most_fields);
  return std::array<CatalogField, sizeof...(i)>{
      CatalogField{std::get<i>(k_fields<Record>).key, std::get<i>(k_fields<Record>).required,
                   [](ObjectReader& reader, void* record, TextStorage& storage) {
                     constexpr auto k_field = std::get<i>(k_fields<Record>);
                     return read_value(reader, k_field.key, static_cast<Record*>(record)->*k_field.member, storage);
                   },
                   [](void* to, const void* from) {
                     constexpr auto k_member = std::get<i>(k_fields<Record>).member;
                     static_cast<Record*>(to)->*k_member = static_cast<const Record*>(from)->*k_member;
                   },
                   [](const void* record) {
                     return field_value(static_cast<const Record*>(record)->*std::get<i>(k_fields<Record>).member);
                   }}...};
}
(std::make_index_sequence<k_field_count<Record>>());

template <class Record>
requires(k_field_count<Record> > 0) bool read_value(ObjectReader& reader, std::string_view key,
                                                    std::span<const Record>& value, TextStorage& storage) {
  if (!reader.has(key)) return false;
  std::vector<Record> records;
  for (const auto& [node, place] : reader.array(key)) {
    const auto parsed =
        read_fields(k_record_fields<Record>, &records.emplace_back(), *node, place, reader.problems(), storage);
    report_missing(k_record_fields<Record>, parsed, reader.problems());
  }
  value = storage.keep(std::move(records));
  return true;
}

}  // namespace

template <class Record>
std::span<const CatalogField> record_fields() {
  return k_record_fields<Record>;
}
template std::span<const CatalogField> record_fields<ScoreReference>();
template std::span<const CatalogField> record_fields<Dataset>();

/// What other files call of the function above: that of every table.
template <class... Record>
constexpr auto record_fields_of(const std::tuple<CatalogTable<Record>...>& /*tables*/) {
  return std::array{&record_fields<Record>...};
}
extern const auto k_record_fields_of_tables = record_fields_of(k_tables);

Values values_of(const void* record, std::span<const CatalogField> fields) {
  Values values;
  values.reserve(fields.size());
  for (const CatalogField& field : fields) values.push_back(field.value(record));
  return values;
}

Values values_of(const void* record, std::span<const CatalogField> fields, std::span<const std::string_view> names) {
  Values values;
  values.reserve(names.size());
  for (const auto name : names) {
    const auto field =
        std::find_if(fields.begin(), fields.end(), [&](const CatalogField& one) { return one.key == name; });
    values.push_back(field->value(record));
  }
  return values;
}

}  // namespace gpuadvisor
