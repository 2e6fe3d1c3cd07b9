#include "gpuadvisor/sizing/network_work.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Catch::Matchers::WithinRel;

MemoryJob running(const Network& network, std::string_view format = "fp16", int tokens = 4096) {
  MemoryJob job = default_job(network, MemoryTask::run);
  job.weights = *weight_format(format);
  job.tokens = tokens;
  return job;
}

TEST_CASE("A token reads all weights but the embedding, and the keys and values of half a sequence", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  const TokenWork work = token_work(llama, running(llama));
  // 8030.26 M - 128256 * 4096 = 7504.923 M, 2 B each.
  CHECK_THAT(work.weights.value(), WithinRel(15.009847, 1e-6));
  // 2048 tokens * 131072 B
  CHECK_THAT(work.keys_values.value(), WithinRel(0.268435456, 1e-9));
  // 2 * 7504.923 M, and of attention 2 * 32 heads * (128 + 128) * 32 layers * 2048 tokens = 1.073742e9
  CHECK_THAT(work.gflops, WithinRel(15.009847 + 1.073742, 1e-6));
}

TEST_CASE("A matrix shared by both ends is read as the output, in the bits of the output", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& tied = *catalog.network("llama-3-2-1b");
  CHECK_THAT(token_work(tied, running(tied)).weights.value(), WithinRel(1235.81e6 * 2 / 1e9, 1e-9));
  // 128256 * 2048 = 262.668288 M of 6.5625 bits (Q6_K), the other 973.141712 M of those of layers.
  const double bits = weight_format("q4-k-m")->bits;
  CHECK_THAT(token_work(tied, running(tied, "q4-k-m")).weights.value(),
             WithinRel((262.668288e6 * 6.5625 + 973.141712e6 * bits) / 8 / 1e9, 1e-9));
}

TEST_CASE("Of experts a token reads those that it is sent to, and shared ones always", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& mixtral = *catalog.network("mixtral-8x7b");
  // 32 * 8 * 3 * 4096 * 14336 = 45097.157 M in experts, of which 2 / 8 count; 131.072 M at each end, 1343.489 M else.
  CHECK_THAT(used_parameters(mixtral), WithinRel(12748.850e6, 1e-6));
  // With the embedding, as its makers count: 12.9 billion.
  CHECK_THAT(used_parameters(mixtral) + 131.072e6, WithinRel(12.9e9, 2e-3));
  CHECK_THAT(token_work(mixtral, running(mixtral)).weights.value(), WithinRel(25.497700, 1e-6));

  // Makers round: DeepSeek V3 uses 37 billion, and 0.93 billion of them are the embedding.
  const Network& deepseek = *catalog.network("deepseek-v3");
  CHECK_THAT(used_parameters(deepseek), WithinRel(36.6e9, 0.02));
}

TEST_CASE("A format that keeps experts alone smaller leaves the rest in 16 bits, or in 8.5", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& oss = *catalog.network("gpt-oss-20b");
  // 24 * 32 * 3 * 2880 * 2880 = 19110.298 M, 4 / 32 of 4.25 bits: 1.269043 GB; 646.196 M and 579.133 M of 16 bits.
  CHECK_THAT(token_work(oss, running(oss, "mxfp4-bf16")).weights.value(),
             WithinRel(1.269043 + 1.292391 + 1.158267, 1e-6));
  CHECK_THAT(token_work(oss, running(oss, "mxfp4")).weights.value(),
             WithinRel(1.269043 + (1.292391 + 1.158267) * 8.5 / 16, 1e-6));
}

TEST_CASE("Sequences of a batch share experts, and no batch reads more than all", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& mixtral = *catalog.network("mixtral-8x7b");
  CHECK(used_experts(mixtral, 1) == 0.25);
  CHECK_THAT(used_experts(mixtral, 2), WithinRel(1 - 0.75 * 0.75, 1e-12));
  CHECK_THAT(used_experts(mixtral, 1000), WithinRel(1.0, 1e-12));
  CHECK(used_experts(*catalog.network("llama-3-8b"), 1) == 1);
  MemoryJob job = running(mixtral);
  const double one = token_work(mixtral, job).gflops;
  job.batch = 8;
  // 45097.157 M * (1 - 0.75^8) + 1343.489 M + 131.072 M, 2 B each
  CHECK_THAT(token_work(mixtral, job).weights.value(), WithinRel(84.113793, 1e-5));
  CHECK(token_work(mixtral, job).gflops == one);
}

