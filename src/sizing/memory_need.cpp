#include "gpuadvisor/sizing/memory_need.hpp"

#include <algorithm>
#include <array>

#include "gpuadvisor/sizing/network_shape.hpp"
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

// What making pictures works in is counted, not measured: a denoiser may guide itself by a second pass, a decoder may
// compute in 32 bits, and either may go in tiles. The one need that is published is 2.1 times the count
// (docs/memory.md).
constexpr double k_least_picture_work = 0.5;
constexpr double k_most_picture_work = 2.5;

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
  if (job.task == MemoryTask::run) {
    add_running_terms(terms, network, job);
  } else {
    add_training_terms(terms, network, job, constants);
  }
  terms.add(NeedPart::context, k_context, "a constant", "0.65 GB");
  std::vector<NeedTerm> sorted = terms.take();
  std::stable_sort(sorted.begin(), sorted.end(), [](const NeedTerm& a, const NeedTerm& b) { return a.part < b.part; });
  return sorted;
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
    if (job.task != MemoryTask::run) return "the activations of its denoiser";
    if (job.offloads_parts && network.parts.empty()) return "its parts";
    if (!job.image && !input_size(network)) return "the size of its images";
    if (network.use != NetworkUse::video) return "";
    if (!network.patch_frames || !network.hidden) return "what its frames take";
    return job.frames || input_frames(network) ? "" : "how many frames a video has";
  }
  if (job.task == MemoryTask::run) return "";
  return network.layers && network.hidden && job.tokens > 0 ? "" : "the shape of its layers";
}

MemoryNeed memory_need(const Network& network, const MemoryJob& job, const MemoryConstants& constants,
                       NeedTexts texts) {
  MemoryNeed need;
  need.terms = terms_of(network, job, constants, texts);
  need.total = sum(need.terms);
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
  if (network.kind == NetworkKind::diffusion && job.task == MemoryTask::run) {
    const Gigabytes work = need.memory_of(NeedPart::work_space);
    need.low = need.low - work * (1 - k_least_picture_work);
    need.high = need.high + work * (k_most_picture_work - 1);
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
