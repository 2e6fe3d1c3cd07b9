#include "config_quantisation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "formats/json_limits.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_bits_16 = 16;
constexpr int k_usual_group = 128;
constexpr int k_most_group = 1'000'000;

/// How a quantised value is kept.
struct Code {
  std::string id;                                    // of the format like it: "fp8", "int4-g128"
  std::string title;                                 // "4-bit integers, groups of 128"
  double bits = 0;                                   // with what a group of values shares; 0: not known
  bool is_everywhere = false;                        // embeddings and output have it, too
  std::optional<double> output_bits = std::nullopt;  // of the output matrix, where it has bits of its own
};

/// Integers that share a scale, and a zero where there is one, in groups; a group of 0 or less is a row or more.
Code integers(double bits, int group, double shared_bits) {
  if (group <= 0) return {fmt::format("int{}", bits), fmt::format("{}-bit integers", bits), bits};
  return {fmt::format("int{}-g{}", bits, group), fmt::format("{}-bit integers, groups of {}", bits, group),
          bits + shared_bits / group};
}

Code known(std::string_view id) {
  const WeightFormat& format = *weight_format(id);
  return {std::string(format.id), std::string(format.title), format.bits};
}

/// Whether a word of a method or type holds a part, whatever its case.
bool has(std::string_view word, std::string_view part) {
  return lower_case(word).find(lower_case(part)) != std::string::npos;
}

/// The kinds of values that names of types and algorithms hold ("W4A8_NVFP4_FP8", "Float8WeightOnlyConfig").
Code code_called(std::string_view name, int group) {
  if (has(name, "nvfp4")) return known("nvfp4");
  if (has(name, "mxfp4") || has(name, "fp4")) return {"mxfp4", "MXFP4, blocks of 32", known("mxfp4-bf16").bits};
  if (has(name, "mxfp8")) return known("mxfp8");
  if (has(name, "w4") || has(name, "int4")) return integers(4, group > 0 ? group : k_usual_group, k_bits_16);
  if (has(name, "w8a8") || has(name, "int8")) return integers(8, 0, 0);
  if (has(name, "fp8") || has(name, "float8")) return known("fp8");
  return {};
}

int group_of(ConfigFields& fields, int otherwise) {
  return fields.integer({"group_size", "q_group_size"}, -1, k_most_group).value_or(otherwise);
}

Code gptq_or_awq(ConfigFields& fields, std::string_view method) {
  const int bits = fields.integer({"bits", "w_bit"}, 1, 32).value_or(4);
  const int group = group_of(fields, k_usual_group);
  if (bits == 4 && group == k_usual_group) return known(method == "awq" ? "awq" : "gptq");
  if (bits == 8 && group == k_usual_group) return known("int8");
  Code code = integers(bits, group, k_bits_16 + bits);
  code.title = fmt::format("{}, {}", method == "awq" ? "AWQ" : "GPTQ", code.title);
  return code;
}

/// A group of compressed-tensors: {"weights": {"num_bits": 4, "type": "int", "group_size": 32}}.
Code compressed(ConfigFields& group, std::string_view pack) {
  auto weights = group.object("weights");
  if (!weights) return {};
  const int bits = weights->integer({"num_bits"}, 1, 32).value_or(0);
  const std::string_view type = weights->text({"type"}).value_or("int");
  const int size = group_of(*weights, 0);
  if (type == "float" && bits == 8) return size == 32 ? known("mxfp8") : known("fp8");
  if (type == "float" && bits == 4) return code_called(size == 16 || has(pack, "nvfp4") ? "nvfp4" : "mxfp4", size);
  const bool is_symmetric = weights->boolean({"symmetric"}).value_or(true);
  return bits > 0 ? integers(bits, size, k_bits_16 + (is_symmetric ? 0 : bits)) : Code{};
}

/// Whether modules of this kind stay as they were in all layers: by a pattern, or listed for half of the layers.
bool are_kept(ConfigFields& fields, std::string_view kind, const Network& network) {
  int listed = 0;
  for (const auto* const key :
       {"ignore", "ignored_layers", "modules_to_not_convert", "exclude_modules", "llm_int8_skip_modules"}) {
    if (!fields.is_array(key)) continue;
    for (const auto& [item, place] : fields.reader().array(key)) {
      if (item->kind != Json::Kind::string || !has(item->string, kind)) continue;
      const bool is_of_one_layer =
          std::any_of(item->string.begin(), item->string.end(), [](char c) { return c >= '0' && c <= '9'; });
      if (!is_of_one_layer) return true;
      ++listed;
    }
  }
  return listed * 2 >= network.layers.value_or(1) && listed > 0;
}

