#include "gpuadvisor/catalog/feature.hpp"

#include <algorithm>

#include "catalog/form/catalog_writer.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

const std::string k_fast =
    R"({"id": "fast", "title": "Fast", "does": "Runs.", "fields": ["fp8_tflops"], "source": "shop"})";

std::string features(const std::string& records) { return R"("features": [)" + records + "]"; }

}  // namespace

TEST_CASE("features load in the order of their file, with what is said of architectures sorted", "[catalog]") {
  const Catalog catalog = catalog_from(on_line_two(
      features(R"({"id": "later", "title": "Later", "does": "Waits.", "vendor": "nvidia", "rate": "fp8_tflops",
                   "not_below": "fp32_tflops", "notes": ["One.", "Two."], "source": "shop"},)" +
               k_fast) +
      R"(, "architecture_features": [
        {"feature": "fast", "vendor": "nvidia", "architectures": ["Two"], "has": "where-listed", "source": "shop"},
        {"feature": "fast", "vendor": "amd", "architectures": ["One", "Three"], "has": "no", "note": "So.",
         "source": "shop"}],
      "feature_figures": [
        {"feature": "fast", "what": "speed", "value": 3, "to": 4, "unit": "times", "source": "shop"}])"));
  REQUIRE(catalog.records<Feature>().size() == 2);
  CHECK(catalog.records<Feature>()[0].id == "later");
  CHECK(catalog.records<Feature>()[0].rate == "fp8_tflops");
  CHECK(catalog.records<Feature>()[0].notes.size() == 2);
  REQUIRE(catalog.feature("fast") != nullptr);
  CHECK(catalog.feature("fast")->fields[0] == "fp8_tflops");
  CHECK(catalog.feature("slow") == nullptr);
  REQUIRE(catalog.records<ArchitectureFeature>().size() == 2);
  CHECK(catalog.records<ArchitectureFeature>()[0].vendor == "amd");
  CHECK(catalog.records<ArchitectureFeature>()[0].architectures[1] == "Three");
  CHECK(catalog.records<ArchitectureFeature>()[1].has == Presence::where_listed);
  REQUIRE(catalog.records<FeatureFigure>().size() == 1);
  CHECK(catalog.records<FeatureFigure>()[0].value == Magnitude{3});
  CHECK(catalog.records<FeatureFigure>()[0].to == Magnitude{4});
  const std::string written = write_catalog(catalog);
  CHECK(write_catalog(catalog_from(written)) == written);
}

TEST_CASE("problems of features name what was expected", "[catalog]") {
  struct Case {
    const char* name;
    std::string members;
    Strings expected;
  };
  const auto said = [](const std::string& more) {
    return features(k_fast) + ",\n" + R"("architecture_features": [{"feature": "fast", "vendor": "nvidia", )" + more +
           R"(, "source": "shop"}])";
  };
  const Case cases[] = {
      {"a figure that no GPU has",
       features(R"({"id": "fast", "title": "Fast", "does": "Runs.", "fields": ["fp8_tflop"], "source": "shop"})"),
       {R"(2: /features/0/fields: expected a figure of GPUs, found "fp8_tflop", did you mean "fp8_tflops"?)"}},
      {"a field that is no figure",
       features(R"({"id": "fast", "title": "Fast", "does": "Runs.", "fields": ["name"], "source": "shop"})"),
       {R"(2: /features/0/fields: expected a figure of GPUs, found "name")"}},
      {"half a comparison",
       features(R"({"id": "fast", "title": "Fast", "does": "Runs.", "rate": "fp8_tflops", "source": "shop"})"),
       {R"(2: /features/0: expected both "rate" and "not_below", or neither)"}},
      {"an unknown feature",
       features(k_fast) +
           R"(, "feature_figures": [{"feature": "fasr", "what": "speed", "value": 1, "source": "shop"}])",
       {R"(2: /feature_figures/0/feature: unknown feature "fasr", did you mean "fast"?)"}},
      {"a range that ends below its beginning",
       features(k_fast) +
           R"(, "feature_figures": [{"feature": "fast", "what": "speed", "value": 2, "to": 1, "source": "shop"}])",
       {"2: /feature_figures/0: expected value <= to"}},
      {"no architecture",
       said(R"("architectures": [], "has": "no")"),
       {"3: /architecture_features/0: expected at least one architecture"}},
      {"a word that is none",
       said(R"("architectures": ["One"], "has": "maybe")"),
       {R"(3: /architecture_features/0/has: expected yes, no, where-listed or disputed, found "maybe")"}},
      {"listed nowhere",
       features(R"({"id": "fast", "title": "Fast", "does": "Runs.", "source": "shop"})") +
           R"(, "architecture_features": [{"feature": "fast", "vendor": "nvidia", "architectures": ["One"],
                                           "has": "where-listed", "source": "shop"}])",
       {R"(2: /architecture_features/0: no figure tells "fast", so it is listed nowhere)"}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      Strings found;
      for (const auto& problem : problems_of(on_line_two(c.members))) found.push_back(problem.substr(10));
      CHECK(found == c.expected);
    }
  }
}

TEST_CASE("rules for other products keep the features and their sources", "[catalog]") {
  const Catalog rules = embedded_catalog().rules_only();
  CHECK(rules.records<Feature>().size() == embedded_catalog().records<Feature>().size());
  for (const Feature& feature : rules.records<Feature>()) CHECK(rules.source(feature.source) != nullptr);
  for (const auto& said : rules.records<ArchitectureFeature>()) CHECK(rules.source(said.source) != nullptr);
  for (const auto& figure : rules.records<FeatureFigure>()) CHECK(rules.source(figure.source) != nullptr);
}

TEST_CASE("a figure is the number that a field of a GPU holds", "[catalog]") {
  Gpu gpu;
  gpu.name = "16";
  gpu.memory = Gibibytes{16};
  gpu.slots = 2;
  gpu.fp32_dual_issue = true;
  CHECK(figure(gpu, "memory_gb") == 16);
  CHECK(figure(gpu, "slots") == 2);
  CHECK_FALSE(figure(gpu, "fp8_tflops"));
  CHECK_FALSE(figure(gpu, "name"));
  CHECK_FALSE(figure(gpu, "fp32_dual_issue"));  // says how another figure counts
  CHECK_FALSE(figure(gpu, "nothing"));
  const auto keys = figure_keys();
  CHECK(std::find(keys.begin(), keys.end(), "nvlink_gbs") != keys.end());
  CHECK(std::find(keys.begin(), keys.end(), "released") == keys.end());
}
