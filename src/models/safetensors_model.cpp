#include "safetensors_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/text.hpp"
#include "formats/json_limits.hpp"
#include "formats/json_reader.hpp"
#include "tensor_sums.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_most_bytes = 1e15;

/// Whether the values of a type are parameters; integers hold several of them each, packed.
bool is_parameter_type(std::string_view type) { return type.starts_with('F') || type.starts_with("BF"); }

/// With as many bits per parameter as make up the bytes.
WeightFormat even_format(double bytes, Millions parameters) {
  const double bits = bytes * 8 / (parameters.value() * 1e6);
  WeightFormat format;
  format.id = "as-stored";
  format.title = "as the files keep them";
  format.bits = bits;
  format.embedding_bits = bits;
  format.output_bits = bits;
  return format;
}

}  // namespace

ModelFile safetensors_model(const std::string& path, std::span<const SafetensorsTensor> tensors) {
  ModelFile file;
  file.path = printable(path);
  file.kind = ModelFileKind::safetensors;
  TensorSums sums;
  bool is_packed = false;
  for (const SafetensorsTensor& tensor : tensors) {
    sums.add(TensorSums::Place::rest, tensor.type, static_cast<double>(tensor.elements),
             static_cast<double>(tensor.bytes));
    is_packed = is_packed || !is_parameter_type(tensor.type);
  }
  file.stored = sums.stored();
  if (sums.parameters() <= 0) throw DataError({{file.path, 0, "", "expected tensors, found none"}});
  if (is_packed) {
    file.stored->parameters.reset();
    file.stored->format.reset();
    file.remarks.emplace_back(
        "Some tensors are integers, which may hold several parameters each: how many there are is not told.");
  } else {
    file.network.parameters = Millions{sums.parameters() / 1e6};
    file.has_parameters = true;
  }
  file.network.name = file.keep(file.path);
  file.remarks.emplace_back(
      "The file holds no shape: name the model's config.json for keys and values, activations and training.");
  return file;
}

ModelFile safetensors_index_model(const std::string& path, std::string_view text,
                                  const std::optional<ModelFile>& config) {
  const std::string shown = printable(path);
  const Json json = parse_json(text, shown, k_tensor_list_limits);
  Problems problems;
  ObjectReader whole(json, {shown, "", json.line}, problems);
  const auto metadata = whole.object("metadata");
  if (!metadata && !whole.has("metadata")) problems.add(whole.place(), R"(expected "metadata", found none)");
  std::optional<double> bytes;
  if (metadata) {
    ObjectReader reader(*metadata->first, metadata->second, problems);
    bytes = reader.number("total_size", {1, k_most_bytes});
    if (!reader.has("total_size")) problems.add(reader.place(), R"(expected "total_size", found none)");
  }
  const auto map = whole.object("weight_map");
  if (!map && !whole.has("weight_map")) problems.add(whole.place(), R"(expected "weight_map", found none)");
  problems.throw_if_any();
  std::set<std::string_view> files;
  for (const JsonMember& member : map->first->members) files.insert(member.value.string);

  ModelFile file = config.value_or(ModelFile());
  file.path = shown;
  file.kind = ModelFileKind::safetensors_index;
  StoredWeights stored;
  stored.bytes = *bytes;
  stored.types =
      fmt::format("{} tensors in {} file{}", map->first->members.size(), files.size(), files.size() == 1 ? "" : "s");
  if (config) {
    stored.format = even_format(stored.bytes, file.network.parameters);
    file.remarks.emplace_back("The shape is from the config.json beside it.");
  } else {
    file.network.name = file.keep(file.path);
    file.remarks.emplace_back("There is no config.json beside it: only the weights can be told.");
  }
  file.stored = std::move(stored);
  return file;
}

}  // namespace gpuadvisor
