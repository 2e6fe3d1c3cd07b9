#include "gpuadvisor/sizing/memory_need.hpp"

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "picture_work.hpp"
#include "term_list.hpp"

namespace gpuadvisor {
namespace {

// CUDA context and libraries; sources say 0.3 to 1 GB (docs/memory.md#context).
constexpr double k_context = 0.65e9;

// 10 % on top of what another engine needs: "tight" begins there.
constexpr double k_margin = 1.1;

constexpr auto k_parts_by_shape =
    std::to_array<NeedPart>({NeedPart::adapters, NeedPart::kv_cache, NeedPart::states, NeedPart::activations,
                             NeedPart::logits, NeedPart::work_space});
constexpr double k_least_of_assumed = 0.5;
constexpr double k_most_of_assumed = 2;

// Quantiles 0.1 and 0.9 of measured / predicted: of making pictures by source, each weighing the same; of training
// adapters beside a denoiser, with and without recomputation, by network of the one source
// (docs/memory.md#images-and-video).
constexpr MemorySpread k_picture_spread{0.88, 1.51};
constexpr MemorySpread k_recomputed_adapters_spread{0.87, 1.69};
constexpr MemorySpread k_kept_adapters_spread{0.57, 1.57};

bool has_attention_layers(const Network& network) {
  return network.kind == NetworkKind::decoder || network.kind == NetworkKind::encoder ||
         network.kind == NetworkKind::encoder_decoder;
}

/// In 32 bits with Adam, as networks were trained while TensorFlow 1 was usual: the interval covers that too.
bool may_be_tensorflow_1(const MemoryJob& job) {
  return !job.engine_is_stated && job.engine == Engine::pytorch && job.task == MemoryTask::train &&
         job.arithmetic == Arithmetic::fp32 && job.optimizer == Optimizer::adam;
}

Gigabytes sum(const std::vector<NeedTerm>& terms) {
  Gigabytes total;
  for (const NeedTerm& term : terms) total = total + term.memory;
  return total;
}

std::vector<NeedTerm> terms_of(const Network& network, const MemoryJob& job, const MemoryConstants& constants,
                               NeedTexts texts) {
  TermList terms(texts);
  const bool adapts = job.task == MemoryTask::lora || job.task == MemoryTask::qlora;
  if (network.kind == NetworkKind::diffusion && adapts) {
    add_picture_adapter_terms(terms, network, job, constants);
  } else if (job.task == MemoryTask::run) {
    add_running_terms(terms, network, job);
  } else {
    add_training_terms(terms, network, job, constants);
  }
  terms.add(NeedPart::context, k_context, "a constant", "0.65 GB");
  std::vector<NeedTerm> sorted = terms.take();
  std::stable_sort(sorted.begin(), sorted.end(), [](const NeedTerm& a, const NeedTerm& b) { return a.part < b.part; });
  return sorted;
}

using Figures = std::vector<std::string_view>;

/// What of attention layers a need takes, by the names of options.
Figures missing_of_layers(const Network& network) {
  Figures missing;
  if (!network.layers) missing.emplace_back("layers");
  if (!network.hidden) missing.emplace_back("hidden size");
  if (!network.heads) missing.emplace_back("heads");
  if (!network.feed_forward && !network.expert_feed_forward) missing.emplace_back("feed-forward width");
  return missing;
}

Figures missing_of_pictures(const Network& network, const MemoryJob& job) {
  if (job.task == MemoryTask::train) return {"the activations of its denoiser"};
  const bool adapts = job.task != MemoryTask::run;
  const bool is_video = network.use == NetworkUse::video;
  const bool has_width = network.hidden && (!adapts || network.layers);
  const bool has_tokens = has_width && network.patch_pixels && (!is_video || network.patch_frames);
  Figures missing;
  if (!adapts && std::none_of(network.parts.begin(), network.parts.end(), is_text_encoder))
    missing.emplace_back("the size of its text encoder");
  // Of U-Nets, whose parts are known, decoders work in more.
  if (!has_tokens && (adapts || is_video || network.parts.empty())) missing.emplace_back("the shape of its denoiser");
  if (!job.image && !input_size(network)) missing.emplace_back("the size of its images");
  if (is_video && !job.frames && !input_frames(network)) missing.emplace_back("how many frames a video has");
  return missing;
}

/// All that is missing, for a sentence.
std::string what_is_missing(const Network& network, const MemoryJob& job) {
  Figures missing;
  if (has_attention_layers(network)) missing = missing_of_layers(network);
  if (network.kind == NetworkKind::diffusion) missing = missing_of_pictures(network, job);
  if (missing.empty()) return std::string(missing_shape(network, job));
  return enumeration(std::vector<std::string>(missing.begin(), missing.end()));
}

/// Of attention layers whose shape is not all known: weights, and keys and values where these can be told.
std::vector<NeedTerm> terms_without_layers(const Network& network, const MemoryJob& job, NeedTexts texts) {
  TermList terms(texts);
  const double parameters = network.parameters.value() * 1e6;
  terms.add(NeedPart::weights, parameters * job.weights.bits / 8, "parameters * bits / 8",
            terms.text("{} * {} / 8 B", InMillions{parameters}, Factor{job.weights.bits}));
  const bool has_cache =
      job.task == MemoryTask::run && network.layers && network.heads && (network.hidden || network.head_dim);
  if (!has_cache) return terms.take();
  terms.add(NeedPart::kv_cache, kv_cache_bytes(network, job.tokens, job.kv) * job.batch,
            "2 * kv_heads * head_dim * bits / 8 * layers * tokens * batch",
            terms.text("2 * {} * {} / 8 B * {} * {} * {}", key_width(network), Factor{kv_bits(job.kv)}, *network.layers,
                       job.tokens, job.batch));
  return terms.take();
}

/// Where text encoders are in 16 bits though the denoiser is in fewer, or the decoder computes in 32; programs that
/// swap blocks may hold a second copy of what they work on.
Gigabytes most_of_pictures(const Network& network, const MemoryJob& job, const MemoryNeed& need) {
  constexpr double k_bits = 16;
  constexpr double k_least_of_text = 8;
  const Gigabytes usual = need.total * k_picture_spread.high;
  const Gigabytes work = need.memory_of(NeedPart::work_space);
  const Gigabytes decoder{2 * image_decoder_work(network, job).bytes / 1e9};
  if (job.layers_on_host > 0) return std::max(usual + work, decoder);
  double text = 0;
  for (const NetworkPart& part : network.parts) text += is_text_encoder(part) ? part.parameters.value() : 0;
  if (job.offloads_parts && !network.parts.empty())
    return std::max({usual, decoder, Gigabytes{text * std::max(job.weights.bits, k_bits) / 8e3}});
  const double more_bits = std::max(k_bits - std::max(job.weights.bits, k_least_of_text), 0.0);
  return usual + std::max(decoder - work, Gigabytes{text * more_bits / 8e3});
}

}  // namespace

double scaled_activations(const Network& network, const MemoryJob& job) {
  const bool is_judged = job.task != MemoryTask::run && network.training_activations;
  const auto& activations = is_judged ? network.training_activations : network.activations;
  const double values = activations ? activations->value() * 1e6 : 0;
  const auto own = input_size(network);
  if (!job.image || !own) return values;
  return values * (static_cast<double>(job.image->width) * job.image->height) /
         (static_cast<double>(own->width) * own->height);
}

Gigabytes MemoryNeed::memory_of(NeedPart part) const {
  const auto at = std::find_if(terms.begin(), terms.end(), [&](const NeedTerm& term) { return term.part == part; });
  return at == terms.end() ? Gigabytes{} : at->memory;
}

std::string_view missing_shape(const Network& network, const MemoryJob& job) {
  if (has_attention_layers(network)) {
    const bool has_block = network.feed_forward || network.expert_feed_forward;
    if (!network.layers || !network.hidden || !network.heads || !has_block) return "the shape of its layers";
    if (job.tokens < 1) return "how many tokens a sample has";
    return "";
  }
  if (network.kind == NetworkKind::convolutional) return network.activations ? "" : "the activations of one sample";
  if (network.kind == NetworkKind::diffusion) {
    const auto missing = missing_of_pictures(network, job);
    return missing.empty() ? "" : missing.front();
  }
  if (job.task == MemoryTask::run) return "";
  return network.layers && network.hidden && job.tokens > 0 ? "" : "the shape of its layers";
}

MemoryNeed memory_need(const Network& network, const MemoryJob& job, const MemoryConstants& constants,
                       NeedTexts texts) {
  MemoryNeed need;
  const bool is_told = missing_shape(network, job).empty();
  const bool has_layers_told = is_told || !has_attention_layers(network);
  need.terms = has_layers_told ? terms_of(network, job, constants, texts) : terms_without_layers(network, job, texts);
  need.total = sum(need.terms);
  need.low = need.high = need.total;
  if (!is_told) {
    need.missing = what_is_missing(network, job);
    return need;
  }
  if (network.kind == NetworkKind::diffusion) {
    const bool runs = job.task == MemoryTask::run;
    const bool recomputes = job.checkpointing == Checkpointing::full;
    const MemorySpread spread = runs         ? k_picture_spread
                                : recomputes ? k_recomputed_adapters_spread
                                             : k_kept_adapters_spread;
    need.low = need.total * spread.low;
    need.high = runs ? most_of_pictures(network, job, need) : need.total * spread.high;
    return need;
  }
  const MemorySpread spread = memory_spread(memory_group(job));
  need.low = need.total * spread.low;
  need.high = need.total * spread.high;
  if (!network.shape_from.empty()) {
    // What follows from the parameters is known; the rest is that of another network, and may be half or twice as much.
    Gigabytes assumed;
    for (const NeedPart part : k_parts_by_shape) assumed = assumed + need.memory_of(part);
    need.low = need.low - assumed * (1 - k_least_of_assumed);
    need.high = need.high + assumed * (k_most_of_assumed - 1);
  }
  if (job.engine == Engine::pytorch && job.task == MemoryTask::run && network.kind == NetworkKind::decoder) {
    // Logits of the whole prompt in 32 bits, which Transformers kept until September 2024.
    constexpr double k_bytes = 4;
    need.high = need.high + Gigabytes{static_cast<double>(job.tokens) / 2 * job.batch * network.vocabulary.value_or(0) *
                                      k_bytes / 1e9};
  }
  if (may_be_tensorflow_1(job)) {
    MemoryJob other = job;
    other.engine = Engine::tensorflow_1;
    need.high = std::max(need.high, sum(terms_of(network, other, constants, NeedTexts::left_out)) * k_margin);
  }
  return need;
}

}  // namespace gpuadvisor
