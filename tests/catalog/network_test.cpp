#include "gpuadvisor/catalog/network.hpp"

#include "catalog/form/catalog_writer.hpp"
#include "catalog/records/network_name.hpp"
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
