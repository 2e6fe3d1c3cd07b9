#include "gpuadvisor/sizing/network_work.hpp"

#include <algorithm>
#include <cmath>

#include "gpuadvisor/sizing/memory_need.hpp"
#include "gpuadvisor/sizing/network_shape.hpp"
#include "host_share.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_million = 1e6;
constexpr double k_giga = 1e9;
constexpr double k_bits_per_byte = 8;

/// The output matrix, which every token needs; where there is none of its own, it is the token embedding.
double output_parameters(const ParameterSplit& split) { return split.output > 0 ? split.output : split.embedding; }

/// On the GPUs.
double weight_bytes(const Network& network, const MemoryJob& job, int batch) {
  const ParameterSplit split = parameters_on_cards(network, job);
  const WeightFormat& format = job.weights;
  const double experts = split.experts * used_experts(network, batch) * format.bits;
  const double rest = split.rest * (format.experts_only ? format.rest_bits : format.bits);
  const double output = output_parameters(split) * format.output_bits;
  return (experts + rest + output) / k_bits_per_byte;
}

}  // namespace

bool writes_tokens(const Network& network, const MemoryJob& job) {
  return job.task == MemoryTask::run && network.kind == NetworkKind::decoder && writes_language(network) &&
         network.parameters > Millions{0} && missing_shape(network, job).empty();
}

double used_experts(const Network& network, int batch) {
  if (!network.experts) return 1;
  double active = static_cast<double>(network.active_experts.value_or(1)) / *network.experts;
  const ParameterSplit split = parameter_split(network);
  if (has_borrowed_experts(network) && split.experts > 0) {
    const double besides = split.rest + output_parameters(split);
    active = std::max(network.active_parameters->value() * k_million - besides, 0.0) / split.experts;
  }
  return 1 - std::pow(1 - std::min(active, 1.0), batch);
}

bool has_untried_attention(const Network& network) { return network.kv_latent && network.cache_bytes_per_token; }

double attention_operations(const Network& network, int tokens) {
  const int width = head_width(network);
  const double each = 2.0 * network.heads.value_or(0) * (width + network.value_head_dim.value_or(width));
  constexpr double k_operations_of_state = 4;
  return each * kept_tokens(network, tokens) + k_operations_of_state * state_values(network);
}

double used_parameters(const Network& network) {
  const ParameterSplit split = parameter_split(network);
  return split.experts * used_experts(network, 1) + split.rest + output_parameters(split);
}

TokenWork token_work(const Network& network, const MemoryJob& job) {
  const int tokens = job.tokens / 2;
  TokenWork work;
  work.weights = Gigabytes{weight_bytes(network, job, job.batch) / k_giga};
  work.least_share = weight_bytes(network, job, 1) / weight_bytes(network, job, job.batch);
  const double caches = kv_cache_bytes(network, tokens, job.kv) + state_bytes(network);
  const double share = cache_share_on_cards(network, job);
  work.keys_values = Gigabytes{caches * share / k_giga};
  if (job.layers_on_host > 0) {
    MemoryJob on_cards = job;
    on_cards.layers_on_host = 0;
    const double weights = weight_bytes(network, on_cards, 1) - weight_bytes(network, job, 1);
    work.on_host = Gigabytes{(weights + caches * (1 - share)) / k_giga};
  }
  work.layers = network.layers.value_or(work.layers);
  work.has_experts = network.experts.has_value();
  work.is_untried = has_untried_attention(network);
  work.gflops = (2 * used_parameters(network) + attention_operations(network, tokens)) / k_giga;
  return work;
}

bool trains_tokens(const Network& network, const MemoryJob& job) {
  return job.task != MemoryTask::run && network.kind == NetworkKind::decoder && writes_language(network) &&
         network.parameters > Millions{0} && job.arithmetic != Arithmetic::fp32 && !job.offloads_optimizer &&
         job.tokens > 0 && missing_shape(network, job).empty();
}

TrainingWork training_work(const Network& network, const MemoryJob& job) {
  TrainingWork work;
  work.trains_adapters = job.task != MemoryTask::train;
  work.has_experts = network.experts.has_value();
  const double passes = work.trains_adapters ? 2 : 3;  // of as much work as the forward pass
  const double parameters = network.active_parameters.value_or(network.parameters).value() * k_million;
  work.gflops = passes * (2 * parameters + attention_operations(network, job.tokens / 2)) / k_giga;
  work.step_tokens = static_cast<double>(job.batch) * job.tokens;
  return work;
}

std::optional<SpeechWork> speech_work(const Network& network, const MemoryJob& job) {
  const auto window = input_sound(network);
  const bool is_known = network.layers && network.decoder_layers && network.hidden && network.feed_forward &&
                        network.vocabulary && network.context;
  if (job.task != MemoryTask::run || !window || !is_known) return std::nullopt;
  SpeechWork work;
  work.seconds = window->seconds;
  work.frames = window->frames;
  work.tokens = *network.context / 2;  // the other half is for the text before
  work.beams = 5;                      // what Whisper's own program and faster-whisper use unless told otherwise
  const double square = static_cast<double>(*network.hidden) * *network.hidden;
  const double dense = 2.0 * *network.hidden * *network.feed_forward;
  const double keys_and_values = 2 * square * *network.decoder_layers;  // of the frames, made once
  const double encoder = (4 * square + dense) * *network.layers;
  const double decoder =
      (6 * square + dense) * *network.decoder_layers + static_cast<double>(*network.vocabulary) * *network.hidden;
  const auto attention = [&](double tokens, int layers) { return 4 * tokens * *network.hidden * layers; };

  work.reading.layers = *network.layers;
  work.reading.gflops = (2 * (encoder + keys_and_values) + attention(work.frames, *network.layers)) / k_giga;
  const double kept = work.frames + work.tokens / 2.0;    // in the middle of the text
  work.writing.layers = *network.decoder_layers * 3 / 2;  // three blocks each, where those of other decoders have two
  work.writing.weights = Gigabytes{decoder * job.weights.bits / k_bits_per_byte / k_giga};
  work.writing.keys_values =
      Gigabytes{2 * kept * *network.hidden * *network.decoder_layers * kv_bits(job.kv) / k_bits_per_byte / k_giga};
  work.writing.gflops = (2 * decoder + attention(kept, *network.decoder_layers)) / k_giga;
  return work;
}

}  // namespace gpuadvisor
