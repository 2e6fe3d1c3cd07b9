#include "gguf_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "gguf_fields.hpp"
#include "gpuadvisor/core/error.hpp"
#include "model_family.hpp"
#include "parameter_count.hpp"
#include "shape_limits.hpp"
#include "tensor_sums.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_most_parts = 65'535;  // of a model in several files
constexpr double k_million = 1e6;

constexpr std::string_view k_embedding = "token_embd.weight";
constexpr std::string_view k_layer_embeddings = "per_layer_token_embd.weight";
constexpr std::string_view k_output = "output.weight";

/// What `general.file_type` calls the mix of types, as formats are called here.
struct FileType {
  int number;
  std::string_view format;
};

constexpr auto k_file_types = std::to_array<FileType>({
    {0, "fp32"},    {1, "fp16"},    {2, "q4-0"},    {7, "q8-0"},     {10, "q2-k"},   {11, "q3-k-s"}, {12, "q3-k-m"},
    {13, "q3-k-l"}, {14, "q4-k-s"}, {15, "q4-k-m"}, {16, "q5-k-s"},  {17, "q5-k-m"}, {18, "q6-k"},   {19, "iq2-xxs"},
    {20, "iq2-xs"}, {21, "q2-k-s"}, {22, "iq3-xs"}, {23, "iq3-xxs"}, {24, "iq1-s"},  {25, "iq4-nl"}, {26, "iq3-s"},
    {27, "iq3-m"},  {28, "iq2-s"},  {29, "iq2-m"},  {30, "iq4-xs"},  {31, "iq1-m"},  {32, "fp16"},   {38, "mxfp4"},
});

const WeightFormat* format_of_file_type(std::optional<int> number) {
  const auto* at = std::find_if(k_file_types.begin(), k_file_types.end(),
                                [&](const FileType& type) { return type.number == number; });
  return at == k_file_types.end() ? nullptr : weight_format(at->format);
}

const GgufTensor* tensor_called(const GgufHeader& header, std::string_view name) {
  const auto at = std::find_if(header.tensors.begin(), header.tensors.end(),
                               [&](const GgufTensor& tensor) { return tensor.name == name; });
  return at == header.tensors.end() ? nullptr : &*at;
}

/// Reads the shape from metadata.
class ShapeReader {
 public:
  ShapeReader(const GgufFields& fields, const GgufHeader& header, ModelFile& file)
      : m_fields(fields), m_header(header), m_file(file), m_network(file.network) {}

  void read() {
    m_network.layers = m_fields.required("block_count", ShapeLimits::k_layers);
    m_network.hidden = m_fields.required("embedding_length", ShapeLimits::k_width);
    m_network.context = m_fields.integer("context_length", ShapeLimits::k_tokens);
    read_heads();
    read_latent();
    read_block();
    read_vocabulary();
    read_states();
    read_window();
  }

  /// Of a file that is older than compressed keys in llama.cpp, which then keeps whole keys and values. Parameters are
  /// counted before.
  void keep_whole_keys() {
    if (!m_whole_heads) return;
    m_network.kv_heads = m_whole_heads;
    m_network.kv_latent.reset();
    m_network.query_latent.reset();
    m_network.rope_dim.reset();
    m_file.remarks.emplace_back(
        "The file is older than compressed keys in llama.cpp, which keeps whole ones for it: a newer file of the same "
        "model needs far less for them.");
  }

