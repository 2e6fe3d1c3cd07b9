#include "catalog_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

constexpr std::string_view k_meaning = "As in the data files";

// What data files write of a field: nothing where it is unknown or "no".

template <class X>
const X& stated(const X& value) {
  return value;
}
std::optional<bool> stated(bool value) { return value ? std::optional(true) : std::nullopt; }
std::optional<std::string_view> stated(std::string_view text) { return unless_empty(text); }
std::optional<std::span<const std::string_view>> stated(std::span<const std::string_view> texts) {
  return texts.empty() ? std::nullopt : std::optional(texts);
}

/// In the order of the fields: a layer that replaced some had them behind the others.
std::optional<Keyed<std::string_view>> stated(std::span<const FieldSource> sources) {
  Keyed<std::string_view> found;
  for_each_field<Gpu>([&](const auto& field, std::size_t) {
    for (const FieldSource& exception : sources) {
      if (exception.field == field.key) found.emplace_back(field.key, exception.source);
    }
  });
  return found.empty() ? std::nullopt : std::optional(std::move(found));
}

template <class T, std::size_t i>
Record<T> with_field(Record<T> record, std::string_view properties) {
  static constexpr auto k_field = std::get<i>(k_fields<T>);
  static constexpr auto k_stated = [](const T& one) { return stated(one.*k_field.member); };
  // A catalog of one's own has other vendors than the data files.
  const MemberRule rule = k_field.key == "vendor" ? id() : described_in(properties);
  if constexpr (k_field.required) {
    return std::move(record).template member<k_field.member>(k_field.key, k_meaning, rule);
  } else if constexpr (std::is_same_v<decltype(k_field.member), std::span<const FieldSource> T::*>) {
    return std::move(record).member(k_field.key, k_meaning, rule, omitted_when_empty(), one_line(), k_stated);
  } else {
    return std::move(record).member(k_field.key, k_meaning, rule, omitted_when_empty(), k_stated);
  }
}

template <class T>
Record<T> catalog_record(std::string_view name, std::string_view meaning, Layout layout, std::string_view properties) {
  Record<T> record(name, meaning, layout);
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((record = with_field<T, i>(std::move(record), properties)), ...);
  }
  (std::make_index_sequence<k_field_count<T>>{});
  return record;
}

}  // namespace

template <>
Record<Gpu> description() {
  return catalog_record<Gpu>("gpu",
                             "A GPU; the fields that our data files always have may lack in a catalog of one's own",
                             Layout::lines, "../gpus.schema.json#/$defs/gpu/properties");
}

template <>
Record<Price> description() {
  return catalog_record<Price>("quote", "A quote", Layout::one_line, "../prices.schema.json#/$defs/price/properties");
}

template <>
Record<Source> description() {
  return catalog_record<Source>("source", "A source", Layout::lines, "../sources.schema.json#/$defs/source/properties");
}

}  // namespace gpuadvisor
