#include <algorithm>
#include <cmath>
#include <string>

#include "formats/json.hpp"
#include "output/recommend/answer_explanation.hpp"
#include "output/recommend/summary_text.hpp"
#include "support/answer_text.hpp"
#include "support/catch2.hpp"
#include "support/test_rivals.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

constexpr double k_of_nine_digits = 1e-8;

struct Explained {
  const Catalog& catalog;
  Answer answer;
  Explanation found;
  AnswerDetails details;

  Explained(const Catalog& of, const Request& request)
      : catalog(of),
        answer(recommend(of, request)),
        found(explanation(answer, of)),
        details(answer_details(answer, of, 1)) {}

  [[nodiscard]] AnswerView view() const {
    return {"recommend", stamp_of(catalog, "1.0"), answer, details, 1, &found, {}, {true}};
  }
};

/// The texts as lines of a page.
std::string lines_of(const std::vector<std::string>& texts, std::size_t width) {
  std::string lines;
  for (const auto& text : texts) lines += wrapped(text, width);
  return lines;
}

std::string text_of(const Catalog& catalog, const Request& request, std::size_t width = 80) {
  const Explained explained(catalog, request);
  return lines_of(explanation_texts(explained.view()), width);
}

}  // namespace

// The figures: 41/70 = 0.586 and 29/70 = 0.414; 400 / 2^(1/12) = 377.55; 25/148 = 0.169 and 7/48 = 0.146; 1.331 / 1;
// 400 / 2^(25/48) = 278.79 (tests/advice/stability_test.cpp).
TEST_CASE("an explanation by score in words", "[output]") {
  const Catalog catalog = test_rivals();
  CHECK(text_of(catalog, test_rivals_request(catalog)) ==
        "Ranked by the guides' priorities alone, Name of matrix is first for 59 % of all\n"
        "weights in that order and Name of memory for 41 %.\n"
        "Name of memory against the first: within 10 %, too close to call; more score per\n"
        "dollar at $377 or less; a weight of bandwidth of 0.17 instead of 0.15 reverses\n"
        "the scores.\n"
        "Name of plain against the first: its score would have to be 34 % higher to draw\n"
        "level; but more score per dollar, at $250; worse by score, whatever the weights;\n"
        "changing one weight does not change that.\n");
}

// 1.4641 / 1.25 = 1.171; 400 * 1.25 / 1.5 = 333.33, 400 / 1.5 = 266.67; 1.4641 / 1.
TEST_CASE("an explanation by speed in words", "[output]") {
  const Catalog catalog = test_measured_rivals();
  CHECK(text_of(catalog, test_rivals_request(catalog)) ==
        "Ranked by the guides' priorities alone, Name of matrix is first for 59 % of all\n"
        "weights in that order and Name of memory for 41 %.\n"
        "Name of memory against the first: possibly as fast, the 80 % intervals overlap\n"
        "(1.10-1.40 and 1.30-1.70); its speed would have to be 18 % higher to draw level;\n"
        "more speed per dollar at $333 or less; a weight of bandwidth of 0.17 instead of\n"
        "0.15 reverses the scores.\n"
        "Name of plain against the first: clearly slower, the 80 % intervals do not\n"
        "overlap (0.90-1.10 and 1.30-1.70); its speed would have to be 47 % higher to\n"
        "draw level; but more speed per dollar, at $250; worse by score, whatever the\n"
        "weights; changing one weight does not change that.\n");
}

TEST_CASE("a price at which a rival overtakes is told in whole dollars that do", "[output]") {
  // Twice the speed: it ties at $800, and has more per dollar from $799 down.
  const Catalog catalog =
      test_market({test_card("half", 12), test_card("twice", 8, 2)}, {test_used("half", 400), test_used("twice", 900)});
  Request request = test_request(catalog);
  request.rank_by = RankBy::value;
  CHECK(text_of(catalog, request, 1000).find("; more score per dollar") == std::string::npos);
  CHECK(text_of(catalog, request, 1000)
            .find("first: more score per dollar at $799 or less; better by score, whatever the weights; changing") !=
        std::string::npos);
}

