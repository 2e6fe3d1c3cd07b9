#include "advice/picks/chart_walk.hpp"

#include "advice/picks/chart_answer.hpp"
#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"
#include "support/test_market.hpp"

using namespace gpuadvisor;

namespace {

std::string node(const std::string& id, const std::string& kind, const std::string& more = "") {
  return R"({"guide": "new", "id": ")" + id + R"(", "kind": ")" + kind + R"(", "label": ")" + id + "?\"" + more +
         R"(, "source": "shop"})";
}

std::string edges(const Strings& pairs) {
  std::string list;
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    list += (i == 0 ? "" : ", ") + (R"({"answer": ")" + pairs[i] + R"(", "to": ")" + pairs[i + 1] + "\"}");
  }
  return R"(, "edges": [)" + list + "]";
}

std::string document(const std::string& nodes) {
  return test_document(R"("gpus": [)" + test_card("dear", 8) + "," + test_card("cheap", 8) + "," +
                       test_card("unpriced", 8) + R"(], "prices": [)" + test_used("dear", 900) + "," +
                       test_used("cheap", 200) + "," + test_price("cheap", "2026-06-30", "new", 150) + R"(],
    "guides": [{"id": "new", "title": "New", "author": "A", "date": "2026-01", "source": "shop"},
               {"id": "old", "title": "Old", "author": "A", "date": "2025", "source": "shop"}],
    "persona_types": [
      {"id": "trainer", "title": "T", "workload": "rnn", "rank_by": "performance", "reason": "R."},
      {"id": "renter", "title": "R", "workload": "cnn", "rank_by": "performance", "buys_none": true, "reason": "R."}],
    "chart_nodes": [
      {"guide": "old", "id": "alone", "kind": "end", "label": "Alone", "source": "shop"},)" +
                       nodes + "]," + test_support());
}

/// money -> (rich: rung of "dear" -> rung of "cheap" -> none; not-so-rich: rent; poor: none).
Catalog charted() {
  return catalog_from(document(
      node("money", "question", edges({"rich", "first", "not-so-rich", "rent", "poor", "none"})) + "," +
      node("first", "rung",
           R"(, "choices": [{"gpu": "dear"}, {"gpu": "unpriced"}], "type": "trainer")" + edges({"cheaper", "second"})) +
      "," +
      node("second", "rung", R"(, "choices": [{"gpu": "cheap", "condition": "used"}])" + edges({"cheaper", "none"})) +
      "," + node("rent", "end", R"(, "providers": ["vast-ai"], "type": "renter")") + "," + node("none", "end")));
}

/// Gives answers in order.
ChartWalk walked(const DecisionChart& chart, const Strings& answers) {
  std::size_t used = 0;
  return walk(chart, [&](const ChartNode& at) -> std::optional<ChartReply> {
    if (used == answers.size()) return std::nullopt;
    return ChartReply{*answer_meant(at, answers[used++])};
  });
}

}  // namespace

TEST_CASE("a walk goes where the answers lead, and stops at an end or for want of answers", "[advice]") {
  const Catalog catalog = charted();
  const auto chart = newest_chart(catalog);
  REQUIRE(chart);
  CHECK(chart->guide->id == "new");
  struct Case {
    const char* name;
    Strings answers;
    std::string at;
    bool is_complete;
  };
  const Case cases[] = {
      {"no answer", {}, "money", false},
      {"an end", {"poor"}, "none", true},
      {"a rung that waits for an answer", {"rich"}, "first", false},
      {"a rung's GPUs", {"rich", "y"}, "first", true},
      {"the next rung", {"rich", "n", "yes"}, "second", true},
      {"the rung's own words", {"rich", "cheaper", "AFFORDABLE"}, "second", true},
      {"beyond the last rung", {"r", "c", "c"}, "none", true},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.name) {
      const ChartWalk found = walked(*chart, c.answers);
      CHECK(found.at->id == c.at);
      CHECK(found.is_complete == c.is_complete);
      CHECK(found.steps.size() == c.answers.size());
    }
  }
}