/// What is quantised how: experts, or all matrices of layers, and the others of them.
struct Plan {
  Code code;
  std::optional<Code> rest;  // of layers, where their experts have `code`; a code of 16 bits: as they were
};

WeightFormat format_of(const Plan& plan, bool attention_is_kept, bool output_is_kept, ModelFile& file) {
  const Network& network = file.network;
  WeightFormat format;
  format.bits = plan.code.bits;
  if (plan.code.is_everywhere) format.embedding_bits = format.bits;
  format.output_bits =
      plan.code.output_bits.value_or(plan.code.is_everywhere || !output_is_kept ? format.bits : k_bits_16);
  format.unties_output = plan.code.id == "fp8";
  format.dequantises = plan.code.id.starts_with("nf4");
  std::string title = plan.code.title;
  const bool is_mixed = attention_is_kept || plan.rest;
  if (is_mixed && network.experts) {
    format.experts_only = true;
    format.rest_bits = plan.rest ? plan.rest->bits : k_bits_16;
    title += fmt::format(" (experts; the rest in {})", plan.rest ? plan.rest->title : "16 bits");
  } else if (is_mixed && network.feed_forward) {
    // Blocks alone are quantised: the bits of both, by their parameters.
    const ParameterSplit split = parameter_split(network);
    const double blocks = (network.gated_feed_forward ? 3.0 : 2.0) * network.feed_forward.value_or(0) *
                          network.hidden.value_or(0) * network.layers.value_or(0);
    const double part = std::min(blocks / std::max(split.rest, 1.0), 1.0);
    format.bits = part * plan.code.bits + (1 - part) * (plan.rest ? plan.rest->bits : k_bits_16);
    title += ", attention in 16 bits";
  }
  const auto same = [&](const WeightFormat& one) {
    return one.bits == format.bits && one.embedding_bits == format.embedding_bits &&
           one.output_bits == format.output_bits && one.experts_only == format.experts_only &&
           one.rest_bits == format.rest_bits && !one.is_gguf &&
           (one.experts_only || one.id == plan.code.id || one.id.starts_with("exl-"));
  };
  const auto formats = weight_formats();
  const auto at = std::find_if(formats.begin(), formats.end(), same);
  if (at != formats.end()) return *at;
  format.id = file.keep(plan.code.id);
  format.title = file.keep(std::move(title));
  format.source = "the configuration";
  return format;
}

/// Of Model Optimizer: one algorithm for all, or one for each of many layers.
Plan optimizer_plan(ConfigFields& fields) {
  const std::string_view name = fields.text({"quant_algo"}).value_or("");
  const int group = group_of(fields, 0);
  if (!has(name, "mixed")) {
    auto groups = fields.object("config_groups");
    if (!name.empty() || !groups || groups->json().members.empty()) return {code_called(name, group), std::nullopt};
    auto first = groups->object(groups->json().members.front().key);
    return {first ? compressed(*first, "") : Code{}, std::nullopt};
  }
  Plan plan;
  const auto layers = fields.object("quantized_layers");
  if (!layers) return plan;
  for (const JsonMember& layer : layers->json().members) {
    const Json* algorithm = layer.value.find("quant_algo");
    if (algorithm == nullptr || algorithm->kind != Json::Kind::string) continue;
    const Code code = code_called(algorithm->string, 0);
    if (code.bits <= 0) continue;
    if (has(layer.key, "expert") && !has(layer.key, "shared")) {
      plan.code = code;
    } else if (!plan.rest || code.bits > plan.rest->bits) {
      plan.rest = code;
    }
  }
  if (plan.code.bits == 0 && plan.rest) return {*plan.rest, std::nullopt};
  return plan;
}

Plan compressed_plan(ConfigFields& fields) {
  const std::string_view pack = fields.text({"format"}).value_or("");
  Plan plan;
  auto groups = fields.object("config_groups");
  if (!groups) return plan;
  for (const JsonMember& member : groups->json().members) {
    auto group = groups->object(member.key);
    if (!group) continue;
    const Code code = compressed(*group, group->text({"format"}).value_or(pack));
    if (code.bits <= 0) continue;
    if (plan.code.bits == 0 || code.bits < plan.code.bits) {
      if (plan.code.bits > 0) plan.rest = plan.code;
      plan.code = code;
    } else if (code.bits > plan.code.bits) {
      plan.rest = code;
    }
  }
  return plan;
}

Code bitsandbytes(ConfigFields& fields) {
  if (fields.boolean({"load_in_8bit", "_load_in_8bit"}).value_or(false)) return known("int8");
  return known(fields.boolean({"bnb_4bit_use_double_quant"}).value_or(false) ? "nf4-dq" : "nf4");
}

