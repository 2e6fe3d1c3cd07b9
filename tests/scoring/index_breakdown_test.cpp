#include "gpuadvisor/scoring/index_breakdown.hpp"

#include <cmath>
#include <string>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

/// Four times the reference's matrix rate, twice its other rates. Estimates: 0.5 ln 4 + 0.25 ln 2 + 0.25 ln 2 =
/// 1.5 ln 2; of another vendor, 0.5 less.
std::string gpu(const std::string& id) {
  return test_gpu(id, R"(, "memory_gb": 8, "fp32_tflops": 20, "fp16_vector_tflops": 20, "fp16_tensor_tflops": 40,
                         "memory_bandwidth_gbs": 200)");
}

/// "known" is 2^(0.5 * 2 + 0.25 * 1 + 0.25 * 1.5) = 2^1.625.
Catalog catalog() {
  std::string strange = gpu("strange");
  strange.replace(strange.find("\"nvidia\""), 8, "\"amd\"");
  return catalog_from(test_document("\"gpus\": [" + gpu("known") + "," + gpu("told") + "," + gpu("guessed") + "," +
                                    strange + "," + test_gpu("blank", R"(, "memory_gb": 8)") + R"(], "score_models": [
  {"workload": "cnn", "precision": "fp16", "intercept": 0, "tensor": 0.5, "bandwidth": 0.25, "compute": 0.25,
   "spread": 0.1, "spread_elsewhere": 0.2, "other_vendor": -0.5, "spread_other_vendor": 0.4, "gpus": 20,
   "vendor": "nvidia", "architectures": ["Test"]}], "scores": [
  {"gpu": "known", "workload": "cnn", "precision": "fp16", "index": 3.0844, "low": 2.5, "high": 3.6, "measurements": 12,
   "sources": ["shop", "tracker"], "evidence": [
     {"dataset": "first", "index": 4, "share": 0.5, "measurements": 9},
     {"dataset": "second", "index": 2, "share": 0.25, "measurements": 3}]},
  {"gpu": "told", "workload": "cnn", "precision": "fp16", "index": 3, "low": 2.5, "high": 3.6, "measurements": 12,
   "sources": ["shop"]}])"));
}

IndexBreakdown only(const Catalog& from, std::string_view id) {
  const auto found = index_breakdowns(*from.gpu(id), *from.workload("cnn"), ScorePrecision::fp16, from);
  REQUIRE(found.size() == 1);
  return found[0];
}

}  // namespace

TEST_CASE("a measured index is made of evidence, and of an estimate for the rest", "[scoring]") {
  const Catalog from = catalog();
  const IndexBreakdown known = only(from, "known");
  CHECK(known.performance.basis == Basis::measured);
  REQUIRE(known.evidence.size() == 2);
  CHECK_THAT(known.estimate_share, WithinRel(0.25, 1e-12));
  CHECK_THAT(known.estimate->index, WithinRel(std::pow(2, 1.5), 1e-12));
  double log_index = known.estimate_share * std::log(known.estimate->index);
  for (const ScoreEvidence& part : known.evidence) log_index += part.share * std::log(part.index.value());
  CHECK_THAT(std::exp(log_index), WithinRel(std::pow(2, 1.625), 1e-12));
}

TEST_CASE("nothing is said of the parts of an index whose evidence is not known", "[scoring]") {
  const Catalog from = catalog();
  const IndexBreakdown told = only(from, "told");
  CHECK(told.evidence.empty());
  CHECK(told.estimate_share == 0);
}

TEST_CASE("an estimated index is all estimate, whose terms add up", "[scoring]") {
  const Catalog from = catalog();
  const IndexBreakdown guessed = only(from, "guessed");
  CHECK(guessed.estimate_share == 1);
  CHECK(guessed.performance.index == guessed.estimate->index);
  CHECK(guessed.estimate->spread == 0.1);
  CHECK_THAT(guessed.estimate->of.log_index(), WithinRel(1.5 * std::log(2), 1e-12));
  CHECK(guessed.estimate->of.terms[2].name == "bandwidth");
  CHECK_THAT(guessed.estimate->of.terms[2].feature, WithinRel(std::log(2), 1e-12));
  const IndexBreakdown strange = only(from, "strange");
  CHECK(strange.estimate->spread == 0.4);
  CHECK_THAT(strange.estimate->of.log_index(), WithinRel(1.5 * std::log(2) - 0.5, 1e-12));
}

TEST_CASE("without figures or for workloads without a model there is no breakdown", "[scoring]") {
  const Catalog from = catalog();
  CHECK(index_breakdowns(*from.gpu("blank"), *from.workload("cnn"), ScorePrecision::fp16, from).empty());
  CHECK(index_breakdowns(*from.gpu("known"), *from.workload("rnn"), ScorePrecision::fp16, from).empty());
  CHECK(index_breakdowns(*from.gpu("known"), *from.workload("general"), ScorePrecision::fp16, from).empty());
}

TEST_CASE("a mean of workloads has the breakdowns of its parts", "[scoring]") {
  const Catalog from = embedded_catalog();
  const auto found =
      index_breakdowns(*from.gpu("nvidia-geforce-rtx-4070"), *from.workload("general"), ScorePrecision::fp16, from);
  REQUIRE(found.size() == 2);
  CHECK(found[0].workload->id == "cnn");
  CHECK(found[1].workload->id == "transformer");
}