TEST_CASE("an explanation says why there is no share, and what there is to say of short answers", "[output]") {
  const Catalog catalog = test_rivals();
  Request request = test_rivals_request(catalog);
  request.own_weights = true;
  CHECK(text_of(catalog, request, 1000).starts_with("With weights of your own, other weights are not tried.\n"));
  request.own_order = k_all_criteria;
  CHECK(text_of(catalog, request, 1000).starts_with("Ranked by your priorities alone, Name of matrix is first for "));
  request.budget = Usd{320};
  CHECK(text_of(catalog, request) == "Name of plain is the only GPU that fits: there is nothing to compare it with.\n");
  request.budget = Usd{1};
  CHECK(text_of(catalog, request) == "No GPU fits: there is nothing to explain.\n");

  const Catalog blank = test_market({test_card("free", 8), test_gpu("blank", R"(, "memory_gb": 8)")}, {});
  CHECK(text_of(blank, test_request(blank)) ==
        "Ranked by the guides' priorities alone, Name of free is first, whatever the\n"
        "weights.\n"
        "Name of blank against the first: too little is known to compare them.\n");
}

TEST_CASE("cards of the same figures have the same score whatever the weights", "[output]") {
  const Catalog catalog = test_market({test_card("one", 12), test_card("other", 8)}, {});
  CHECK(text_of(catalog, test_request(catalog)) ==
        "Ranked by the guides' priorities alone, Name of one is first for 50 % of all\n"
        "weights in that order and Name of other for 50 %.\n"
        "Name of other against the first: within 10 %, too close to call; the same score\n"
        "whatever the weights.\n");
}

TEST_CASE("of many contenders three are named, and a cut among them is told", "[output]") {
  // Each leads the ones before it in tensor cores, and is led by them over the first three criteria.
  Strings gpus;
  for (int i = 0; i < 70; ++i) {
    gpus.push_back(test_ratios("card-" + std::to_string(i), 8, std::pow(1.01, i), 100 * std::pow(0.95, i)));
  }
  const Catalog catalog = test_market(gpus, {});
  const std::string text = text_of(catalog, test_request(catalog), 1000);
  const std::string line = text.substr(0, text.find('\n'));
  CHECK(line.find("for the rest. Only the 60 with the highest scores were compared.") != std::string::npos);
  CHECK(std::count(line.begin(), line.end(), '%') == 3);
}

// 2^(25/48) = 1.4348, 8^(7/48) = 1.3543.
TEST_CASE("a summary names the factors of a score", "[output]") {
  const Catalog catalog = test_rivals();
  const Explained explained(catalog, test_rivals_request(catalog));
  CHECK(lines_of(summary_texts(explained.view()), 1000) ==
        "Name of matrix: score 1.43: tensor x1.43, flops x1.00, bandwidth x1.00 and half x1.00.\n"
        "Name of memory: score 1.35: tensor x1.00, flops x1.00, bandwidth x1.35 and half x1.00.\n"
        "Name of plain: score 1.00: tensor x1.00, flops x1.00, bandwidth x1.00 and half x1.00.\n");
}

// Twice the reference's rates. By the model: exp(0.1) * 2^0.5 * 2^0.25; half of "known" is another dataset's 4.
TEST_CASE("a summary names the factors of an estimate, and the parts of a measured speed", "[output]") {
  const Catalog catalog = load_catalog(test_market({test_card("known", 8, 2), test_card("guessed", 8, 2)}, {}),
                                       std::vector<CatalogLayer>{{{"scores.json", R"({"score_models": [
  {"workload": "cnn", "precision": "fp16", "intercept": 0.1, "tensor": 0, "bandwidth": 0.5, "compute": 0.25,
   "spread": 0.1, "spread_elsewhere": 0.2, "other_vendor": -0.5, "spread_other_vendor": 0.4, "gpus": 20,
   "vendor": "nvidia", "architectures": ["Test"]}], "scores": [
  {"gpu": "known", "workload": "cnn", "precision": "fp16", "index": 2.73, "low": 2.5, "high": 3, "measurements": 2,
   "sources": ["tracker"], "evidence": [{"dataset": "theirs", "index": 4, "share": 0.5, "measurements": 2}]}]})"}}});
  const Explained explained(catalog, test_request(catalog));
  const auto text = [&](std::string_view id) {
    const auto& all = explained.found.breakdowns;
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.gpu->id == id; });
    REQUIRE(found != all.end());
    return summary_text(*found, "reference");
  };
  CHECK(text("known") ==
        "Name of known: speed for cnn 2.73 measured: 50 % theirs (4.00) and 50 % estimate (1.86); "
        "score 2.00: tensor x1.43, flops x1.21, bandwidth x1.11 and half x1.04.");
  CHECK(text("guessed") ==
        "Name of guessed: speed for cnn 1.86 estimated: intercept x1.11, bandwidth x1.41 and compute x1.19; "
        "score 2.00: tensor x1.43, flops x1.21, bandwidth x1.11 and half x1.04.");
}

