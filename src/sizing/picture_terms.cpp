#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "picture_work.hpp"
#include "term_list.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_parameters = 1e6;

// Training adapters of a U-Net, whose shape is not in the catalog: measured of Stable Diffusion 1.5 and XL
// (docs/memory.md#images-and-video).
constexpr double k_bytes_per_pixel_recomputed = 1.7e3;
constexpr double k_bytes_per_pixel_kept = 6.6e3;

bool is_image_decoder(const NetworkPart& part) { return part.name.starts_with("image"); }

/// Image decoders stay in 16 bits, and text encoders are given out in no fewer than 8.
double bits_of(const NetworkPart& part, const WeightFormat& format) {
  constexpr double k_decoder = 16;
  constexpr double k_text = 8;
  if (is_image_decoder(part)) return std::max(format.bits, k_decoder);
  return is_text_encoder(part) ? std::max(format.bits, k_text) : format.bits;
}

/// What is on the card at a time, and what it works in.
struct Step {
  std::vector<const NetworkPart*> parts;
  PictureWork work;
};

double bytes_of(const Step& step, const WeightFormat& format) {
  double bytes = 0;
  for (const NetworkPart* part : step.parts)
    bytes += part->parameters.value() * k_parameters * bits_of(*part, format) / 8;
  return bytes;
}

double on_card(const Network& network, const MemoryJob& job) {
  return job.layers_on_host == 0 ? 1 : 1 - static_cast<double>(job.layers_on_host) / network.layers.value_or(1);
}

/// Blocks of text encoders and of the denoiser wait in the host's memory where so many do; decoders are small.
double kept(const Step& step, const Network& network, const MemoryJob& job) {
  const bool is_decoder = !step.parts.empty() && is_image_decoder(*step.parts.front());
  return bytes_of(step, job.weights) * (is_decoder ? 1 : on_card(network, job));
}

/// All text encoders together, which work in next to nothing; then the denoisers; then the decoder. A decoder whose
/// size is not known works too.
std::vector<Step> steps_of(const Network& network, const MemoryJob& job) {
  std::vector<Step> steps(2);
  Step& decoder = steps[1];
  decoder.work = image_decoder_work(network, job);
  for (const NetworkPart& part : network.parts) {
    if (is_text_encoder(part)) {
      steps[0].parts.push_back(&part);
    } else if (is_image_decoder(part)) {
      steps[1].parts.push_back(&part);
    } else {
      steps.push_back({{&part}, denoiser_work(network, job)});
    }
  }
  return steps;
}

void add_weights(TermList& terms, const std::vector<const NetworkPart*>& parts, double bytes, std::string formula,
                 const MemoryJob& job, double share) {
  std::string sum;
  for (const NetworkPart* part : parts) {
    sum += terms.text("{}{} * {} / 8 B ({})", sum.empty() ? "" : " + ",
                      InMillions{part->parameters.value() * k_parameters}, Factor{bits_of(*part, job.weights)},
                      part->name);
  }
  if (share < 1) sum = terms.text("({}) * {}", sum, Factor{share});
  terms.add(NeedPart::weights, bytes, std::move(formula), std::move(sum));
}

void add_work(TermList& terms, PictureWork work) {
  terms.add(NeedPart::work_space, work.bytes, std::move(work.formula), std::move(work.calculation));
}

void add_whole(TermList& terms, const Network& network, const MemoryJob& job) {
  std::vector<const NetworkPart*> all;
  for (const NetworkPart& part : network.parts) all.push_back(&part);
  const NetworkPart alone{"denoiser", std::nullopt, network.parameters};
  if (all.empty()) all.push_back(&alone);
  add_weights(terms, all, bytes_of({all, {}}, job.weights), "sum of parameters * bits / 8", job, 1);
  PictureWork denoiser = denoiser_work(network, job);
  PictureWork decoder = image_decoder_work(network, job);
  add_work(terms, denoiser.bytes > decoder.bytes ? std::move(denoiser) : std::move(decoder));
}

void add_largest_step(TermList& terms, const Network& network, const MemoryJob& job) {
  std::vector<Step> steps = steps_of(network, job);
  const auto need_of = [&](const Step& step) { return kept(step, network, job) + step.work.bytes; };
  Step& step = *std::max_element(steps.begin(), steps.end(),
                                 [&](const Step& a, const Step& b) { return need_of(a) < need_of(b); });
  const double bytes = kept(step, network, job);
  const bool is_swapped = bytes < bytes_of(step, job.weights);
  add_weights(terms, step.parts, bytes,
              is_swapped ? "largest part * bits / 8 * share of blocks on the card" : "largest part * bits / 8", job,
              is_swapped ? on_card(network, job) : 1);
  add_work(terms, std::move(step.work));
}

}  // namespace

Gigabytes all_picture_weights(const Network& network, const WeightFormat& format) {
  double bytes = network.parts.empty() ? network.parameters.value() * k_parameters * format.bits / 8 : 0;
  for (const NetworkPart& part : network.parts) bytes += bytes_of({{&part}, {}}, format);
  return Gigabytes{bytes / 1e9};
}

void add_picture_terms(TermList& terms, const Network& network, const MemoryJob& job) {
  const bool in_turn = job.offloads_parts || job.layers_on_host > 0;
  if (in_turn && !network.parts.empty()) return add_largest_step(terms, network, job);
  add_whole(terms, network, job);
}

void add_picture_adapter_terms(TermList& terms, const Network& network, const MemoryJob& job,
                               const MemoryConstants& constants) {
  // As an encoder of so many tokens; its attention is fused.
  Network denoiser = network;
  denoiser.kind = NetworkKind::encoder;
  denoiser.parts = {};
  for (const NetworkPart& part : network.parts) {
    const bool is_denoiser = !is_text_encoder(part) && !is_image_decoder(part);
    if (is_denoiser) denoiser.parameters = part.parameters;  // of several, as large as each other, one at a time
  }
  denoiser.feed_forward = static_cast<int>(denoiser_width(network));
  MemoryJob training = job;
  training.tokens = picture_tokens(network, job);
  if (job.checkpointing == Checkpointing::none) training.checkpointing = Checkpointing::selective;
  add_training_terms(terms, denoiser, training, constants);
  if (network.hidden) return;
  const double each = job.checkpointing == Checkpointing::full ? k_bytes_per_pixel_recomputed : k_bytes_per_pixel_kept;
  terms.add(NeedPart::activations, picture_pixels(network, job) * each, "width * height * bytes * batch, as measured",
            terms.text("{} pixels * {} B", picture_pixels(network, job), each));
}

}  // namespace gpuadvisor