TEST_CASE("an answer is a word of the node, the only one that begins so, or yes and no", "[advice]") {
  const Catalog catalog = charted();
  const auto chart = newest_chart(catalog);
  const ChartNode& money = chart->node("money");
  CHECK(answer_meant(money, "Not") == "not-so-rich");
  CHECK(answer_meant(money, "p") == "poor");
  CHECK_FALSE(answer_meant(money, "n"));  // no: the question has no yes and no
  CHECK_FALSE(answer_meant(money, "yes"));
  CHECK_FALSE(answer_meant(money, ""));
  CHECK_FALSE(answer_meant(money, "richer"));
  CHECK(answer_meant(chart->node("first"), "N") == "cheaper");
  CHECK_FALSE(answer_meant(chart->node("first"), "maybe"));
}

TEST_CASE("all ways are told once, the GPUs of a rung before what is cheaper", "[advice]") {
  const Catalog catalog = charted();
  Strings texts;
  Strings ends;
  for (const ChartWalk& way : all_walks(*newest_chart(catalog))) {
    CHECK(way.is_complete);
    texts.push_back(answers_text(way));
    ends.emplace_back(way.at->id);
  }
  CHECK(texts == Strings{"rich,y", "rich,n,y", "rich,n,n", "not-so-rich", "poor"});
  CHECK(ends == Strings{"first", "second", "none", "rent", "none"});
}

TEST_CASE("a budget takes the first rung of which a GPU costs no more", "[advice]") {
  const Catalog catalog = charted();
  const auto chart = newest_chart(catalog);
  const auto reply = [&](const char* id, double usd) {
    return reply_by_budget(chart->node(id), Usd{usd}, catalog).answer;
  };
  CHECK(reply("first", 900) == k_affordable);
  CHECK(reply("first", 899) == "cheaper");  // "unpriced" might do; nobody knows
  CHECK(reply("second", 200) == k_affordable);
  CHECK(reply("second", 199) == "cheaper");  // a new one at 150 is not what the chart names
}

TEST_CASE("the end of a way has its prices and what its kind of buyer is told today", "[advice]") {
  const Catalog catalog = charted();
  const Catalog then = catalog.known_by(PartialDate(2026, 1, 31).last_day());
  const auto chart = newest_chart(catalog);
  const ChartDays days{catalog, then};
  const ChartAnswer first = chart_answer(walked(*chart, {"rich", "y"}), days, std::nullopt);
  REQUIRE(first.choices.size() == 2);
  CHECK_FALSE(first.choices[0].then);  // priced in June
  REQUIRE(first.choices[0].now);
  CHECK(first.choices[0].now->today == Usd{900});
  CHECK_FALSE(first.choices[1].now);
  CHECK(first.equivalent.budget == Usd{900});  // what the rung costs
  REQUIRE(first.equivalent.pick);
  CHECK(first.equivalent.pick->offer.gpu->id == "cheap");  // as fast, and the lower price
  const ChartAnswer poorer = chart_answer(walked(*chart, {"rich", "y"}), days, Usd{100});
  CHECK(poorer.equivalent.budget == Usd{100});
  CHECK_FALSE(poorer.equivalent.pick);
  const ChartAnswer rent = chart_answer(walked(*chart, {"not"}), days, std::nullopt);
  REQUIRE(rent.equivalent.type != nullptr);
  CHECK(rent.equivalent.type->buys_none);
  CHECK_FALSE(rent.equivalent.pick);
  CHECK(chart_answer(walked(*chart, {"poor"}), days, std::nullopt).equivalent.type == nullptr);
}

TEST_CASE("a chart that leads in a circle, or has endless ways, is an error", "[advice]") {
  const Catalog circle = catalog_from(document(node("a", "question", edges({"yes", "b", "no", "b"})) + "," +
                                               node("b", "question", edges({"yes", "a", "no", "a"}))));
  const auto chart = newest_chart(circle);
  CHECK_THROWS_AS(all_walks(*chart), Error);
  CHECK_THROWS_AS(walked(*chart, {"y", "y", "y"}), Error);

  std::string nodes;
  for (int i = 0; i < 12; ++i) {  // 2^12 ways
    const std::string next = "n" + std::to_string(i + 1);
    nodes += node("n" + std::to_string(i), "question", edges({"yes", next, "no", next})) + ",";
  }
  const Catalog many = catalog_from(document(nodes + node("n12", "end")));
  CHECK_THROWS_AS(all_walks(*newest_chart(many)), Error);
}

TEST_CASE("no guide of the day, no chart", "[advice]") { CHECK_FALSE(newest_chart(test_market())); }