 private:
  /// Layers may differ; those without heads keep no keys and values.
  void read_heads() {
    const auto heads = m_fields.integers("attention.head_count", ShapeLimits::k_heads);
    if (heads.empty()) (void)m_fields.required("attention.head_count", ShapeLimits::k_heads);
    m_network.heads = std::max(1, *std::max_element(heads.begin(), heads.end()));
    if (std::all_of(heads.begin(), heads.end(), [](int count) { return count == 0; })) m_network.attention_layers = 0;
    const auto key_heads = m_fields.integers("attention.head_count_kv", ShapeLimits::k_heads);
    if (!key_heads.empty()) {
      const int most = *std::max_element(key_heads.begin(), key_heads.end());
      if (most > 0) m_network.kv_heads = most;
      const auto keeping = std::count_if(key_heads.begin(), key_heads.end(), [](int count) { return count > 0; });
      if (key_heads.size() > 1 && keeping < *m_network.layers) {
        m_network.attention_layers = static_cast<int>(keeping);
      }
      const bool differ =
          std::any_of(key_heads.begin(), key_heads.end(), [&](int count) { return count > 0 && count != most; });
      if (differ) {
        m_file.remarks.emplace_back(
            "Layers have different numbers of heads: the most of any layer is counted for all.");
      }
    }
    m_network.head_dim = m_fields.integer("attention.key_length", ShapeLimits::k_head_width);
  }

  void read_latent() {
    const auto latent = m_fields.integer("attention.kv_lora_rank", ShapeLimits::k_width);
    if (!latent) return;
    // Newer files state the widths of keys and values as they are cached, and those of heads under names of their own.
    // With older ones llama.cpp keeps whole keys and values of all heads.
    const auto own_key = m_fields.integer("attention.key_length_mla", ShapeLimits::k_head_width);
    const auto own_value = m_fields.integer("attention.value_length_mla", ShapeLimits::k_head_width);
    m_network.value_head_dim =
        own_value ? own_value : m_fields.integer("attention.value_length", ShapeLimits::k_head_width);
    if (own_key) {
      m_network.head_dim = own_key;
    } else {
      m_whole_heads = m_network.kv_heads;
    }
    m_network.rope_dim = m_fields.required("rope.dimension_count", ShapeLimits::k_head_width);
    m_network.query_latent = m_fields.integer("attention.q_lora_rank", ShapeLimits::k_width);
    m_network.kv_latent = *latent + *m_network.rope_dim;
    m_network.kv_heads.reset();
  }

  void read_block() {
    const auto inner = m_fields.integers("feed_forward_length", ShapeLimits::k_width);
    const int widest = inner.empty() ? 0 : *std::max_element(inner.begin(), inner.end());
    if (widest > 0) m_network.feed_forward = widest;
    m_network.gated_feed_forward =
        std::any_of(m_header.tensors.begin(), m_header.tensors.end(), [](const auto& tensor) {
          return tensor.name.find(".ffn_gate.") != std::string::npos ||
                 tensor.name.find(".ffn_gate_exps.") != std::string::npos;
        });
    m_network.experts = m_fields.integer("expert_count", ShapeLimits::k_experts);
    if (!m_network.experts) return;
    m_network.active_experts = m_fields.integer("expert_used_count", *m_network.experts);
    m_network.shared_experts = m_fields.integer("expert_shared_count", ShapeLimits::k_experts);
    m_network.expert_feed_forward = m_fields.integer("expert_feed_forward_length", ShapeLimits::k_width);
    m_network.dense_layers = m_fields.integer("leading_dense_block_count", *m_network.layers);
    if (!m_network.expert_feed_forward) m_network.expert_feed_forward = m_network.feed_forward;
  }

  void read_vocabulary() {
    m_network.vocabulary = m_fields.integer("vocab_size", ShapeLimits::k_width);
    const GgufTensor* embedding = tensor_called(m_header, k_embedding);
    const bool is_matrix = embedding != nullptr && embedding->dimensions.size() == 2;
    if (tensor_called(m_header, k_layer_embeddings) != nullptr) {
      m_network.layer_embedding = m_fields.integer("embedding_length_per_layer_input", ShapeLimits::k_width);
    }
    const auto rows = is_matrix ? embedding->dimensions[1] : m_fields.items("tokenizer.ggml.tokens");
    if (rows > 0 && static_cast<double>(rows) <= ShapeLimits::k_width) m_network.vocabulary = static_cast<int>(rows);
    m_network.tied_embeddings = tensor_called(m_header, k_output) == nullptr;
  }

