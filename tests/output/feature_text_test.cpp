#include "output/explain/feature_view.hpp"

#include "catalog/form/catalog_writer.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_market.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

Catalog small_catalog() {
  return catalog_from(
      test_document(R"("gpus": [)" + test_gpu("one", R"(, "fp8_tflops": 3)") + "," + test_gpu("two") + "," +
                    R"({"id": "three", "name": "Three", "vendor": "amd", "architecture": "Old", "segment": "consumer",
          "form": "pcie-card", "source": "shop"}],
      "features": [{"id": "fast", "title": "Fast", "does": "Runs.", "fields": ["fp8_tflops"], "notes": ["Mind it."],
                    "source": "shop"}],
      "architecture_features": [{"feature": "fast", "vendor": "nvidia", "architectures": ["Test"],
                                 "has": "where-listed", "note": "Some.", "source": "memory"}],
      "feature_figures": [
        {"feature": "fast", "what": "speed", "value": 3, "to": 4, "unit": "times", "source": "tracker"},
        {"feature": "fast", "what": "rooms", "value": 2.5, "note": "About.", "source": "shop"}])"));
}

std::string text_of(const Catalog& catalog, std::string_view feature) {
  return terminal_text(feature_document(feature_sheet(*catalog.feature(feature), catalog)), {.width = 1000});
}

std::string json_of(const Catalog& catalog, std::string_view feature) {
  return json_text(value_of(feature_sheet(*catalog.feature(feature), catalog)));
}

bool tells(const Catalog& catalog, std::string_view feature, const std::string& words) {
  return text_of(catalog, feature).find(words) != std::string::npos;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  INFO(from);
  REQUIRE(at != std::string::npos);
  REQUIRE(text.find(from, at + 1) == std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a feature is told with its figures and who has it, each with its source", "[output]") {
  const Catalog catalog = small_catalog();
  CHECK(terminal_text(feature_document(feature_sheet(*catalog.feature("fast"), catalog)), {}) == R"(Fast (fast)
Runs. [1]
Mind it.

Figures
  rooms: 2.5 [1] About.
  speed: 3 to 4 times [2]

Which GPUs have it (unknown does not mean no)
  in part: nvidia Test (1 yes, 1 no). By their own figures. Some. [3] from
    memory
  unknown: amd Old.

Sources
[1] A shop, Shop, 2026-01 (shop)
[2] A tracker, Tracker, 2026-01 (tracker)
[3] Recalled, Nobody (from memory)
)");
}

TEST_CASE("a feature that one vendor makes is told of the others together", "[output]") {
  CHECK(tells(embedded_catalog(), "nvlink", "\n  no: other vendors. Only nvidia makes it. [1]\n"));
}

TEST_CASE("a feature as JSON names every GPU and what tells it", "[output]") {
  CHECK(json_of(small_catalog(), "fast") == R"({
  "id": "fast",
  "title": "Fast",
  "does": "Runs.",
  "notes": [
    "Mind it."
  ],
  "source": "shop",
  "figures": [
    {"what": "rooms", "value": 2.5, "to": null, "unit": null, "note": "About.", "source": "shop"},
    {"what": "speed", "value": 3, "to": 4, "unit": "times", "note": null, "source": "tracker"}
  ],
  "architectures": [
    {"vendor": "nvidia", "architectures": ["Test"], "has": "where-listed", "note": "Some.", "source": "memory"}
  ],
  "gpus": [
    {"id": "one", "has": "yes", "by": "fp8_tflops 3", "source": "shop"},
    {"id": "three", "has": "unknown", "by": null, "source": null},
    {"id": "two", "has": "no", "by": "Test has it not: Some.", "source": "memory"}
  ]
}
)");
}

