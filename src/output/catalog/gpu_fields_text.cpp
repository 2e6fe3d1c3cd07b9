#include "gpu_fields_text.hpp"

#include "core/contains.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "output/phrases/catalog_records.hpp"

namespace gpuadvisor {
namespace {

std::string to_text(const Value& value) {
  if (std::holds_alternative<bool>(value.data)) return "true";  // "no" is left out
  if (const auto* number = std::get_if<double>(&value.data)) return json_number(*number);
  if (const auto* text = std::get_if<std::string>(&value.data)) return *text;
  std::vector<std::string_view> texts;
  for (const Value& item : std::get<Value::List>(value.data)) texts.emplace_back(std::get<std::string>(item.data));
  return joined(texts, "; ");
}

bool is_one_of(std::string_view key, std::span<const std::string_view> keys) { return contains(keys, key); }

}  // namespace

std::vector<FieldText> field_texts(const Gpu& gpu) {
  constexpr auto k_apart = std::to_array<std::string_view>({"id", "source", "sources", "further_sources"});
  const Value value = value_of(gpu);
  std::vector<FieldText> texts;
  for (const auto& [key, member] : std::get<Value::Members>(value.data)) {
    if (is_one_of(key, k_apart)) continue;
    texts.push_back({key, to_text(member), is_one_of(key, k_editorial_fields) ? "" : source_of(gpu, key)});
  }
  return texts;
}

}  // namespace gpuadvisor