  /// Layers that keep a state in place of keys and values: those without heads of keys, or all but every so many.
  void read_states() {
    StateLayers state;
    state.kernel = m_fields.integer("ssm.conv_kernel", ShapeLimits::k_head_width);
    if (const auto taps = m_fields.integer("shortconv.l_cache", ShapeLimits::k_head_width)) {
      state.kind = StateKind::short_convolution;
      state.kernel = taps;
    } else {
      const auto inner = m_fields.integer("ssm.inner_size", ShapeLimits::k_width);
      if (inner && m_network.attention_layers == 0 && !m_fields.integer("ssm.group_count", ShapeLimits::k_heads)) {
        return read_state_space(*inner, state.kernel);
      }
      state.heads = m_fields.integer("ssm.time_step_rank", ShapeLimits::k_heads);
      state.key_dim = m_fields.integer("ssm.state_size", ShapeLimits::k_head_width);
      if (!inner || !state.heads || !state.key_dim) return;
      state.value_dim = *inner / *state.heads;
      const ModelFamily* family = gguf_family(m_fields.architecture());
      const bool is_mamba = family == nullptr || !family->attention_gate;
      state.kind = is_mamba ? StateKind::mamba_2 : StateKind::gated_delta_net;
      (is_mamba ? state.groups : state.key_heads) = m_fields.integer("ssm.group_count", ShapeLimits::k_heads);
    }
    const int layers = *m_network.layers;
    const auto interval = m_fields.integer("full_attention_interval", ShapeLimits::k_layers);
    if (interval && !m_network.attention_layers) m_network.attention_layers = layers / *interval;
    const auto inner = m_fields.integers("feed_forward_length", ShapeLimits::k_width);
    const auto blocks_alone =
        inner.size() > 1 ? std::count_if(inner.begin(), inner.end(), [](int width) { return width > 0; }) : 0;
    const bool have_all_a_block = blocks_alone == layers;
    state.layers =
        layers - m_network.attention_layers.value_or(layers) - (have_all_a_block ? 0 : static_cast<int>(blocks_alone));
    if (state.layers > 0) m_network.state_layers = m_file.keep(state);
  }

  /// No layer attends: each keeps a state for each channel (Mamba).
  void read_state_space(int channels, std::optional<int> kernel) {
    StateLayers state;
    state.kind = StateKind::mamba_1;
    state.layers = *m_network.layers;
    state.heads = channels;
    state.value_dim = 1;
    state.key_dim = m_fields.required("ssm.state_size", ShapeLimits::k_head_width);
    state.kernel = kernel;
    m_network.state_layers = m_file.keep(state);
    m_network.feed_forward = channels;
    m_network.feed_forward_layers = 0;
  }

  void read_window() {
    const auto window = m_fields.integer("attention.sliding_window", ShapeLimits::k_tokens);
    if (!window || (m_network.context && *window >= *m_network.context)) return;
    const int layers = *m_network.layers;
    auto pattern = m_fields.integers("attention.sliding_window_pattern", ShapeLimits::k_layers);
    const ModelFamily* family = gguf_family(m_fields.architecture());
    if (pattern.empty() && family != nullptr && family->window_period > 0) pattern = {family->window_period};
    if (pattern.empty()) {
      m_file.remarks.push_back(fmt::format(
          "A window of {} tokens is named, but not which layers have it: keys and values are counted without it.",
          *window));
      return;
    }
    const auto windowed = pattern.size() > 1 ? std::count(pattern.begin(), pattern.end(), 1)
                                             : layers - layers / std::max(pattern.front(), 1);
    if (windowed == 0) return;
    m_network.window = window;
    if (windowed < layers) m_network.windowed_layers = static_cast<int>(windowed);
  }

  const GgufFields& m_fields;
  const GgufHeader& m_header;
  ModelFile& m_file;
  Network& m_network;
  std::optional<int> m_whole_heads;
};

