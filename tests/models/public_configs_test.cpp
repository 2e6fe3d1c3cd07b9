#include <fstream>
#include <iterator>

#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/models/model_file.hpp"
#include "gpuadvisor/sizing/memory_need.hpp"
#include "models/config_model.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Catch::Matchers::WithinRel;

std::string text_of(const std::string& name) {
  std::ifstream file(std::string(GPUADVISOR_CONFIGS_DIR) + "/" + name + ".json");
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

ModelFile model_of(const std::string& name) { return config_model(name + ".json", text_of(name)); }

/// Gigabytes of weights in the format of the file.
double weights_of(const ModelFile& file) {
  MemoryJob job = default_job(file.network, MemoryTask::run);
  REQUIRE(file.weights);
  job.weights = *file.weights;
  return memory_need(file.network, job).memory_of(NeedPart::weights).value();
}

TEST_CASE("Public configurations have the parameters that their publishers tell", "[models]") {
  struct Case {
    const char* name;
    NetworkKind kind;
    double millions;
    double active = 0;
  };
  // Of the model cards, or sums of the tensors of their repositories.
  const Case cases[] = {
      {"albert-xxlarge-v2", NetworkKind::encoder, 222.6},
      {"bart-large", NetworkKind::encoder_decoder, 406.3},
      {"bitnet-2b", NetworkKind::decoder, 2413},
      {"chatglm3-6b", NetworkKind::decoder, 6244},
      {"clip-vit-l-14", NetworkKind::encoder, 427.6},
      {"codegen-16b", NetworkKind::decoder, 16'032},
      {"dbrx-instruct", NetworkKind::decoder, 131'597, 36'000},
      {"distilbert", NetworkKind::encoder, 66.4},
      {"gpt-neo-2.7b", NetworkKind::decoder, 2651},
      {"kimi-k3", NetworkKind::decoder, 2'779'482, 104'000},
      {"llama-3.3-70b-fp8-dynamic", NetworkKind::decoder, 70'554},
      {"longcat-flash", NetworkKind::decoder, 561'860, 27'000},
      {"mamba-2.8b-hf", NetworkKind::decoder, 2768},
      {"modernbert-large", NetworkKind::encoder, 395.8},
      {"mt5-xl", NetworkKind::encoder_decoder, 3743},
      {"nemotron-h-56b-infinity", NetworkKind::decoder, 56'300},
      {"nemotron-super-49b-nas", NetworkKind::decoder, 49'867},
      {"nllb-200-3.3b", NetworkKind::encoder_decoder, 3345},
      {"nomic-embed-v1.5", NetworkKind::encoder, 136.7},
      {"phi-3-small-8k", NetworkKind::decoder, 7392},
      {"qwen-7b", NetworkKind::decoder, 7721},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const ModelFile file = model_of(c.name);
      CHECK(file.network.kind == c.kind);
      CHECK_THAT(file.network.parameters.value(), WithinRel(c.millions, 0.005));
      CHECK(file.network.active_parameters.has_value() == (c.active > 0));
      if (c.active > 0) CHECK_THAT(file.network.active_parameters->value(), WithinRel(c.active, 0.04));
    }
  }
}

TEST_CASE("Quantised files are as large as their publishers' weights", "[models]") {
  struct Case {
    const char* name;
    double gigabytes;
    const char* format;
  };
  // vLLM's logs, or the sums of the repositories' files.
  const Case cases[] = {
      {"llama-3.3-70b-fp8-dynamic", 72.7, "fp8"},  // 67.72 GiB
      {"llama-w4a16-redhat", 5.7, "int4-g128"},
      {"llama-mlx-4bit", 4.5, "mlx-4bit"},
      {"llama-exl2-4bpw", 4.9, "exl-4.0"},  // 8.03 billion: 6.98 in 4 bits, an embedding in 16, an output in 6
      {"kimi-k2.5-int4", 595, "int4-bf16"},
      {"kimi-k3", 1500, "mxfp4-bf16"},
      {"bitnet-2b", 1.2, "ternary"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const ModelFile file = model_of(c.name);
      REQUIRE(file.weights);
      CHECK(file.weights->id == c.format);
      CHECK_THAT(weights_of(file), WithinRel(c.gigabytes, 0.05));
    }
  }
}

TEST_CASE("Networks without attention keep no keys and values", "[models]") {
  const ModelFile file = model_of("mamba-2.8b-hf");
  const MemoryJob job = default_job(file.network, MemoryTask::run);
  const MemoryNeed need = memory_need(file.network, job);
  CHECK(need.memory_of(NeedPart::kv_cache) == Gigabytes{0});
  // 64 layers of 5120 channels, each with 16 values of its state and the 3 before it, in 32 bits.
  CHECK_THAT(need.memory_of(NeedPart::states).value(), WithinRel(64 * 5120 * 19 * 4 / 1e9, 1e-9));
}

TEST_CASE("Long lists of quantised layers are read", "[models]") {
  std::string config = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
"num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256,
"quantization_config": {"quant_method": "modelopt", "quant_algo": "NVFP4", "quantized_layers": {)";
  for (int i = 0; i < 22'422; ++i) {
    config += (i > 0 ? ",\"" : "\"") + std::to_string(i) + R"(": {"quant_algo": "NVFP4", "group_size": 16})";
  }
  const ModelFile file = config_model("c.json", config + "}}}");
  CHECK_THAT(file.network.parameters.value(), WithinRel(8030.26, 1e-4));
  CHECK(file.weights->id == "nvfp4");
}

TEST_CASE("Model Optimizer's mixed formats are those of experts and of the rest", "[models]") {
  const std::string config = R"({"model_type": "qwen3_moe", "hidden_size": 2048, "num_hidden_layers": 2,
"num_attention_heads": 32, "num_key_value_heads": 4, "moe_intermediate_size": 768, "num_experts": 128,
"num_experts_per_tok": 8, "vocab_size": 1000, "quantization_config": {"quant_method": "modelopt",
"quant_algo": "MIXED_PRECISION", "quantized_layers": {"model.layers.0.mlp.experts.0.up_proj": {"quant_algo": "NVFP4"},
"model.layers.0.self_attn.q_proj": {"quant_algo": "FP8"}}}})";
  const ModelFile file = config_model("c.json", config);
  CHECK(file.weights->experts_only);
  CHECK(file.weights->bits == 4.5);
  CHECK(file.weights->rest_bits == 8);
}

TEST_CASE("A configuration in UTF-16 is read", "[models]") {
  const std::string text = text_of("qwen-7b");
  std::string wide = "\xff\xfe";
  for (const char c : text) wide += {c, '\0'};
  CHECK(config_model("c.json", wide).network.parameters == model_of("qwen-7b").network.parameters);
}

TEST_CASE("An adapter is called one", "[models]") {
  CHECK_THROWS_WITH(config_model("adapter_config.json", R"({"peft_type": "LORA", "r": 16})"),
                    Catch::Matchers::Contains("found an adapter (LoRA)"));
}

}  // namespace
}  // namespace gpuadvisor