TEST_CASE("Windows and latent vectors are read as they are kept", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& gemma = *catalog.network("gemma-3-27b");
  const TokenWork work = token_work(gemma, running(gemma, "fp16", 8192));
  // Half of 8192 tokens in 10 layers, 1024 in 52: 94208; 2 * 16 * 128 values of 2 B each.
  CHECK_THAT(work.keys_values.value(), WithinRel(94208 * 4096 * 2 / 1e9, 1e-9));
  // The image encoder is not read: 27432.41 M - 423.06 M. Attention: 2 * 32 * 256 * 94208.
  CHECK_THAT(work.weights.value(), WithinRel(27.00935 * 2, 1e-6));
  CHECK_THAT(work.gflops, WithinRel(27.00935 * 2 + 2.0 * 32 * 256 * 94208 / 1e9, 1e-6));

  const Network& deepseek = *catalog.network("deepseek-v3");
  const TokenWork latent = token_work(deepseek, running(deepseek, "fp8", 2000));
  CHECK_THAT(latent.keys_values.value(), WithinRel(576 * 61 * 1000 * 2 / 1e9, 1e-9));
  // 128 heads of 192 for queries and keys and 128 for values, 61 layers, 1000 tokens.
  CHECK_THAT(latent.gflops - 2 * used_parameters(deepseek) / 1e9, WithinRel(2.0 * 128 * 320 * 61 * 1000 / 1e9, 1e-6));
}

TEST_CASE("Only the running of a decoder whose shape is known writes tokens", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  CHECK(writes_tokens(llama, running(llama)));
  CHECK_FALSE(writes_tokens(llama, default_job(llama, MemoryTask::lora)));
  const Network& bert = *catalog.network("bert-base");
  CHECK_FALSE(writes_tokens(bert, default_job(bert, MemoryTask::run)));
  Network described;
  described.parameters = Millions{7000};
  CHECK_FALSE(writes_tokens(described, running(described)));
}

TEST_CASE("A token that trains takes 6 operations a parameter, 4 beside adapters, and those of attention", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& llama = *catalog.network("llama-3-8b");
  MemoryJob job = default_job(llama, MemoryTask::train);
  job.tokens = 8192;
  job.batch = 2;
  REQUIRE(trains_tokens(llama, job));
  // 3 * (2 * 8030.26 M + of attention 4 * 32 layers * 32 heads * 128 * 4096 tokens = 2.147484e9)
  CHECK_THAT(training_work(llama, job).gflops, WithinRel(54.624012, 1e-6));
  CHECK(training_work(llama, job).step_tokens == 16384);
  job.task = MemoryTask::lora;
  CHECK_THAT(training_work(llama, job).gflops, WithinRel(36.416008, 1e-6));
  job.arithmetic = Arithmetic::fp32;
  CHECK_FALSE(trains_tokens(llama, job));
  CHECK_FALSE(trains_tokens(llama, running(llama)));
  const Network& mixtral = *catalog.network("mixtral-8x7b");
  job = default_job(mixtral, MemoryTask::train);
  job.tokens = 2;
  // 3 * 2 * 12900 M active parameters; attention of one token is nothing beside them
  CHECK_THAT(training_work(mixtral, job).gflops, WithinRel(77.4, 1e-4));
  CHECK(training_work(mixtral, job).has_experts);
}

TEST_CASE("A window of speech is read frame by frame and written in several guesses", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& whisper = *catalog.network("whisper-large-v3");
  const auto work = speech_work(whisper, running(whisper, "fp16", 448));
  REQUIRE(work);
  CHECK(work->seconds == 30);
  CHECK(work->frames == 1500);
  CHECK(work->tokens == 224);  // half of 448
  CHECK(work->beams == 5);
  // A layer of the encoder has 4 * 1280^2 + 2 * 1280 * 5120 = 19.660800 M weights, 32 of them 629.1456 M; keys and
  // values of the frames take 2 * 1280^2 * 32 = 104.8576 M more. Attention: 4 * 1500 * 1280 * 32 = 245.76e6.
  CHECK_THAT(work->reading.gflops, WithinRel(2 * (0.6291456 + 0.1048576) + 0.24576, 1e-9));
  // 32 * (6 * 1280^2 + 2 * 1280 * 5120) + 51866 * 1280 = 734.00320 M + 66.38848 M, 2 B each.
  CHECK_THAT(work->writing.weights.value(), WithinRel(1.60078336, 1e-9));
  // 2 * (1500 + 112) * 1280 * 32 values of 2 B
  CHECK_THAT(work->writing.keys_values.value(), WithinRel(0.264110080, 1e-9));
  CHECK(work->writing.layers == 48);
  CHECK_FALSE(speech_work(whisper, default_job(whisper, MemoryTask::train)));
  const Network& llama = *catalog.network("llama-3-8b");
  CHECK_FALSE(speech_work(llama, running(llama)));
}

}  // namespace
}  // namespace gpuadvisor
