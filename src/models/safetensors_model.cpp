#include "safetensors_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "core/text.hpp"
#include "formats/json_limits.hpp"
#include "formats/json_reader.hpp"
#include "gpuadvisor/sizing/memory_need.hpp"
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

/// Whether a format makes about as many bytes of a network as its files have.
bool makes(const WeightFormat& format, const Network& network, double bytes) {
  constexpr double k_tolerance = 0.05;
  MemoryJob job = default_job(network, MemoryTask::run);
  job.weights = format;
  if (!missing_shape(network, job).empty()) return false;
  const double made = memory_need(network, job).memory_of(NeedPart::weights).value() * 1e9;
  return std::abs(made / bytes - 1) <= k_tolerance;
}

/// "00001-of-00004": the 4; 1 where a name tells no such thing.
int parts_of(std::string_view path) {
  constexpr std::string_view k_of = "-of-";
  const auto at = path.rfind(k_of);
  int parts = 1;
  if (at == std::string_view::npos || at == 0 || !is_digit(path[at - 1])) return 1;
  const auto read = std::from_chars(path.data() + at + k_of.size(), path.data() + path.size(), parts);
  return read.ec == std::errc() ? parts : 1;
}

}  // namespace

ModelFile safetensors_model(const std::string& path, std::span<const SafetensorsTensor> tensors) {
  ModelFile file;
  file.path = printable(path);
  file.kind = ModelFileKind::safetensors;
  if (std::any_of(tensors.begin(), tensors.end(), [](const SafetensorsTensor& tensor) {
        return tensor.name.find(".lora_A") != std::string::npos || tensor.name.find(".lora_down") != std::string::npos;
      })) {
    throw DataError({{file.path, 0, "", std::string(k_found_adapter)}});
  }
  if (const int parts = parts_of(path); parts > 1) {
    throw DataError({{file.path, 0, "",
                      fmt::format("expected a whole model, found one of {} files: name the folder, or the "
                                  "model.safetensors.index.json beside it",
                                  parts)}});
  }
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
        "Some tensors are integers, which may hold several parameters each: how many there are is not known.");
  } else {
    file.network.parameters = Millions{sums.parameters() / 1e6};
    file.has_parameters = true;
  }
  file.network.name = file.keep(file.path);
  return file;
}

ModelFile safetensors_index_model(const std::string& path, std::string_view text) {
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

  ModelFile file;
  file.path = shown;
  file.kind = ModelFileKind::safetensors_index;
  StoredWeights stored;
  stored.bytes = *bytes;
  stored.types =
      fmt::format("{} tensors in {} file{}", map->first->members.size(), files.size(), files.size() == 1 ? "" : "s");
  file.network.name = file.keep(file.path);
  file.stored = std::move(stored);
  return file;
}

ModelFile with_weights(ModelFile config, const ModelFile& weights) {
  config.stored = weights.stored;
  StoredWeights& stored = *config.stored;
  if (stored.parameters) {  // all tensors are known, and none is packed
    config.network.parameters = Millions{*stored.parameters / 1e6};
    config.has_parameters = true;
    config.are_parameters_counted = false;
  }
  if (!config.has_parameters) return config;
  const bool is_named = config.weights && makes(*config.weights, config.network, stored.bytes);
  stored.format = is_named ? *config.weights : even_format(stored.bytes, config.network.parameters);
  return config;
}

}  // namespace gpuadvisor
