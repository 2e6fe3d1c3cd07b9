#include "advice/compare/gpu_feature.hpp"

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

/// The GPU "one" with `figures`, and a feature "fast" of `members`; `said` are records of architectures.
Catalog catalog_of(const std::string& figures, const std::string& members, const std::string& said = "") {
  return catalog_from(test_document(R"("gpus": [)" + test_gpu("one", figures) +
                                    R"(], "features": [{"id": "fast", "title": "Fast", "does": "Runs.", )" + members +
                                    R"("source": "shop"}], "architecture_features": [)" + said + "]"));
}

std::string said_of_test(const std::string& has, const std::string& more = "") {
  return R"({"feature": "fast", "vendor": "nvidia", "architectures": ["Other", "Test"], "has": ")" + has +
         R"(", "source": "tracker")" + more + "}";
}

FeatureFinding found_in(const Catalog& catalog) {
  return has_feature(catalog.gpus()[0], *catalog.feature("fast"), catalog);
}

std::string text_in(const Catalog& catalog) {
  return finding_text(catalog.gpus()[0], *catalog.feature("fast"), found_in(catalog));
}

HasFeature embedded(std::string_view gpu, std::string_view feature) {
  const Catalog catalog = embedded_catalog();
  REQUIRE(catalog.gpu(gpu) != nullptr);
  REQUIRE(catalog.feature(feature) != nullptr);
  return has_feature(*catalog.gpu(gpu), *catalog.feature(feature), catalog).has;
}

constexpr auto k_yes = HasFeature::yes;
constexpr auto k_no = HasFeature::no;
constexpr auto k_unknown = HasFeature::unknown;

}  // namespace

TEST_CASE("a GPU has a feature by its own figures first, then by its vendor, then by its architecture", "[advice]") {
  struct Case {
    const char* name;
    std::string figures;
    std::string members;
    std::string said;
    HasFeature expected;
    std::string text;
    std::string source;
  };
  const std::string by_field = R"("fields": ["fp8_tflops", "fp4_tflops"], )";
  const std::string by_rate = R"("rate": "fp16_vector_tflops", "not_below": "fp32_tflops", )";
  const Case cases[] = {
      {"a figure listed", R"(, "fp4_tflops": 2.5)", by_field, "", k_yes, "fp4_tflops 2.5", "shop"},
      {"a figure listed, of its own source", R"(, "fp8_tflops": 3, "sources": {"fp8_tflops": "memory"})", by_field, "",
       k_yes, "fp8_tflops 3", "memory"},
      {"a figure against what is said", R"(, "fp8_tflops": 3)", by_field, said_of_test("no"), k_yes, "fp8_tflops 3",
       "shop"},
      {"no figure", "", by_field, "", k_unknown, "", ""},
      {"an equal rate", R"(, "fp16_vector_tflops": 5, "fp32_tflops": 5)", by_rate, "", k_yes, "fp16_vector_tflops 5",
       "shop"},
      {"a lower rate", R"(, "fp16_vector_tflops": 1, "fp32_tflops": 64)", by_rate, said_of_test("yes"), k_no,
       "fp16_vector_tflops 1, below fp32_tflops 64", "shop"},
      {"half of a comparison", R"(, "fp16_vector_tflops": 5)", by_rate, "", k_unknown, "", ""},
      {"another vendor's", "", R"("vendor": "amd", )", said_of_test("yes"), k_no, "only amd makes it", "shop"},
      {"its vendor's", "", R"("vendor": "nvidia", )", said_of_test("yes"), k_yes, "Test has it", "tracker"},
      {"said with a note", "", by_field, said_of_test("no", R"(, "note": "From Later on.")"), k_no,
       "Test has it not: From Later on.", "tracker"},
      {"not listed where others are", "", by_field, said_of_test("where-listed"), k_no, "Test has it not", "tracker"},
      {"disputed", "", by_field, said_of_test("disputed", R"(, "note": "Who knows.")"), k_unknown,
       "Test is disputed: Who knows.", "tracker"},
      {"said of another vendor", "", by_field,
       R"({"feature": "fast", "vendor": "amd", "architectures": ["Test"], "has": "no", "source": "shop"})", k_unknown,
       "", ""},
      {"said twice, alike", "", by_field, said_of_test("no") + "," + said_of_test("no", R"(, "note": "Really.")"), k_no,
       "Test has it not: Really.", "tracker"},
      {"said twice, differently", "", by_field, said_of_test("no") + "," + said_of_test("yes"), k_unknown,
       "Test is disputed", "tracker"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const Catalog catalog = catalog_of(c.figures, c.members, c.said);
      const FeatureFinding finding = found_in(catalog);
      CHECK(finding.has == c.expected);
      CHECK(finding.source == c.source);
      CHECK(text_in(catalog) == c.text);
    }
  }
}

