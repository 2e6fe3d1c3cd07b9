#include <fmt/format.h>

#include <algorithm>

#include "activations.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "host_share.hpp"
#include "term_list.hpp"

namespace gpuadvisor {
namespace {

// Prompts are read in pieces of so many tokens (llama.cpp's n_ubatch); longer ones need no more work space.
constexpr int k_prompt_piece = 512;

constexpr double k_bytes_16_bit = 2;
constexpr double k_bytes_32_bit = 4;
constexpr double k_bytes_per_running_score = 4;  // llama.cpp without a fused kernel

class WeightSum {
 public:
  explicit WeightSum(const TermList& terms) : m_terms(terms) {}

  void add(double parameters, double bits) {
    if (parameters <= 0) return;
    bytes += parameters * bits / 8;
    calculation +=
        m_terms.text("{}{} * {} / 8 B", calculation.empty() ? "" : " + ", InMillions{parameters}, Factor{bits});
  }

  double bytes = 0;
  std::string calculation;

 private:
  const TermList& m_terms;
};

/// Whether rows of so many values are made of whole blocks.
bool is_aligned(int row, const WeightFormat& format) {
  constexpr int k_block = 256;
  return format.unaligned_bits == 0 || row % k_block == 0;
}

/// Bits of the matrices of layers: larger where rows are not made of whole blocks. Rows of most matrices are as long as
/// the width between layers; those of the last of a block are as long as its inner width.
double layer_bits(const Network& network, const WeightFormat& format) {
  if (format.unaligned_bits == 0) return format.bits;
  const auto bits_of = [&](int row) { return is_aligned(row, format) ? format.bits : format.unaligned_bits; };
  const double last = network.gated_feed_forward ? 1.0 / 3 : 1.0 / 2;
  const int inner = network.experts ? network.expert_feed_forward.value_or(0) : network.feed_forward.value_or(0);
  return (1 - last) * bits_of(network.hidden.value_or(0)) + last * bits_of(inner);
}

/// Bits of embedding or output, whose rows are as long as the width between layers.
double outer_bits(const Network& network, const WeightFormat& format, double bits) {
  return is_aligned(network.hidden.value_or(0), format) ? bits : bits * format.unaligned_bits / format.bits;
}

/// Weights in their format on the cards. What has the same bits is one item. Encoders of images and sound stay in 16
/// bits.
WeightSum weight_sum(const TermList& terms, const Network& network, const MemoryJob& job) {
  constexpr double k_bits_of_encoders = 16;
  const WeightFormat& format = job.weights;
  ParameterSplit split = parameters_on_cards(network, job);
  const bool tied = network.tied_embeddings && split.output == 0;
  if (job.engine == Engine::llama_cpp) {
    // It looks tokens up in the host's memory ("always keep it on the CPU", llama-model.cpp). A matrix that is the
    // output, too, is on the card.
    split.layer_embeddings = 0;
    if (!tied || network.kind == NetworkKind::encoder) split.embedding = 0;
  }
  const double stack = split.experts + split.rest + split.embedding + split.layer_embeddings + split.output;
  WeightSum sum(terms);
  if (format.bits == format.embedding_bits && format.bits == format.output_bits) {
    sum.add(stack, format.bits);
  } else if (format.experts_only) {
    sum.add(split.experts, format.bits);
    sum.add(stack - split.experts, format.rest_bits);
  } else {
    sum.add(split.experts + split.rest, layer_bits(network, format));
    // One matrix for both ends is kept as the output is, and in some formats a second time.
    const double embedding_bits = outer_bits(network, format, format.embedding_bits);
    const double output_bits = outer_bits(network, format, format.output_bits);
    sum.add(split.embedding, tied ? output_bits : embedding_bits);
    sum.add(split.layer_embeddings, format.embedding_bits);
    sum.add(tied && format.unties_output ? split.embedding : split.output, output_bits);
  }
  sum.add(split.encoders, std::max(format.bits, k_bits_of_encoders));
  return sum;
}

double share_of_layers(const Network& network, const MemoryJob& job) {
  const int gpus = job.gpus;
  if (gpus <= 1 || !splits_by_layers(network)) return 1;
  const int layers = layer_count(network);
  if (job.layers_here > 0) return static_cast<double>(job.layers_here) / layers_on_gpus(network, job);
  const int per_card = (layers + gpus - 1) / gpus;
  return std::max(static_cast<double>(per_card) / layers, 1.0 / gpus);
}

/// "2 * 8 * 128", the values of one token in one layer.
std::string cached_values_text(const TermList& terms, const Network& network) {
  if (network.kv_latent) return terms.text("{} values", *network.kv_latent);
  const int width = head_width(network);
  const int value_width = network.value_head_dim.value_or(width);
  const int heads = key_width(network) / std::max(width, 1);
  return value_width == width ? terms.text("2 * {} * {}", heads, width)
                              : terms.text("{} * ({} + {})", heads, width, value_width);
}

void add_cache(TermList& terms, const Network& network, const MemoryJob& job, double share) {
  const double bytes = kv_cache_bytes(network, job.tokens, job.kv) * job.batch * share;
  const double per_token = kv_cache_bytes(network, 1, job.kv);
  std::string calculation =
      terms.text("{} * {} / 8 B a layer; {} B a token with all layers; * {} tokens * {}",
                 cached_values_text(terms, network), Factor{kv_bits(job.kv)}, Factor{per_token}, job.tokens, job.batch);
  if (network.window.value_or(job.tokens) < job.tokens) {
    calculation += terms.text(", windowed layers {} tokens", *network.window);
  }
  if (share < 1) calculation += terms.text(" * {}", Factor{share});
  terms.add(NeedPart::kv_cache, bytes,
            network.kv_latent ? "kv_latent * bits / 8 * layers * tokens * batch"
                              : "2 * kv_heads * head_dim * bits / 8 * layers * tokens * batch",
            std::move(calculation));
  terms.add(NeedPart::states, state_bytes(network) * job.batch * share, "values of states * 4 B * batch",
            terms.text("{} * 4 B * {}", InMillions{state_values(network)}, job.batch));
}

/// Tokens of prompts that are worked on at a time. PyTorch alone reads them at once, half of the context being prompt.
double piece_of_prompt(const MemoryJob& job) {
  const double all = static_cast<double>(job.tokens) * job.batch;
  const double prompts = job.engine == Engine::pytorch ? all / 2 : 0;
  return std::max(std::min<double>(all, k_prompt_piece), prompts);
}

void add_decoder_work(TermList& terms, const Network& network, const MemoryJob& job) {
  const double piece = piece_of_prompt(job);
  const double width = network.hidden.value_or(0);
  const double inner = active_feed_forward(network);
  double bytes = piece * (6 * width + 3 * inner) * k_bytes_16_bit;
  std::string formula = "piece * (6 h + 3 f) * 2 B";
  std::string calculation = terms.text("{} * (6 * {} + 3 * {}) * 2 B", piece, width, inner);
  if (const double unpacked = unpacked_matrix_bytes(network, job); unpacked > 0) {
    bytes += unpacked;
    formula += " + largest matrix * 2 B";
    calculation += terms.text(" + {} * 2 B", InMillions{unpacked / k_bytes_16_bit});
  }
  if (job.engine == Engine::llama_cpp) {
    const double words = network.vocabulary.value_or(0);
    bytes += piece * words * k_bytes_32_bit;
    formula += " + piece * vocabulary * 4 B";
    calculation += terms.text(" + {} * {} * 4 B", piece, words);
    if (job.eager_attention) {
      const double heads = network.heads.value_or(0);
      bytes += piece * heads * job.tokens * k_bytes_per_running_score;
      formula += " + piece * heads * tokens * 4 B";
      calculation += terms.text(" + {} * {} * {} * 4 B", piece, heads, job.tokens);
    }
  }
  terms.add(NeedPart::work_space, bytes, std::move(formula), std::move(calculation));
}

/// One layer at a time over all tokens, as a decoder reads a piece of its prompt; attention is fused.
void add_encoder_work(TermList& terms, const Network& network, const MemoryJob& job) {
  const double width = network.hidden.value_or(0);
  const double inner = active_feed_forward(network);
  terms.add(NeedPart::work_space,
            static_cast<double>(job.batch) * job.tokens * (6 * width + 3 * inner) * k_bytes_16_bit,
            "batch * tokens * (6 h + 3 f) * 2 B",
            terms.text("{} * {} * (6 * {} + 3 * {}) * 2 B", job.batch, job.tokens, width, inner));
}

/// All outputs of convolutions at once: no more than that is ever held.
void add_convolution_work(TermList& terms, const Network& network, const MemoryJob& job) {
  const double bytes = job.weights.bits >= 32 ? k_bytes_32_bit : k_bytes_16_bit;
  const double values = scaled_activations(network, job);
  terms.add(NeedPart::work_space, values * bytes * job.batch, "activations * bytes * batch (an upper bound)",
            terms.text("{} * {} B * {}", InMillions{values}, bytes, job.batch));
}

}  // namespace

double unpacked_matrix_bytes(const Network& network, const MemoryJob& job) {
  constexpr double k_bits = 16;
  const WeightFormat& format = job.weights;
  if (!format.dequantises) return 0;
  const auto or_0 = [](std::optional<int> value) { return value.value_or(0); };
  const int block = std::max(or_0(network.feed_forward), or_0(network.expert_feed_forward));
  const bool has_words = std::min(format.embedding_bits, format.output_bits) < k_bits || job.engine == Engine::litgpt;
  const int words = has_words ? or_0(network.vocabulary) : 0;
  return static_cast<double>(or_0(network.hidden)) * std::max({block, query_width(network), words}) * k_bytes_16_bit;
}

void add_kept_weights(TermList& terms, const Network& network, const MemoryJob& job, double share,
                      std::string_view share_formula) {
  const WeightSum sum = weight_sum(terms, network, job);
  const bool is_whole = share == 1;
  terms.add(NeedPart::weights, sum.bytes * share,
            std::string(is_whole ? "sum of parameters * bits / 8" : share_formula),
            is_whole ? sum.calculation : terms.text("({}) * {}", sum.calculation, Factor{share}));
}

Gigabytes host_need(const Network& network, const MemoryJob& job) {
  if (job.layers_on_host == 0) return {};
  if (network.kind == NetworkKind::diffusion) return all_picture_weights(network, job.weights);
  MemoryJob on_cards = job;
  on_cards.layers_on_host = 0;
  const double caches = (kv_cache_bytes(network, job.tokens, job.kv) + state_bytes(network)) * job.batch;
  const TermList none(NeedTexts::left_out);
  const double weights = weight_sum(none, network, on_cards).bytes - weight_sum(none, network, job).bytes;
  return Gigabytes{(weights + caches * (1 - cache_share_on_cards(network, job))) / 1e9};
}

void add_running_terms(TermList& terms, const Network& network, const MemoryJob& job) {
  if (network.kind == NetworkKind::diffusion) return add_picture_terms(terms, network, job);
  const double share = share_of_layers(network, job);
  add_kept_weights(terms, network, job, share, "sum of parameters * bits / 8, * share of layers");
  switch (network.kind) {
    case NetworkKind::decoder:
    case NetworkKind::encoder_decoder:
      add_cache(terms, network, job, share * cache_share_on_cards(network, job));
      add_decoder_work(terms, network, job);
      break;
    case NetworkKind::encoder:
      add_encoder_work(terms, network, job);
      break;
    case NetworkKind::convolutional:
      add_convolution_work(terms, network, job);
      break;
    case NetworkKind::recurrent:  // states of one step, which are small beside the weights
    case NetworkKind::diffusion:  // told above
      break;
  }
}

}  // namespace gpuadvisor
