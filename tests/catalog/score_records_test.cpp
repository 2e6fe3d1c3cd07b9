#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

namespace gpuadvisor {
namespace {

std::string score(const std::string& index, const std::string& more = "") {
  return R"({"gpu": "one", "workload": "cnn", "precision": "fp16", "index": )" + index +
         R"(, "low": 0.5, "high": 2, "measurements": 3, "sources": ["shop"])" + more + "}";
}

std::string evidence_of(const std::string& share) {
  return R"({"dataset": "theirs", "index": 1.4, "share": )" + share + R"(, "measurements": 2})";
}

/// Open at its end.
std::string evidence(const std::string& share) { return R"(, "evidence": [)" + evidence_of(share); }

std::string speedup(const std::string& workload, const std::string& figures) {
  return R"({"workload": ")" + workload + R"(", "count": 2, "basis": "guide", )" + figures +
         R"(, "sources": ["shop"]})";
}

std::string model(const std::string& workload) {
  return R"({"workload": ")" + workload +
         R"(", "precision": "fp16", "intercept": 0, "tensor": 0.5, "bandwidth": 0.5, "compute": 0,
            "spread": 0.1, "spread_elsewhere": 0.2, "other_vendor": -0.4, "spread_other_vendor": 0.4, "gpus": 20,
            "vendor": "nvidia", "architectures": ["Test"]})";
}

std::string other(std::string record, const std::string& from, const std::string& to) {
  return record.replace(record.find(from), from.size(), to);
}

/// A document with the GPU "one" and the guides' workloads, and one with `members` from its first line on.
Layers documents(const std::string& members) {
  return {{{"base.json", test_document(R"("gpus": [)" + test_gpu("one") + "]")}, {"scores.json", "{" + members + "}"}}};
}

}  // namespace

TEST_CASE("scores, models and speed-ups refer to what is known and hold their figure", "[catalog]") {
  struct Case {
    const char* name;
    std::string members;
    Strings problems;  // after "scores.json:"
  };
  const Case cases[] = {
      {"sound",
       R"("scores": [)" + score("1.5") + R"(], "score_models": [)" + model("rnn") + R"(], "speedups": [)" +
           speedup("cnn", R"("speedup": 1.9)") + "]",
       {}},
      {"unknown GPU",
       R"("scores": [{"gpu": "onne", "workload": "cnn", "precision": "fp16", "index": 1, "low": 1, "high": 1,
                      "measurements": 1, "sources": ["shop"]}])",
       {R"(1: /scores/0/gpu: unknown GPU "onne", did you mean "one"?)"}},
      {"unknown workload of a model",
       R"("score_models": [)" + model("cn") + "]",
       {R"(1: /score_models/0/workload: unknown workload "cn", did you mean "cnn"?)"}},
      {"unknown workload of a speed-up",
       R"("speedups": [)" + speedup("rn", R"("speedup": 1.9)") + "]",
       {R"(1: /speedups/0/workload: unknown workload "rn", did you mean "rnn"?)"}},
      {"unknown source",
       R"("scores": [{"gpu": "one", "workload": "cnn", "precision": "fp16", "index": 1, "low": 1, "high": 1,
                      "measurements": 1, "sources": ["shopp"]}])",
       {R"(2: /scores/0/sources: unknown source "shopp", did you mean "shop"?)"}},
      {"index below its interval",
       R"("scores": [)" + score("0.4") + "]",
       {"1: /scores/0: expected low <= the figure <= high"}},
      {"speed-up above its interval",
       R"("speedups": [)" + speedup("cnn", R"("speedup": 1.9, "low": 1.5, "high": 1.8)") + "]",
       {"1: /speedups/0: expected low <= the figure <= high"}},
      {"speed-up with one end of its interval",
       R"("speedups": [)" + speedup("cnn", R"("speedup": 1.9, "low": 1.5)") + "]",
       {"1: /speedups/0: expected low <= the figure <= high"}},
      {"no source",
       R"("scores": [{"gpu": "one", "workload": "cnn", "precision": "fp16", "index": 1, "low": 1, "high": 1,
                      "measurements": 1, "sources": []}])",
       {"1: /scores/0: expected at least one source"}},
      {"evidence", R"("scores": [)" + score("1.5", evidence("0.3") + "]") + "]", {}},
      {"evidence that is more than all",
       R"("scores": [)" + score("1.5", evidence("0.3") + ", " + evidence_of("0.8") + "]") + "]",
       {"1: /scores/0: expected shares of evidence that add up to 1 at most"}},
      {"negative share",
       R"("scores": [)" + score("1.5", evidence("-0.3") + "]") + "]",
       {"1: /scores/0: expected shares of evidence of 0 or more"}},
      {"evidence without a dataset",
       R"("scores": [)" + score("1.5", R"(, "evidence": [{"index": 1.4, "share": 0.3, "measurements": 2}])") + "]",
       {R"(1: /scores/0/evidence/0: expected a field "dataset", found none)"}},
      {"evidence that is no list",
       R"("scores": [)" + score("1.5", R"(, "evidence": 3)") + "]",
       {R"(1: /scores/0/evidence: expected an array, found 3)"}},
      {"score for a mean of workloads",
       R"("scores": [{"gpu": "one", "workload": "general", "precision": "fp16", "index": 1, "low": 1, "high": 1,
                      "measurements": 1, "sources": ["shop"]}])",
       {R"(1: /scores/0/workload: expected a workload that has an order, found "general")"}},
      {"negative coefficient",
       R"("score_models": [)" + other(model("cnn"), R"("tensor": 0.5)", R"("tensor": -0.5)") + "]",
       {"1: /score_models/0: expected coefficients of 0 or more"}},
      {"negative spread",
       R"("score_models": [)" + other(model("cnn"), R"("spread": 0.1)", R"("spread": -0.1)") + "]",
       {"1: /score_models/0: expected spreads from 0 to 5"}},
      {"spread beyond sense",
       R"("score_models": [)" + other(model("cnn"), R"("spread": 0.1)", R"("spread": 90)") + "]",
       {"1: /score_models/0: expected spreads from 0 to 5"}},
      {"a time before the first step",
       R"("score_models": [)" + other(model("cnn"), R"("intercept": 0)", R"("intercept": -0.1, "adds_times": true)") +
           "]",
       {"1: /score_models/0: expected times of 0 or more, not all 0"}},
      {"score given twice",
       R"("scores": [)" + score("1.5") + ",\n" + score("1.6") + "]",
       {"2: /scores/1: the score of one for cnn in fp16 is already given at scores.json:1"}},
      {"model given twice",
       R"("score_models": [)" + model("cnn") + "," + model("cnn") + "]",
       {"3: /score_models/1: the model of cnn in fp16 for nvidia is already given at scores.json:1"}},
      {"speed-up given twice",
       R"("speedups": [)" + speedup("cnn", R"("speedup": 1.9)") + ",\n" + speedup("cnn", R"("speedup": 1.8)") + "]",
       {"2: /speedups/1: the guide speed-up of 2 GPUs for cnn is already given at scores.json:1"}},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      Strings expected;
      for (const auto& problem : c.problems) expected.push_back("scores.json:" + problem);
      CHECK(problems_of(documents(c.members)) == expected);
    }
  }
}

