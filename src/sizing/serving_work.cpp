#include "serving_work.hpp"

#include "gpuadvisor/sizing/network_shape.hpp"
#include "gpuadvisor/sizing/network_work.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_billion = 1e9;
constexpr double k_bits_of_gigabyte = 8e9;

}  // namespace

WeightKind weight_kind(const WeightFormat& format) {
  const std::string_view id = format.id;
  if (format.is_gguf) return WeightKind::gguf;
  if (id == "fp8" || id == "mxfp8") return WeightKind::fp8;
  if (id == "nvfp4") return WeightKind::fp4;
  if (id.substr(0, 5) == "mxfp4") return WeightKind::experts_fp4;
  constexpr double k_16_bits = 16;
  return format.bits < k_16_bits ? WeightKind::unpacked : WeightKind::bits_16;
}

ServingWork serving_work(const Network& network, const MemoryJob& job, int prompt_tokens, int answer_tokens) {
  const WeightFormat& format = job.weights;
  const ParameterSplit split = parameter_split(network);
  const double rest = split.rest * (format.experts_only ? format.rest_bits : format.bits);
  const double output = (split.output > 0 ? split.output : split.embedding) * format.output_bits;
  const bool has_output = split.output > 0 || format.unties_output;
  const double experts = split.experts * format.bits;
  const double looked_up = (split.embedding + split.layer_embeddings) * format.embedding_bits;
  constexpr double k_encoder_bits = 16;

  ServingWork work;
  work.kind = weight_kind(format);
  work.always_read = Gigabytes{(rest + output) / k_bits_of_gigabyte};
  work.experts = Gigabytes{experts / k_bits_of_gigabyte};
  work.weights = Gigabytes{(rest + (has_output ? output : 0) + experts + looked_up + split.encoders * k_encoder_bits) /
                           k_bits_of_gigabyte};
  work.experts_a_token = used_experts(network, 1);
  const auto cache = [&](int tokens) {
    return Gigabytes{(kv_cache_bytes(network, tokens, job.kv) + state_bytes(network)) / k_billion};
  };
  constexpr double k_held_of_answer = 0.6;  // room is taken as an answer grows, and begun again where there is none
  work.cache_held = cache(prompt_tokens + static_cast<int>(answer_tokens * k_held_of_answer));
  work.cache_read = cache(prompt_tokens + answer_tokens / 2);
  work.gflops = 2 * used_parameters(network) / k_billion;
  work.prompt_gflops = work.gflops + attention_operations(network, prompt_tokens / 2) / k_billion;
  work.layers = network.layers.value_or(work.layers);
  work.hidden = network.hidden.value_or(work.hidden);
  work.prompt_tokens = prompt_tokens;
  work.answer_tokens = answer_tokens;
  work.is_untried = has_untried_attention(network);
  return work;
}

}  // namespace gpuadvisor
