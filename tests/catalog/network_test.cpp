#include "gpuadvisor/catalog/network.hpp"

#include "catalog/form/catalog_writer.hpp"
#include "catalog/records/network_name.hpp"
#include "catalog/records/network_words.hpp"
#include "catalog/records/typed_network.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

std::string models(const std::string& records) { return R"("models": [)" + records + "]"; }

std::string model(const std::string& id, const std::string& more = "") {
  return R"({"id": ")" + id + R"(", "name": "Name of )" + id + R"(", "kind": "decoder", "parameters_m": 100,
             "source": "shop")" +
         more + "}";
}

}  // namespace

TEST_CASE("networks load by id and are written as they were", "[catalog]") {
  const Catalog catalog = catalog_from(on_line_two(models(
      model("two", R"(, "layers": 2, "heads": 8, "kv_heads": 2, "context": 10485760, "tied_embeddings": true)") + "," +
      model("one",
            R"(, "parts": [{"name": "denoiser", "parameters_m": 60}, {"name": "decoder", "parameters_m": 40}])"))));
  const auto networks = catalog.records<Network>();
  REQUIRE(networks.size() == 2);
  CHECK(networks[0].id == "one");
  CHECK(networks[0].parts[1].parameters == Millions{40});
  REQUIRE(catalog.network("two") != nullptr);
  CHECK(catalog.network("two")->kv_heads == 2);
  CHECK(catalog.network("two")->context == 10'485'760);
  CHECK(catalog.network("three") == nullptr);
  const std::string written = write_catalog(catalog);
  CHECK(write_catalog(catalog_from(written)) == written);
}

TEST_CASE("problems of networks name what was expected", "[catalog]") {
  struct Case {
    const char* name;
    std::string records;
    Strings expected;
  };
  const Case cases[] = {
      {"more active parameters than there are",
       model("a", R"(, "active_parameters_m": 101)"),
       {"2: /models/0: expected active_parameters_m <= parameters_m"}},
      {"heads that cannot share",
       model("a", R"(, "heads": 8, "kv_heads": 3)"),
       {"2: /models/0: expected kv_heads that divide the 8 heads, found 3"}},
      {"experts of nothing",
       model("a", R"(, "active_experts": 2)"),
       {"2: /models/0: expected active_experts <= experts"}},
      {"windowed layers without a window",
       model("a", R"(, "windowed_layers": 2)"),
       {R"(2: /models/0: expected a "window" for the windowed layers)"}},
      {"outputs held in training of a network without outputs",
       model("a", R"(, "training_activations_m": 2)"),
       {R"(2: /models/0: expected "activations_m" beside training_activations_m)"}},
      {"parts that are less than the whole",
       model("a", R"(, "parts": [{"name": "denoiser", "parameters_m": 60}])"),
       {"2: /models/0: expected parts that add up to parameters_m (100), found 60"}},
      {"a name that means another",
       model("llama-3") + ",\n" + model("other", R"(, "aliases": ["LLaMA 3"])"),
       {R"(4: /models/1: "LLaMA 3" already means llama-3)"}},
      {"an unknown source",
       R"({"id": "a", "name": "A", "kind": "decoder", "parameters_m": 1, "source": "shap"})",
       {R"(2: /models/0/source: unknown source "shap", did you mean "shop"?)"}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      Strings found;
      for (const auto& problem : problems_of(on_line_two(models(c.records)))) found.push_back(problem.substr(10));
      CHECK(found == c.expected);
    }
  }
}