TEST_CASE("a table has its explanation below the rows", "[output]") {
  const Catalog catalog = test_rivals();
  const Explained explained(catalog, test_rivals_request(catalog));
  std::string words;
  for (const Strings& texts : {explanation_texts(explained.view()), summary_texts(explained.view())}) {
    for (const std::string& text : texts) words += "  " + text + '\n';
  }
  const std::string whole = answer_table(explained.view(), {10'000, false}, true);
  const std::size_t at = whole.find("\n\nPlace\n" + words + "\n");
  REQUIRE(at != std::string::npos);
  CHECK(whole.rfind("Name of matrix", at) != std::string::npos);
  CHECK(answer_table(explained.view(), {10'000, false}, false).find(words) == std::string::npos);
}

TEST_CASE("an explanation in JSON has what its figures are worked out from", "[output]") {
  const Catalog catalog = test_measured_rivals();
  const Explained explained(catalog, test_rivals_request(catalog));
  const Json json = parse_json(answer_json(explained.view()), "answer");
  const Json& found = *json.find("explanation");
  CHECK(json.find("results")->items.size() == 1);  // the rivals need no row

  const Json& shares = *found.find("first_shares");
  CHECK(shares.find("order")->items.size() == 4);
  CHECK(shares.find("no_order")->kind == Json::Kind::null);
  CHECK(shares.find("gpus")->number == 3);
  CHECK(shares.find("complete")->boolean);
  REQUIRE(shares.find("contenders")->items.size() == 2);
  const Json& contender = shares.find("contenders")->items[1];
  CHECK(contender.find("id")->string == "memory");
  CHECK_THAT(contender.find("share")->number, WithinRel(29.0 / 70, k_of_nine_digits));
  CHECK_THAT(contender.find("log_ratios")->find("bandwidth")->number, WithinRel(3 * std::log(2.0), k_of_nine_digits));

  const Json& first = *found.find("first");
  CHECK(first.find("id")->string == "matrix");
  CHECK(first.find("price_usd")->number == 400);
  CHECK(first.find("speed")->number == 1.5);
  CHECK(first.find("performance")->find("low")->number == 1.3);
  CHECK_THAT(first.find("log_ratios")->find("tensor")->number, WithinRel(std::log(2.0), k_of_nine_digits));

  REQUIRE(found.find("rivals")->items.size() == 2);
  const Json& memory = found.find("rivals")->items[0];
  CHECK(memory.find("condition")->string == "used");
  CHECK(memory.find("dominance")->kind == Json::Kind::null);
  CHECK_THAT(memory.find("price_flip")->find("below_usd")->number, WithinRel(400 * 1.25 / 1.5, k_of_nine_digits));
  CHECK_FALSE(memory.find("price_flip")->find("overtakes")->boolean);
  CHECK(memory.find("weight_flip")->find("criterion")->string == "bandwidth");
  CHECK_THAT(memory.find("weight_flip")->find("to")->number, WithinRel(25.0 / 148, k_of_nine_digits));
  CHECK(memory.find("step")->find("below")->number == 2);  // ln 1.25 / ln 1.1 = 2.34
  CHECK_THAT(memory.find("step")->find("factor")->number, WithinRel(1.17128, k_of_nine_digits));
  CHECK(memory.find("intervals")->string == "overlap");
  const Json& plain = found.find("rivals")->items[1];
  CHECK(plain.find("dominance")->string == "worse");
  CHECK(plain.find("weight_flip")->kind == Json::Kind::null);

  AnswerView bare = explained.view();
  bare.explanation = nullptr;
  CHECK(parse_json(answer_json(bare), "answer").find("explanation") == nullptr);
}
