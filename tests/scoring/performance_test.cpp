#include "gpuadvisor/scoring/performance.hpp"

#include <cmath>
#include <string>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

/// A GPU with four times the reference's matrix rate and twice its other rates.
std::string gpu(const std::string& id, const std::string& more = "") {
  return test_gpu(id, R"(, "memory_gb": 8, "fp32_tflops": 20, "fp16_vector_tflops": 20, "fp16_tensor_tflops": 40,
                         "memory_bandwidth_gbs": 200)" +
                          more);
}

std::string other(std::string record, const std::string& from, const std::string& to) {
  return record.replace(record.find(from), from.size(), to);
}

/// Estimates: ln 4 / 2 + ln 2 / 4 + ln 2 / 4 = ln 2 + ln 2 / 2, so 2^1.5.
const std::string k_models = R"("score_models": [
  {"workload": "cnn", "precision": "fp16", "intercept": 0, "tensor": 0.5, "bandwidth": 0.25, "compute": 0.25,
   "spread": 0.1, "spread_elsewhere": 0.2, "other_vendor": -0.5, "spread_other_vendor": 0.4, "gpus": 20,
   "vendor": "nvidia", "architectures": ["Test"]},
  {"workload": "transformer", "precision": "fp16", "intercept": 0, "tensor": 1, "bandwidth": 0, "compute": 0,
   "spread": 0.3, "spread_elsewhere": 0.5, "other_vendor": -0.5, "spread_other_vendor": 0.7, "gpus": 20,
   "vendor": "nvidia", "architectures": ["Test"]}])";

const std::string k_scores = R"("scores": [
  {"gpu": "known", "workload": "cnn", "precision": "fp16", "index": 3, "low": 2.5, "high": 3.6, "measurements": 12,
   "sources": ["shop", "tracker"]},
  {"gpu": "known", "workload": "transformer", "precision": "fp16", "index": 12, "low": 8, "high": 18,
   "measurements": 4, "sources": ["tracker"]},
  {"gpu": "said", "workload": "cnn", "precision": "fp16", "index": 2, "low": 2, "high": 2, "measurements": 1,
   "sources": ["shop"], "scaled": true}])";

Catalog catalog() {
  const std::string gpus = gpu("known") + "," + gpu("said") + "," + gpu("guessed") + "," +
                           other(gpu("new"), "\"Test\"", "\"Newer\"") + "," +
                           other(gpu("strange"), "\"nvidia\"", "\"amd\"") + "," + gpu("twin", R"(, "devices": 2)") +
                           "," + test_gpu("blank", R"(, "memory_gb": 8)");
  return catalog_from(test_document("\"gpus\": [" + gpus + "], " + k_models + ", " + k_scores));
}

}  // namespace

TEST_CASE("a measured GPU has the index of its measurements, another one an estimate from specs", "[scoring]") {
  const Catalog from = catalog();
  const PerformanceIndex index(from, *from.workload("cnn"), ScorePrecision::fp16);
  REQUIRE(index.is_known());
  const double estimate = std::pow(2, 1.5);
  struct Case {
    const char* gpu;
    double index;
    double low;
    double high;
    Basis basis;
    int measurements;
    bool vendor_measured;
  };
  const Case cases[] = {
      {"known", 3, 2.5, 3.6, Basis::measured, 12, true},
      {"said", 2, 2, 2, Basis::scaled, 1, true},
      {"guessed", estimate, estimate / std::exp(0.1), estimate * std::exp(0.1), Basis::estimated, 0, true},
      {"new", estimate, estimate / std::exp(0.2), estimate * std::exp(0.2), Basis::estimated, 0, true},
      {"strange", estimate * std::exp(-0.5), estimate * std::exp(-0.9), estimate * std::exp(-0.1), Basis::estimated, 0,
       false},
      // Each device of the board sees half of its memory, which does not make it slower.
      {"twin", estimate, estimate / std::exp(0.1), estimate * std::exp(0.1), Basis::estimated, 0, true},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.gpu) {
      const auto found = index.performance(*from.gpu(c.gpu));
      REQUIRE(found);
      CHECK_THAT(found->index, WithinRel(c.index, 1e-12));
      CHECK_THAT(found->low, WithinRel(c.low, 1e-12));
      CHECK_THAT(found->high, WithinRel(c.high, 1e-12));
      CHECK(found->basis == c.basis);
      CHECK(found->measurements == c.measurements);
      CHECK(found->is_vendor_measured == c.vendor_measured);
      CHECK(index.index(*from.gpu(c.gpu)) == found->index);
      CHECK(index.is_measured(*from.gpu(c.gpu)) == (c.basis != Basis::estimated));
    }
  }
  CHECK(index.performance(*from.gpu("known"))->sources == std::vector<std::string_view>{"shop", "tracker"});
  CHECK_FALSE(index.performance(*from.gpu("blank")));
}