TEST_CASE("a network is found by its id, name or alias, however it is spelt", "[catalog]") {
  const Catalog catalog = catalog_from(on_line_two(
      models(model("llama-3-70b", R"(, "aliases": ["Meta-Llama-3-70B-Instruct"])") + "," + model("llama-3.1-70b"))));
  const auto id_of = [&](std::string_view name) {
    const Network* found = find_network(catalog, name);
    return found == nullptr ? std::string_view() : found->id;
  };
  CHECK(id_of("llama-3-70b") == "llama-3-70b");
  CHECK(id_of("LLaMA3 70B") == "llama-3-70b");
  CHECK(id_of("meta-llama/Meta-Llama-3-70B-Instruct") == "llama-3-70b");
  CHECK(id_of("Llama 3.1 70B") == "llama-3.1-70b");
  CHECK(id_of("llama-31-70b").empty());
  CHECK(id_of("").empty());
  CHECK(similar_networks(catalog, "llama", 5) == std::vector<std::string_view>{"llama-3-70b", "llama-3.1-70b"});
  CHECK(similar_networks(catalog, "llama-3.1-7b", 1) == std::vector<std::string_view>{"llama-3.1-70b"});
  CHECK(similar_networks(catalog, "lama-3", 5) == std::vector<std::string_view>{"llama-3-70b", "llama-3.1-70b"});
  CHECK(similar_networks(catalog, "resnet", 5).empty());
}

TEST_CASE("a family's name means its usual member, and a size alone the model that is fetched most", "[catalog]") {
  const auto named = [](const std::string& name, const std::string& size, const std::string& released) {
    return R"({"id": ")" + name + "-" + size + R"(", "name": ")" + name + " " + size +
           R"(", "kind": "decoder", "use": "language", "parameters_m": )" + size.substr(0, size.size() - 1) +
           R"(000, "released": ")" + released + R"(", "source": "shop"})";
  };
  const auto usual = [](const std::string& name, const std::string& network, const std::string& more) {
    return R"({"name": ")" + name + R"(", "network": ")" + network + R"(", "date": "2026-01", "source": "shop")" +
           more + "}";
  };
  const std::string members = models(named("Alpha", "8B", "2025-01") + "," + named("Alpha", "70B", "2025-01") + "," +
                                     named("Beta", "70B", "2024-01") + "," + named("Gamma", "70B", "2026-01"));
  const Catalog counted =
      catalog_from(on_line_two(members + R"(, "model_names": [)" + usual("alpha", "Alpha-8B", "") + "," +
                               usual("some/Beta-70B", "Beta-70B", R"(, "downloads": 500)") + "]"));
  const auto id_of = [](const Network* network) { return network == nullptr ? std::string_view() : network->id; };
  CHECK(id_of(usual_member(counted, "Alpha")) == "Alpha-8B");
  CHECK(id_of(usual_member(counted, "alpha:latest")) == "Alpha-8B");
  CHECK(id_of(usual_member(counted, "Beta")).empty());
  CHECK(id_of(network_of_size(counted, "70b")) == "Beta-70B");  // fetched 500 times
  CHECK(id_of(network_of_size(counted, "8B")) == "Alpha-8B");
  CHECK(id_of(network_of_size(counted, "13b")).empty());
  CHECK(id_of(network_of_size(counted, "alpha 70b")).empty());  // more than a size
  const Catalog uncounted = catalog_from(on_line_two(members));
  CHECK(id_of(network_of_size(uncounted, "70b")) == "Gamma-70B");  // the newest
  CHECK(id_of(usual_member(uncounted, "alpha")).empty());
}

