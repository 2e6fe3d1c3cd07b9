#include "advice/compare/stated_ratio.hpp"

#include "support/catch2.hpp"
#include "support/test_guides.hpp"

using namespace gpuadvisor;

namespace {

std::string card(const std::string& id, int tflops, int bandwidth) {
  const std::string figures = std::to_string(tflops);
  return test_gpu(id, R"(, "memory_gb": 8, "memory_bandwidth_gbs": )" + std::to_string(bandwidth) +
                          R"(, "fp32_tflops": )" + figures + R"(, "fp16_vector_tflops": )" + figures +
                          R"(, "fp16_tensor_tflops": )" + figures);
}

std::string ratio(const std::string& guide, const std::string& id, const std::string& of, const std::string& more) {
  return R"({"guide": ")" + guide + R"(", "id": ")" + id + R"(", "gpu": "fast", "over": "slow", "of": ")" + of +
         R"(", "ratio": 3, "says": "S", "source": "shop")" + more + "}";
}

Catalog market() {
  const auto guide = [](const std::string& id, const std::string& date) {
    return R"({"id": ")" + id + R"(", "title": "T", "author": "A", "date": ")" + date + R"(", "source": "shop"})";
  };
  return catalog_from(test_document(
      R"("gpus": [)" + card("fast", 40, 400) + ", " + card("slow", 10, 100) + ", " + card("third", 10, 100) +
      R"(], "prices": [)" + test_price("fast", "2026-03", "new", 800) + ", " +
      test_price("slow", "2026-03", "new", 100) + R"(], "guides": [)" + guide("old", "2019") + ", " +
      guide("new", "2023") + R"(], "guide_ratios": [)" + ratio("old", "speed", "speed", "") + ", " +
      ratio("new", "cnn", "speed", R"(, "workload": "cnn")") + ", " + ratio("old", "value", "value", "") + "]"));
}

Comparison compared(const Catalog& catalog, const std::vector<std::string_view>& ids) {
  ComparisonQuestion question;
  for (const auto id : ids) question.gpus.push_back({catalog.gpu(id), 1});
  question.workloads = compared_workloads(catalog);
  return comparison(question, catalog);
}

}  // namespace

TEST_CASE("a guide's ratio stands beside the program's own, of speed or of value", "[advice]") {
  const Catalog catalog = market();
  const auto found = stated_ratios(compared(catalog, {"slow", "fast"}), catalog);
  REQUIRE(found.size() == 3);
  // The newest guide first; it names a workload, so there is one figure beside. Every criterion is 4 times as large, so
  // the score is too; at 8 times the price, value is half.
  CHECK(found[0].said->id == "cnn");
  CHECK(found[0].gpu == 1);
  CHECK(found[0].over == 0);
  REQUIRE(found[0].own.size() == 1);
  CHECK(found[0].own[0].workload->id == "cnn");
  CHECK_THAT(found[0].own[0].ratio, Catch::Matchers::WithinRel(4.0, 1e-9));
  CHECK_FALSE(found[0].own[0].basis.has_value());
  CHECK(found[1].own.size() == 3);
  CHECK(found[2].said->id == "value");
  REQUIRE(found[2].own.size() == 3);
  CHECK_THAT(found[2].own[0].ratio, Catch::Matchers::WithinRel(0.5, 1e-9));
}

TEST_CASE("a ratio is told only where both of its GPUs are compared", "[advice]") {
  const Catalog catalog = market();
  CHECK(stated_ratios(compared(catalog, {"slow", "third"}), catalog).empty());
  CHECK(stated_ratios(compared(catalog, {"third", "fast", "slow"}), catalog).size() == 3);
}