Code exllama(ConfigFields& fields, std::string_view method) {
  const double bits = fields.number({"bits"}, 1, 16).value_or(0);
  Code code{fmt::format("exl-{:.1f}", bits), fmt::format("{}-bit {}", bits, method == "exl2" ? "EXL2" : "EXL3"), bits};
  code.output_bits = fields.number({"head_bits"}, 1, 16).value_or(6);
  return code;
}

Code mlx(ConfigFields& fields) {
  const int bits = fields.integer({"bits"}, 1, 16).value_or(4);
  const int group = std::max(1, group_of(fields, 64));
  Code code{fmt::format("mlx-{}bit", bits), fmt::format("{}-bit MLX, groups of {}", bits, group), 0};
  code.bits = bits + 2 * k_bits_16 / group;  // a scale and a bias
  code.is_everywhere = true;
  return code;
}

Code hqq(ConfigFields& fields) {
  auto outer = fields.object("quant_config");
  auto inner = (outer ? *outer : fields).object("weight_quant_params");
  ConfigFields& own = inner ? *inner : fields;
  Code code = integers(own.integer({"nbits"}, 1, 8).value_or(4), group_of(own, 64), 2 * k_bits_16);
  code.title = "HQQ, " + code.title;
  return code;
}

/// What the type of a TorchAO or Quanto configuration is called, however deep it stands.
std::string_view type_name(const Json& json) {
  constexpr auto k_keys = std::to_array<std::string_view>({"_type", "weights", "quant_type", "weight", "dtype"});
  for (const auto key : k_keys) {
    const Json* value = json.find(key);
    if (value != nullptr && value->kind == Json::Kind::string) return value->string;
  }
  for (const JsonMember& member : json.members) {
    if (const auto name = type_name(member.value); !name.empty()) return name;
  }
  return {};
}

Plan plan_of(ConfigFields& fields, std::string_view method) {
  const auto alone = [](Code code) { return Plan{std::move(code), std::nullopt}; };
  if (method == "compressed-tensors") return compressed_plan(fields);
  if (has(method, "modelopt")) return optimizer_plan(fields);
  if (method == "gptq" || method == "awq" || has(method, "auto-round") || method == "gptqmodel") {
    return alone(gptq_or_awq(fields, method));
  }
  if (method == "bitsandbytes" || method == "bnb") return alone(bitsandbytes(fields));
  if (method == "exl2" || method == "exl3") return alone(exllama(fields, method));
  if (method == "hqq") return alone(hqq(fields));
  if (method == "bitnet") return alone({"ternary", "BitNet, 2 bits", 2});
  if (method == "eetq") return alone(known("int8"));
  if (method == "torchao" || method == "quanto" || method == "quark") {
    return alone(code_called(type_name(fields.json()), group_of(fields, 0)));
  }
  return alone(code_called(method, group_of(fields, 0)));  // fp8, fbgemm_fp8, mxfp4
}

void take(ConfigFields& fields, const Plan& plan, std::string_view method, ModelFile& file) {
  if (plan.code.bits > 0) {
    const bool keeps_output = method != "compressed-tensors" || are_kept(fields, "lm_head", file.network);
    file.weights = format_of(plan, are_kept(fields, "attn", file.network) || method == "mxfp4", keeps_output, file);
    return;
  }
  file.weights = format_16_bit();
  file.remarks.push_back(
      fmt::format("The weights are quantised in a way that is not known here ({}): they are counted in 16 bits, which "
                  "is more than they take; --quant says how many to count.",
                  method.empty() ? "no method named" : printable(method)));
}

}  // namespace

void read_quantisation(ConfigFields& whole, ConfigFields& part, ModelFile& file) {
  for (ConfigFields* fields : {&whole, &part}) {
    for (const std::string_view name : {"quantization_config", "compression_config", "quantization"}) {
      auto own = fields->object(name);
      if (!own) continue;
      const std::string method = lower_case(own->text({"quant_method"}).value_or(""));
      const bool is_of_bits = own->present({"load_in_4bit", "load_in_8bit"}).has_value();
      const bool is_mlx = method.empty() && !is_of_bits && own->present({"bits"});
      return take(*own,
                  is_mlx       ? Plan{mlx(*own), std::nullopt}
                  : is_of_bits ? Plan{bitsandbytes(*own), std::nullopt}
                               : plan_of(*own, method),
                  method, file);
    }
  }
}

void read_optimizer_quantisation(const std::string& path, std::string_view text, ModelFile& file) {
  const std::string shown = printable(path);
  const Json json = parse_json(text, shown, k_tensor_list_limits);
  Problems problems;
  ConfigFields whole(json, {shown, "", json.line}, problems);
  if (auto own = whole.object("quantization")) take(*own, optimizer_plan(*own), "modelopt", file);
  problems.throw_if_any();
}

}  // namespace gpuadvisor