TEST_CASE("the index for a mean of workloads is the geometric mean, measured where all of it is", "[scoring]") {
  const Catalog from = catalog();
  const PerformanceIndex index(from, *from.workload("general"), ScorePrecision::fp16);
  const auto known = index.performance(*from.gpu("known"));
  REQUIRE(known);
  CHECK_THAT(known->index, WithinRel(6.0, 1e-12));               // sqrt(3 * 12)
  CHECK_THAT(known->low, WithinRel(std::sqrt(2.5 * 8), 1e-12));  // the mean of both in logs
  CHECK_THAT(known->high, WithinRel(std::sqrt(3.6 * 18), 1e-12));
  CHECK(known->basis == Basis::measured);
  CHECK(known->measurements == 16);
  CHECK(known->sources == std::vector<std::string_view>{"shop", "tracker"});
  const auto said = index.performance(*from.gpu("said"));  // for CNN; estimated for Transformer: 4
  REQUIRE(said);
  CHECK_THAT(said->index, WithinRel(std::sqrt(8.0), 1e-12));
  CHECK(said->basis == Basis::estimated);
  CHECK_FALSE(index.is_measured(*from.gpu("said")));
}

TEST_CASE("without a model only measured GPUs have an index, without either nothing is known", "[scoring]") {
  const Catalog from = catalog();
  CHECK_FALSE(PerformanceIndex(from, *from.workload("rnn"), ScorePrecision::fp16).is_known());
  CHECK_FALSE(PerformanceIndex(from, *from.workload("cnn"), ScorePrecision::fp32).is_known());
  const Catalog measured =
      from.with_scores({}, {from.records<Score>().begin(), from.records<Score>().end()}, {}, nullptr);
  const PerformanceIndex index(measured, *measured.workload("cnn"), ScorePrecision::fp16);
  CHECK(index.is_known());
  CHECK(index.index(*measured.gpu("known")) == std::exp(std::log(3.0)));
  CHECK_FALSE(index.index(*measured.gpu("guessed")));
}

TEST_CASE("scores are made for a workload and a precision when they are first asked for, once", "[scoring]") {
  const Catalog from = catalog();
  std::vector<std::string> made;
  const auto make = [&](std::string_view workload, ScorePrecision precision) {
    made.push_back(std::string(workload) + " " + std::string(enum_name(precision)));
    const auto models = from.score_models_of(workload, precision);
    const auto scores = from.scores_of(workload, precision);
    return ScoreSet{{models.begin(), models.end()}, {scores.begin(), scores.end()}, nullptr};
  };
  const Catalog later = from.with_scores(make, {}, nullptr);
  CHECK(made.empty());
  for (const char* gpu : {"known", "guessed", "blank"}) {
    const PerformanceIndex index(later, *later.workload("cnn"), ScorePrecision::fp16);
    CHECK(index.index(*later.gpu(gpu)) ==
          PerformanceIndex(from, *from.workload("cnn"), ScorePrecision::fp16).index(*from.gpu(gpu)));
  }
  CHECK(made == std::vector<std::string>{"cnn fp16"});
  CHECK(later.score("known", "cnn", ScorePrecision::fp32) == nullptr);
  CHECK(made == std::vector<std::string>{"cnn fp16", "cnn fp32"});
  CHECK(from.with_scores({}, {}, {}, nullptr).scores_of("cnn", ScorePrecision::fp16).empty());
}

TEST_CASE("a prediction beyond any sense is none", "[scoring]") {
  const Catalog from = catalog_from(test_document("\"gpus\": [" + gpu("guessed") + "], " +
                                                  other(k_models, "\"intercept\": 0", "\"intercept\": 100")));
  CHECK_FALSE(PerformanceIndex(from, *from.workload("cnn"), ScorePrecision::fp16).index(*from.gpu("guessed")));
}

TEST_CASE("a laptop part is less well known than cards of its architecture", "[scoring]") {
  const Catalog from = catalog_from(
      test_document("\"gpus\": [" + other(gpu("portable"), "\"pcie-card\"", "\"laptop\"") + "], " + k_models));
  const auto found =
      PerformanceIndex(from, *from.workload("cnn"), ScorePrecision::fp16).performance(*from.gpu("portable"));
  REQUIRE(found);
  CHECK_THAT(found->high / found->index, WithinRel(std::exp(0.2), 1e-12));
}