TEST_CASE("names that people paste mean the network of that family and size", "[catalog]") {
  struct Case {
    const char* typed;
    const char* network;  // empty: none, or several
  };
  const Case cases[] = {
      {"Qwen/Qwen3-4B-Instruct-2507", "qwen3-4b-2507"},
      {"Qwen/Qwen3-30B-A3B-Instruct-2507", "qwen3-30b-a3b-2507"},
      {"Qwen/Qwen3-235B-A22B-Instruct-2507-FP8", "qwen3-235b-a22b-2507"},
      {"Qwen/Qwen3-VL-8B-Instruct", "qwen3-vl-8b"},
      {"google/gemma-4-31b-it", "gemma-4-31b"},
      {"gemma-2b-it", "gemma-1-2b"},
      {"Lightricks/LTX-2.5", "ltx-2-5"},
      {"unsloth/Qwen3-14B-GGUF", "qwen3-14b"},
      {"bartowski/Qwen_Qwen3-14B-GGUF", "qwen3-14b"},
      {"hf.co/unsloth/Qwen3-14B-GGUF:UD-Q4_K_XL", "qwen3-14b"},
      {"Qwen/Qwen3-14B-AWQ", "qwen3-14b"},
      {"Qwen/Qwen-1_8B-Chat-Int8", "qwen-1-8b"},
      {"mistralai/Devstral-Small-2-24B-Instruct-2512", "mistral-small-3-2-24b"},
      {"mistralai/Magistral-Small-2509", "mistral-small-3-2-24b"},
      {"moonshotai/Kimi-K2-Thinking-NVFP4", "kimi-k2-thinking"},
      {"Wan-AI/Wan2.2-T2V-A14B-Diffusers", "wan-2-2-a14b"},
      {"nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16", "nemotron-3-nano-30b-a3b"},
      {"turboderp/Llama-3-8B-exl2-4.65bpw", "llama-3-8b"},
      {"ViT-B/16", "vit-b-16"},
      // Ollama's.
      {"llama3.3:70b-instruct-q4_K_M", "llama-3-1-70b"},
      {"deepseek-r1:32b", "qwen2-5-32b"},
      {"deepseek-r1:8b", "qwen3-8b"},
      {"deepseek-r1:671b", "deepseek-v3"},
      {"qwen3:4b-thinking-q8_0", "qwen3-4b-2507"},
      {"gemma4:26b", "gemma-4-26b-a4b"},
      {"command-r:35b-q4_0", "command-r-35b"},
      // Without the size.
      {"devstral small 2", "mistral-small-3-2-24b"},
      {"magistral", "mistral-small-3-2-24b"},
      {"glm-5.3", "glm-5-3"},
      {"glm-5.3 flash", "glm-5-3-flash"},
      {"GLM-5.3-Flash-FP8", "glm-5-3-flash"},
      {"qwen3.8 flash next", "qwen3-8-flash-next"},
      {"mistral small 4", "mistral-small-4-119b"},
      {"muse glimmer", "muse-glimmer-30b"},
      {"flux kontext", "flux-1"},
      // Of several sizes or versions, of another size, of one that is not known: none.
      {"mistral small", ""},
      {"mistral large", ""},
      {"qwen3-coder-instruct", ""},
      {"deepseek-r1:latest", ""},
      {"glm-5.4", ""},
      {"llama-3.3-8b-instruct", ""},
      {"qwen3-9b-gguf", ""},
      {"qwen3-30b-a22b-gguf", ""},
      {"mixtral:8x70b", ""},
      {"command-r:30b", ""},
      {"Qwen2.5-7B-Instruct-1M", ""},
      {"instruct", ""},
      {"8b", ""},
      {"q4_K_M", ""},
      {"", ""},
  };
  const Catalog catalog = embedded_catalog();
  for (const auto& [typed, network] : cases) {
    DYNAMIC_SECTION(typed) {
      const Network* called = find_network(catalog, typed);
      const Network* found = called != nullptr ? called : network_meant(catalog, typed);
      CHECK((found == nullptr ? "" : found->id) == network);
    }
  }
}

TEST_CASE("a wrong name has near misses of its family and size", "[catalog]") {
  struct Case {
    const char* typed;
    std::vector<std::string_view> networks;
  };
  const Case cases[] = {
      {"Qwen/Qwen3-4B-Instrukt-2599x", {"qwen3-4b-2507", "qwen3-4b", "qwen3-5-4b"}},
      {"gemma-4-32b", {"gemma-4-31b", "gemma-4-26b-a4b"}},
      {"llama-3.3-8b", {"llama-3-1-8b"}},
      {"lama-3-8b", {"llama-3-8b", "llama-3-1-8b"}},
      {"codellama:65b", {"codellama-70b"}},
      {"wan 2.2", {"wan-2-2-a14b", "wan-2-2-ti2v-5b"}},
      {"glm-5.4", {"glm-5-1", "glm-5-2", "glm-5-3"}},
      {"mistral-smal-4", {"mistral-small-4-119b"}},
      {"jamba:52b", {}},
      {"foo-8b", {}},
      {"", {}},
  };
  const Catalog catalog = embedded_catalog();
  for (const auto& [typed, networks] : cases) {
    DYNAMIC_SECTION(typed) { CHECK(similar_networks(catalog, typed, 3) == networks); }
  }
}