TEST_CASE("a later layer replaces a score, its model and its speed-up", "[catalog]") {
  Layers layers = documents(R"("scores": [)" + score("1.5") + R"(], "score_models": [)" + model("cnn") +
                            R"(], "speedups": [)" + speedup("cnn", R"("speedup": 1.9)") + "]");
  layers.push_back({{"mine.json", R"({"scores": [)" + score("1.25") + R"(], "speedups": [)" +
                                      speedup("cnn", R"("speedup": 1.7)") + "]}"}});
  const Catalog catalog = load_catalog(Catalog(), layers);
  REQUIRE(catalog.records<Score>().size() == 1);
  CHECK(catalog.score("one", "cnn", ScorePrecision::fp16)->index == Ratio{1.25});
  CHECK(catalog.score("one", "cnn", ScorePrecision::fp32) == nullptr);
  REQUIRE(catalog.records<Speedup>().size() == 1);
  CHECK(catalog.records<Speedup>()[0].speedup == Ratio{1.7});
  CHECK(catalog.score_model("cnn", ScorePrecision::fp16, catalog.gpus()[0])->tensor == 0.5);
}

TEST_CASE("another reference card takes away the scores that were relative to the first", "[catalog]") {
  Layers layers = documents(R"("scores": [)" + score("1.5") + R"(], "score_models": [)" + model("cnn") + "]");
  const Catalog base = load_catalog(Catalog(), layers);
  const auto on_top = [&](const std::string& tensor, const std::string& more) {
    return load_catalog(base, Layers{{{"mine.json", R"({"reference": {"gpu": "reference", "tensor_tflops": )" + tensor +
                                                        R"(, "flops_tflops": 10, "bandwidth_gbs": 100,
                                                           "half_tflops": 10, "source": "shop"})" +
                                                        more + "}"}}});
  };
  CHECK(on_top("10", "").records<Score>().size() == 1);
  CHECK(on_top("20", "").records<Score>().empty());
  CHECK(on_top("20", "").records<ScoreModel>().empty());
  const Catalog own = on_top("20", R"(, "scores": [)" + score("1.25") + "]");
  REQUIRE(own.records<Score>().size() == 1);
  CHECK(own.records<Score>()[0].index == Ratio{1.25});
}

}  // namespace gpuadvisor