TEST_CASE("scores of later measurements are not known on an earlier day", "[scoring]") {
  const Catalog from = catalog_from(test_document("\"gpus\": [" + gpu("known") + "], \"prices\": [" +
                                                  test_price("known", "2026-06-30", "used", 1) + "], " + k_models));
  const Day last = PartialDate(2026, 6, 30).last_day();
  CHECK(from.known_by(last).score_model("cnn", ScorePrecision::fp16, from.gpus()[0]) != nullptr);
  CHECK(from.known_by(PartialDate(2026, 6, 29).last_day()).score_model("cnn", ScorePrecision::fp16, from.gpus()[0]) ==
        nullptr);
}

TEST_CASE("a model that adds times predicts one over their sum", "[scoring]") {
  // Four times the reference's matrix rate and twice its other rates: 0.2 + 0.4 / 4 + 0.3 / 2 + 0.1 / 2 = 0.5.
  const Catalog from =
      catalog_from(test_document("\"gpus\": [" + gpu("guessed") + "," + other(gpu("strange"), "\"nvidia\"", "\"amd\"") +
                                 R"(], "score_models": [
  {"workload": "cnn", "precision": "fp16", "adds_times": true, "intercept": 0.2, "tensor": 0.4, "bandwidth": 0.3,
   "compute": 0.1, "spread": 0.1, "spread_elsewhere": 0.2, "other_vendor": -0.5,
   "spread_other_vendor": 0.4, "gpus": 20, "vendor": "nvidia", "architectures": ["Test"]}])"));
  const PerformanceIndex index(from, *from.workload("cnn"), ScorePrecision::fp16);
  CHECK_THAT(index.index(*from.gpu("guessed")).value(), WithinRel(2.0, 1e-12));
  CHECK_THAT(index.index(*from.gpu("strange")).value(), WithinRel(2 * std::exp(-0.5), 1e-12));
}

TEST_CASE("an index is measured where measurements carry half of its weight", "[scoring]") {
  const auto basis = [](const std::string& share) {
    const Catalog from = catalog_from(test_document("\"gpus\": [" + gpu("known") + "], " + k_models + R"(, "scores": [
      {"gpu": "known", "workload": "cnn", "precision": "fp16", "index": 3, "low": 2.5, "high": 3.6, "measurements": 12,
       "sources": ["shop"], "evidence": [{"dataset": "first", "index": 4, "share": )" +
                                                    share + R"(, "measurements": 9}]}])"));
    const PerformanceIndex index(from, *from.workload("cnn"), ScorePrecision::fp16);
    const Basis found = index.performance(*from.gpu("known"))->basis;
    CHECK(index.is_measured(*from.gpu("known")) == (found == Basis::measured));
    return found;
  };
  CHECK(basis("0.5") == Basis::measured);
  CHECK(basis("0.49") == Basis::estimated);
}

TEST_CASE("a transformer runs no faster on a data-center GPU than measured matrix products let it", "[scoring]") {
  // Of the timed one 40 of 80 TFLOPS are left: at most 6 of its 12, where the specs say 4 * exp(0).
  const auto index = [](const std::string& matmul) {
    const Catalog from = catalog_from(
        test_document("\"gpus\": [" + gpu("known", R"(, "matmul_tflops": 80)") + "," +
                      other(gpu("fed", R"(, "matmul_tflops": )" + matmul), "\"consumer\"", "\"datacenter\"") + "], " +
                      k_models + R"(, "scores": [
      {"gpu": "known", "workload": "transformer", "precision": "fp16", "index": 12, "low": 8, "high": 18,
       "measurements": 4, "sources": ["tracker"]}])"));
    return *PerformanceIndex(from, *from.workload("transformer"), ScorePrecision::fp16).index(*from.gpu("fed"));
  };
  CHECK_THAT(index("40"), WithinRel(4, 1e-9));
  CHECK_THAT(index("20"), WithinRel(3, 1e-9));  // 12 * 20 / 80
}

TEST_CASE("an H20 trains transformers as its matrix products say", "[scoring]") {
  const Catalog from = embedded_catalog();
  const PerformanceIndex index(from, *from.workload("transformer"), ScorePrecision::fp16);
  // Measured products: 142 TFLOPS against 784 (0.18).
  const double ratio = *index.index(*from.gpu("nvidia-h20")) / *index.index(*from.gpu("nvidia-h100-sxm5-80gb"));
  CHECK(ratio > 0.15);
  CHECK(ratio < 0.35);
}
