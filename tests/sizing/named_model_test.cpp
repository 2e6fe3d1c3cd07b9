#include "sizing/named_model.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

TEST_CASE("What datasets call a network and its format is understood", "[sizing]") {
  struct Case {
    const char* words;
    const char* network;
    double bits;  // of layers
    int batch;
  };
  const Catalog catalog = embedded_catalog();
  const double q4_k_m = weight_format("q4-k-m")->bits;
  const Case cases[] = {
      {"Meta Llama 3.1 8B Instruct Q4_K_M", "llama-3-1-8b", q4_k_m, 1},
      {"Mistral 7B AWQ-4bit GEMV, batch 8", "mistral-7b", 4.15625, 8},
      {"Qwen2.5 Coder 14B Instruct AWQ Q4_K_M", "qwen2-5-14b", q4_k_m, 1},
      {"Koala-13B GPTQ-4bit g128", "llama-13b", 4.15625, 1},
      {"Llama-2-7B EXL2 3.0bpw", "llama-2-7b", 3, 1},
      {"Llama-2-70B int4 g32", "llama-2-70b", 5, 1},
      {"CodeLlama-34B 4-bit", "codellama-34b", 4.5, 1},
      {"Mixtral-8x7B BF16", "mixtral-8x7b", 16, 1},
      {"Qwen3 4B Instruct 2507 MLX-4bit", "qwen3-4b-2507", weight_format("mlx-4bit")->bits, 1},
      {"gpt-oss-120b MXFP4, batch 16", "gpt-oss-120b", 4.25, 16},
  };
  for (const auto& [words, network, bits, batch] : cases) {
    DYNAMIC_SECTION(words) {
      const auto model = named_model(words, catalog);
      REQUIRE(model);
      CHECK(model->network->id == network);
      CHECK(model->weights.bits == bits);
      CHECK(model->batch == batch);
    }
  }
  CHECK_FALSE(named_model("Model Hf Q8_0", catalog));
  CHECK_FALSE(named_model("Llama-2-7B", catalog));
  CHECK_FALSE(named_model("Llama-2-7B in a new format", catalog));
}

TEST_CASE("Names of repositories and tags tell a format", "[sizing]") {
  struct Case {
    const char* name;
    std::string_view format;  // empty: none
  };
  const Case cases[] = {
      {"Qwen/Qwen3-8B-FP8", "fp8"},
      {"RedHatAI/Meta-Llama-3.1-8B-Instruct-FP8-dynamic", "fp8"},
      {"Qwen/Qwen2.5-7B-Instruct-AWQ", "awq"},
      {"hugging-quants/Meta-Llama-3.1-8B-Instruct-GPTQ-INT4", "gptq"},
      {"nvidia/Llama-3.1-8B-Instruct-NVFP4", "nvfp4"},
      {"llama3.1:8b-instruct-q8_0", "q8-0"},
      {"qwen3:8b-q4_K_M", "q4-k-m"},
      {"unsloth/Llama-3.1-8B-Instruct-bnb-4bit", "nf4"},
      {"mlx-community/Meta-Llama-3.1-8B-Instruct-4bit", "mlx-4bit"},
      {"turboderp/Llama-3.1-8B-Instruct-exl2-4.0bpw", "exl-4.0"},
      {"meta-llama/Llama-3.1-8B-Instruct", ""},
      {"bartowski/Meta-Llama-3.1-8B-Instruct-GGUF", ""},
      {"llama-3-8b", ""},
      {"gpt-oss-20b", ""},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const WeightFormat* format = format_in_name(c.name);
      CHECK((format == nullptr ? std::string_view() : format->id) == c.format);
    }
  }
}

}  // namespace
}  // namespace gpuadvisor