TensorSums sums_of(const GgufHeader& header) {
  TensorSums sums;
  for (const GgufTensor& tensor : header.tensors) {
    const auto place = tensor.name == k_embedding          ? TensorSums::Place::embedding
                       : tensor.name == k_layer_embeddings ? TensorSums::Place::layer_embeddings
                       : tensor.name == k_output           ? TensorSums::Place::output
                                                           : TensorSums::Place::rest;
    const std::string type =
        tensor.type == nullptr ? fmt::format("type {}", tensor.type_number) : std::string(tensor.type->name);
    sums.add(place, type, static_cast<double>(tensor.elements), static_cast<double>(tensor.bytes));
  }
  return sums;
}

/// Of a file that is one of several: its tensors are not all, so parameters follow from the shape and their bits from
/// the type that the file names.
void complete_part(ModelFile& file, const GgufFields& fields, int parts) {
  const ModelFamily* family = gguf_family(fields.architecture());
  if (family != nullptr) {
    file.network.gated_feed_forward = family->is_gated;
    file.network.tied_embeddings = family->is_tied;
  }
  const auto count = family == nullptr ? std::nullopt : counted_parameters(file.network, *family);
  file.remarks.push_back(fmt::format("This is one of {} files; the others are not read. {}", parts,
                                     count ? "The parameters of all are counted from the shape."
                                           : "How many parameters they have together is not known."));
  file.stored.reset();
  const WeightFormat* format = format_of_file_type(fields.plain_integer("general.file_type", ShapeLimits::k_width));
  if (format != nullptr) file.weights = *format;
  if (!count) return;
  file.network.parameters = count->all;
  file.has_parameters = true;
  file.are_parameters_counted = true;
}

/// What GGUF files hold besides networks.
void refuse_others(const GgufFields& fields, const std::string& file, double bytes) {
  const std::string type = fields.text("general.type").value_or("");
  const bool is_encoder = type == "mmproj" || fields.architecture() == "clip";
  if (!is_encoder && type != "adapter" && type != "imatrix") return;
  const std::string found =
      is_encoder          ? fmt::format("an encoder of images or sound for one ({:.2f} GB beside it)", bytes / 1e9)
      : type == "adapter" ? fmt::format("an adapter (LoRA) for one ({:.2f} GB beside it)", bytes / 1e9)
                          : std::string("an importance matrix, which tells how to quantise one");
  throw DataError({{file, 0, "", fmt::format("expected a model, found {}: name the model's own file", found)}});
}

/// Networks that read and write nothing: of a family that does, or said to look both ways.
bool is_encoder(const GgufFields& fields, const GgufHeader& header) {
  const ModelFamily* family = gguf_family(fields.architecture());
  const GgufEntry* causal = header.find(fmt::format("{}.attention.causal", fields.architecture()));
  const bool* value = causal == nullptr ? nullptr : std::get_if<bool>(&causal->value);
  return (family != nullptr && family->kind == NetworkKind::encoder) || fields.architecture() == "t5encoder" ||
         (value != nullptr && !*value);
}

}  // namespace

ModelFile gguf_model(const std::string& path, const GgufHeader& header) {
  ModelFile file;
  file.path = printable(path);
  file.kind = ModelFileKind::gguf;
  const TensorSums sums = sums_of(header);
  file.stored = sums.stored();
  if (file.stored->format) file.stored->format->is_gguf = true;
  const GgufFields fields(file.path, header);
  refuse_others(fields, file.path, file.stored->bytes);
  ShapeReader shape(fields, header, file);
  shape.read();
  if (is_encoder(fields, header)) file.network.kind = NetworkKind::encoder;
  const int parts = fields.plain_integer("split.count", k_most_parts).value_or(1);
  if (parts > 1) {
    complete_part(file, fields, parts);
  } else {
    if (header.tensors.empty()) throw DataError({{file.path, 0, "", "expected tensors, found a header without any"}});
    file.network.parameters = Millions{sums.parameters() / k_million};
    file.has_parameters = true;
  }
  shape.keep_whole_keys();
  const auto own_name = fields.text("general.name");
  const bool is_named = own_name && !own_name->empty() && !has_control_character(*own_name);
  file.network.name =
      file.keep(fmt::format("{} ({})", file.path, is_named ? *own_name : printable(fields.architecture())));
  return file;
}

}  // namespace gpuadvisor