TEST_CASE("what the January 2023 guide claims of features is told, and told otherwise when the datum is", "[output]") {
  struct Case {
    const char* claim;
    std::string_view feature;
    const char* from;  // in the written catalog, once
    const char* to;
    const char* told;
    const char* then_told;
  };
  const Case cases[] = {
      {"sparsity: two of four", "sparsity-2-4", R"("zeros in a group", "value": 2)",
       R"("zeros in a group", "value": 3)", "zeros in a group: 2 ", "zeros in a group: 3 "},
      {"sparsity: at most twice", "sparsity-2-4", R"(a dense one, at most", "value": 2)",
       R"(a dense one, at most", "value": 1.5)", "at most: 2 times", "at most: 1.5 times"},
      {"sparsity: experimental", "sparsity-2-4", "Experimental: few train sparse networks.", "Common.",
       "Experimental: few train sparse networks.", "Common."},
      {"sparsity: three steps", "sparsity-2-4", "in three steps", "in two steps", "in three steps", "in two steps"},
      {"FP16: range", "fp16", R"("value": 65504)", R"("value": 65505)", "65504", "65505"},
      {"BF16: speed of FP16", "bf16", R"("speed against FP16", "value": 1)", R"("speed against FP16", "value": 0.5)",
       "1 times", "0.5 times"},
      {"BF16: no loss scaling", "bf16", "training needs no loss scaling", "training needs loss scaling",
       "needs no loss scaling", "needs loss scaling"},
      {"TF32", "tf32", "nearly as stable as FP32, nearly as fast as FP16", "as stable as FP32",
       "nearly as stable as FP32, nearly as fast as FP16", "digits: as stable as FP32."},
      {"no change to the code", "tf32", "It takes the place of FP32 without a change", "It takes a change",
       "It takes the place of FP32 without a change", "It takes a change"},
      {"TMA on RTX 40", "tma", R"("has": "disputed")", R"("has": "no")", "unknown: nvidia Ada Lovelace. The 2023 guide",
       "no: nvidia Ada Lovelace. The 2023 guide"},
      {"FP8: loads at twice the rate", "fp8", R"("rate of loading against 16 bits", "value": 2)",
       R"("rate of loading against 16 bits", "value": 4)", "loading against 16 bits: 2 times",
       "loading against 16 bits: 4 times"},
      {"FP8: 0.66 PFLOPS", "fp8", R"("value": 0.66)", R"("value": 0.67)", "0.66 PFLOPS", "0.67 PFLOPS"},
      {"FP8: four of them", "fp8", R"("value": 2.64)", R"("value": 2.65)", "2.64 PFLOPS", "2.65 PFLOPS"},
      {"INT8: from Ampere on", "int8", "The 2023 guide has it from Ampere on", "The 2023 guide has it from Ada on",
       "from Ampere on", "from Ada on"},
      {"LLM.int8()", "int8", "LLM.int8() multiplies in INT8 with the results of the 16-bit baseline.", "It works.",
       "16-bit baseline", "It works."},
      {"FP4 and INT4", "fp4", "keeps more of what a language model knows than INT4", "keeps less", "keeps more",
       "keeps less"},
  };
  const std::string written = write_catalog(embedded_catalog());
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.claim) {
      const Catalog changed = catalog_from(replaced(written, c.from, c.to));
      CHECK(tells(embedded_catalog(), c.feature, c.told));
      CHECK(tells(changed, c.feature, c.then_told));
      CHECK_FALSE(tells(changed, c.feature, c.told));
    }
  }
}

TEST_CASE("the guide's figures of FP8 agree with each other and with the catalog", "[output]") {
  const Catalog catalog = embedded_catalog();
  double one = 0;
  double four = 0;
  for (const FeatureFigure& figure : catalog.records<FeatureFigure>()) {
    if (figure.what == "FP8 of an RTX 4090") one = figure.value.value();
    if (figure.what == "FP8 of four RTX 4090") four = figure.value.value();
  }
  CHECK_THAT(four, WithinRel(4 * one, 1e-12));
  // With FP16 accumulate, twice the rate with FP32 accumulate that the catalog holds.
  const Gpu* gpu = catalog.gpu("nvidia-geforce-rtx-4090");
  REQUIRE(gpu != nullptr);
  CHECK_THAT(one * 1000, WithinRel(2 * gpu->fp8.value().value(), 0.01));
}

TEST_CASE("no speed counts sparse matrices", "[output]") {
  const std::string written = write_catalog(embedded_catalog());
  const Catalog changed =
      catalog_from(replaced(written, R"(a dense one, at most", "value": 2)", R"(a dense one, at most", "value": 9)"));
  const Catalog same = catalog_from(written);
  const Answer before = recommend(same, test_request(same));
  const Answer after = recommend(changed, test_request(changed));
  REQUIRE(before.rows.size() == after.rows.size());
  for (std::size_t i = 0; i < before.rows.size(); ++i) {
    CHECK(before.rows[i].offer.gpu->id == after.rows[i].offer.gpu->id);
    CHECK(before.rows[i].offer.speed == after.rows[i].offer.speed);
  }
}
