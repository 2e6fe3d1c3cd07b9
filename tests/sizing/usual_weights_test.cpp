#include "gpuadvisor/sizing/usual_weights.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"
#include "gpuadvisor/sizing/memory_need.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;

TEST_CASE("a network is taken in the format that people run", "[sizing]") {
  struct Case {
    const char* network;
    RunsOn runs_on;
    const char* format;
    WeightsFrom from;
  };
  const Case cases[] = {
      {"llama-3-70b", RunsOn::own_cards, "q4-k-m", WeightsFrom::usual},
      {"llama-3-70b", RunsOn::servers, "fp8", WeightsFrom::usual},
      {"gpt-oss-120b", RunsOn::own_cards, "mxfp4", WeightsFrom::published},
      {"gpt-oss-120b", RunsOn::servers, "mxfp4-bf16", WeightsFrom::published},
      {"deepseek-v3", RunsOn::own_cards, "q4-k-m", WeightsFrom::usual},  // published in 8 bits: too large at home
      {"deepseek-v3", RunsOn::servers, "fp8", WeightsFrom::published},
      {"flux-1", RunsOn::own_cards, "fp8", WeightsFrom::usual},
      {"stable-diffusion-xl", RunsOn::own_cards, "fp16", WeightsFrom::usual},
      {"whisper-large-v3", RunsOn::own_cards, "fp16", WeightsFrom::usual},
      {"resnet-50", RunsOn::own_cards, "fp16", WeightsFrom::usual},
  };
  const Catalog catalog = embedded_catalog();
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.network << (c.runs_on == RunsOn::servers ? " on servers" : "")) {
      const Network* network = catalog.network(c.network);
      REQUIRE(network != nullptr);
      const UsualWeights usual = usual_weights(*network, c.runs_on);
      CHECK(usual.format->id == c.format);
      CHECK(usual.from == c.from);
    }
  }
}

TEST_CASE("formats that a network of the catalog is published in are known", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  for (const Network& network : catalog.records<Network>()) {
    for (const std::string_view format : network.published_formats) {
      CAPTURE(network.id, format);
      CHECK(weight_format(format) != nullptr);
    }
  }
}

TEST_CASE("gpt-oss takes what its files take", "[sizing]") {
  // ggml-org's files, of 63.387 and 12.11 GB as of 2026-09-27.
  const Catalog catalog = embedded_catalog();
  for (const auto& [id, file] : {std::pair{"gpt-oss-120b", 63.387}, std::pair{"gpt-oss-20b", 12.11}}) {
    CAPTURE(id);
    const Network& network = *catalog.network(id);
    MemoryJob job = default_job(network, MemoryTask::run);
    job.weights = *usual_weights(network, RunsOn::own_cards).format;
    CHECK_THAT(memory_need(network, job).memory_of(NeedPart::weights).value(), Catch::Matchers::WithinRel(file, 0.01));
  }
}

TEST_CASE("files of a network whose experts are published in 4 bits keep the rest in 8", "[sizing]") {
  const Catalog catalog = embedded_catalog();
  const Network& network = *catalog.network("deepseek-v4-flash");
  const auto weights = [&](std::string_view format) {
    MemoryJob job = default_job(network, MemoryTask::run);
    job.weights = as_in_files(network, *weight_format(format));
    return memory_need(network, job).memory_of(NeedPart::weights).value();
  };
  // unsloth's UD-Q8_K_XL of DeepSeek V4 Flash 0731: 162 GB, where 8.5 bits of all would be 302.
  CHECK_THAT(weights("q8-0"), Catch::Matchers::WithinRel(162, 0.06));
  const WeightFormat small = as_in_files(network, *weight_format("q2-k"));
  CHECK(small.bits < 4);
  CHECK(small.rest_bits == 8.5);
  const Network& dense = *catalog.network("llama-3-8b");
  CHECK(as_in_files(dense, *weight_format("q2-k")).rest_bits == 16);  // as it was
  CHECK_FALSE(as_in_files(dense, *weight_format("q2-k")).experts_only);
}