TEST_CASE("what the guides say of generations holds for the embedded cards", "[advice]") {
  struct Case {
    std::string_view gpu;
    std::string_view feature;
    HasFeature expected;
  };
  // From the guides of 2019 (tensor cores) and January 2023 (the others); data/features.json cites them.
  const Case cases[] = {
      {"nvidia-geforce-gtx-1080-ti", "tensor-cores", k_no},
      {"nvidia-geforce-gtx-1660-ti", "tensor-cores", k_no},
      {"nvidia-geforce-gtx-1660-ti", "fp16", k_yes},
      {"nvidia-geforce-gtx-1080-ti", "fp16", k_no},  // 1/64 of FP32
      {"nvidia-tesla-p100-sxm2", "fp16", k_yes},     // twice FP32
      {"nvidia-geforce-rtx-2080-ti", "tensor-cores", k_yes},
      {"nvidia-geforce-rtx-2080-ti", "bf16", k_no},
      {"nvidia-geforce-rtx-2080-ti", "tf32", k_no},
      {"nvidia-geforce-rtx-2080-ti", "sparsity-2-4", k_no},
      {"nvidia-geforce-rtx-3090", "bf16", k_yes},
      {"nvidia-geforce-rtx-3090", "tf32", k_yes},
      {"nvidia-geforce-rtx-3090", "sparsity-2-4", k_yes},
      {"nvidia-geforce-rtx-3090", "int8", k_yes},
      {"nvidia-geforce-rtx-3090", "fp8", k_no},
      {"nvidia-a100-sxm4-80gb", "fp8", k_no},
      {"nvidia-geforce-rtx-3090", "tma", k_no},
      {"nvidia-geforce-rtx-4090", "fp8", k_yes},
      {"nvidia-geforce-rtx-4090", "tma", k_unknown},  // disputed
      {"nvidia-h100-sxm5-80gb", "tma", k_yes},
      {"nvidia-h100-sxm5-80gb", "fp8", k_yes},
      {"nvidia-geforce-rtx-3090", "nvlink", k_yes},
      {"nvidia-geforce-rtx-3080", "nvlink", k_no},
      {"nvidia-quadro-gp100", "nvlink", k_unknown},  // its rate is not confirmed
      {"amd-radeon-rx-7900-xtx", "nvlink", k_no},
      {"amd-radeon-rx-7900-xtx", "tensor-cores", k_yes},
      {"amd-radeon-rx-7900-xtx", "sparsity-2-4", k_unknown},
      {"nvidia-geforce-rtx-5090", "fp4", k_yes},
      {"nvidia-geforce-rtx-4090", "fp4", k_unknown},  // nothing at hand says so
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.gpu << ' ' << c.feature) { CHECK(embedded(c.gpu, c.feature) == c.expected); }
  }
}

TEST_CASE("every feature is known of some card, and told apart from one that has it not or may not", "[advice]") {
  const Catalog catalog = embedded_catalog();
  for (const Feature& feature : catalog.records<Feature>()) {
    DYNAMIC_SECTION(feature.id) {
      int yes = 0;
      for (const Gpu& gpu : catalog.gpus()) yes += has_feature(gpu, feature, catalog).has == HasFeature::yes ? 1 : 0;
      CHECK(yes > 0);
      CHECK(yes < static_cast<int>(catalog.gpus().size()));
    }
  }
}

TEST_CASE("a feature is called by its id, its title, or the first words of its id", "[advice]") {
  const Catalog catalog = embedded_catalog();
  CHECK(require_feature(catalog, "FP8").id == "fp8");
  CHECK(require_feature(catalog, "2:4 Sparsity").id == "sparsity-2-4");
  CHECK(require_feature(catalog, "sparsity").id == "sparsity-2-4");
  CHECK_THROWS_WITH(require_feature(catalog, "tensor-core"),
                    "unknown feature \"tensor-core\", did you mean \"tensor-cores\"? (known: tensor-cores, fp16, bf16, "
                    "tf32, int8, fp8, fp4, sparsity-2-4, tma and nvlink)");
  CHECK_THROWS_AS(require_feature(catalog, ""), UsageError);
  const Catalog two = catalog_from(test_document(
      R"("features": [{"id": "fast-a", "title": "A", "does": "Runs.", "source": "shop"},
                      {"id": "fast-b", "title": "B", "does": "Runs.", "source": "shop"}])"));
  CHECK_THROWS_AS(require_feature(two, "fast"), UsageError);
}
