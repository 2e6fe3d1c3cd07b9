#include "gpu_fields_text.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "formats/json.hpp"

namespace gpuadvisor {
namespace {

std::string to_text(std::string_view value) { return std::string(value); }
std::string to_text(bool value) { return value ? "true" : ""; }
std::string to_text(int value) { return std::to_string(value); }
std::string to_text(const PartialDate& value) { return value.text(); }

template <class Unit>
std::string to_text(Quantity<Unit> value) {
  return json_number(value.value());
}

template <class E>
requires std::is_enum_v<E> std::string to_text(E value) { return std::string(enum_name(value)); }

template <class T>
std::string to_text(const std::optional<T>& value) {
  return value ? to_text(*value) : std::string();
}

std::string to_text(std::span<const std::string_view> values) { return joined(values, "; "); }

}  // namespace

std::vector<FieldText> field_texts(const Gpu& gpu) {
  std::vector<FieldText> texts;
  for_each_field<Gpu>([&](const auto& field, std::size_t) {
    if (field.key == "id" || field.key == "source" || field.key == "further_sources") return;
    if constexpr (!std::is_same_v<decltype(field.member), std::span<const FieldSource> Gpu::*>) {
      std::string value = to_text(gpu.*field.member);
      const bool ours =
          std::find(k_editorial_fields.begin(), k_editorial_fields.end(), field.key) != k_editorial_fields.end();
      if (!value.empty()) texts.push_back({field.key, std::move(value), ours ? "" : source_of(gpu, field.key)});
    }
  });
  return texts;
}

}  // namespace gpuadvisor