TEST_CASE("words of a name are told apart from sizes", "[catalog]") {
  struct Case {
    const char* name;
    NetworkWords words;
  };
  const Case cases[] = {
      {"Qwen3-30B-A3B-Instruct-2507", {{"qwen", "3", "instruct", "2507"}, {"30b", "a3b"}}},
      {"Mixtral 8x7B v0.1", {{"mixtral", "v0.1"}, {"8x7b"}}},
      {"FLUX.1 dev", {{"flux", "1", "dev"}, {}}},
      {"Gemma 3n E4B", {{"gemma", "3n"}, {"e4b"}}},
      {"Qwen-1_8B-Int8", {{"qwen", "int8"}, {"1.8b"}}},
      {"llama3:8b-q4_K_M", {{"llama", "3", "q4"}, {"8b"}}},
      {"LFM2.5 350M", {{"lfm", "2.5"}, {"350m"}}},
      {"Ling 2.6 1T-A63B", {{"ling", "2.6"}, {"1t", "a63b"}}},
      {"Command A+", {{"command", "a+"}, {}}},
      {"Phi-3 Mini 128K", {{"phi", "3", "mini", "128k"}, {}}},
  };
  for (const auto& [name, words] : cases) {
    DYNAMIC_SECTION(name) {
      CHECK(network_words(name).plain == words.plain);
      CHECK(network_words(name).sizes == words.sizes);
    }
  }
  CHECK(size_of("0.6b") == Millions{600});
  CHECK(size_of("350m") == Millions{350});
  CHECK_FALSE(size_of("a3b"));
  CHECK_FALSE(size_of("8x7b"));
  CHECK_FALSE(size_of("0b"));
}

TEST_CASE("words that leave a shape are known", "[catalog]") {
  for (const char* word : {"Instruct", "it", "Thinking", "2507", "0528", "1231"}) CHECK(is_tuning(word));
  for (const char* word : {"coder", "vl", "2024", "1332", "250", "25o7", "", "mini"}) CHECK_FALSE(is_tuning(word));
  for (const char* word : {"GGUF", "AWQ", "4bit", "q8.0", "Q4", "IQ4", "NVFP4", "bf16", "w4a16", "4.65bpw"}) {
    CHECK(is_format(word));
  }
  for (const char* word : {"4b", "v3", "r1", "qwen", "k2.5", "2507", "", "t5", "w4", "q"}) CHECK_FALSE(is_format(word));
}

TEST_CASE("a word is found at the beginning of words", "[catalog]") {
  struct Case {
    const char* text;
    const char* word;
    bool is_found;
  };
  const Case cases[] = {{"Qwen3-Coder 30B-A3B", "coder", true},
                        {"decoder", "coder", false},
                        {"encoder-decoder", "decoder", true},
                        {"StarCoder2 3B", "coder", true},
                        {"Qwen3-Coder 30B-A3B", "30B", true},
                        {"Qwen3-Coder 30B-A3B", "3b", false},
                        {"Qwen3-Coder 30B-A3B", "a3b", true},
                        {"Qwen3 Coder 30B", "qwen3-coder", true},
                        {"Qwen2.5 7B", "2.5", true},
                        {"Qwen2.5 7B", "qwen2.5-7b", true},
                        {"Alibaba (Qwen)", "qwen", true},
                        {"2026-09-15", "2026-09", true},
                        {"Llama 3 70B", "70", true},
                        {"Llama 3 70B", "0b", false},
                        {"speech-to-text", "text", true},
                        {"", "a", false}};
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.word << " in " << c.text) { CHECK(has_word(c.text, c.word) == c.is_found); }
  }
}

TEST_CASE("rules for other products keep the networks and their sources", "[catalog]") {
  const Catalog rules = embedded_catalog().rules_only();
  CHECK(rules.records<Network>().size() == embedded_catalog().records<Network>().size());
  for (const Network& network : rules.records<Network>()) CHECK(rules.source(network.source) != nullptr);
}
