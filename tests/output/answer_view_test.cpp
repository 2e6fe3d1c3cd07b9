#include "gpuadvisor/output/answer_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/text.hpp"
#include "formats/json.hpp"
#include "output/recommend/offer_fields.hpp"
#include "support/answer_text.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"
#include "support/test_support.hpp"

using namespace gpuadvisor;

namespace {

/// One card with a comma in its name, as fast as the reference in everything, used at 400 dollars, its second-lowest
/// offer; another without price or figures.
Catalog catalog() {
  return catalog_from(test_document(
      R"("gpus": [{"id": "nvidia-fast", "name": "NVIDIA Fast, 12GB", "vendor": "nvidia", "architecture": "Test",
          "segment": "consumer", "form": "pcie-card", "memory_gb": 12, "memory_bandwidth_gbs": 100, "fp32_tflops": 10,
          "tdp_w": 250, "source": "shop"},)" +
      test_gpu("unknown") + "], \"prices\": [" +
      test_price("nvidia-fast", "2026-06", "used", 390, "shop", "ask-lowest") + "," +
      test_price("nvidia-fast", "2026-06-30", "used", 400) + "], " + test_support()));
}

struct Fixture {
  Catalog from = catalog();
  Request request;
  Answer answer;
  AnswerDetails details;

  Fixture() {
    request.workload = "cnn";
    request.weights = weights_of(*from.workload("cnn"), from);
    answer = recommend(from, request);
  }
  [[nodiscard]] AnswerView view(std::size_t limit = 0) {
    details = answer_details(answer, from, limit);
    return {"recommend", stamp_of(from, "1.0"), answer, details, limit};
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture, "an answer as a table", "[output]") {
  request.budget = Usd{500};
  answer = recommend(from, request);
  CHECK(answer_table(view(), {80, true}, true) ==
        "Buy a used Fast, 12GB: $400 at a shop (June), the only one that qualifies.\n"
        "Score 1.00 (reference = 1); 250 W.\n"
        "\n"
        "#  GPU         GB  score  today  cond  seen     note\n"
        "1  Fast, 12GB  12   1.00   $400  used  2026-06\n"
        "\n"
        "CNN, budget $500, cards with their own cooling, current CUDA, new and used,\n"
        "prices to 2026-06-30, asks from Tracker.\n"
        "Score: weighted product of tensor 0.52, flops 0.27, bandwidth 0.15, half 0.06;\n"
        "reference = 1.00. More: --explain.\n");
}

TEST_CASE("laptops are looked for by speed and watts, and a budget is held against known prices alone", "[output]") {
  const auto laptop = [](const char* id, double speed) {
    return fmt::format(R"({{"id": "{}", "name": "NVIDIA {} Laptop GPU", "vendor": "nvidia", "architecture": "Test",
        "segment": "consumer", "form": "laptop", "memory_gb": 12, "memory_bandwidth_gbs": {}, "fp32_tflops": {},
        "tdp_w": 95, "source": "shop"}})",
                       id, id, 100 * speed, 10 * speed);
  };
  const Catalog from = catalog_from(
      test_document("\"gpus\": [" + laptop("Fast", 2) + "," + laptop("Slow", 1) + "," + laptop("Priced", 0.5) + "," +
                    test_gpu("card") + "], \"prices\": [" + test_price("Priced", "2026-06-30", "new", 900) + "," +
                    test_price("card", "2026-06-30", "used", 400) + "], " + test_support()));
  const auto answered = [&](double budget) {
    Request request;
    request.workload = "cnn";
    request.weights = weights_of(*from.workload("cnn"), from);
    request.forms = {"laptop"};
    request.budget = Usd{budget};
    const Answer answer = recommend(from, request);
    const AnswerDetails details = answer_details(answer, from, 2);
    return answer_table({"recommend", stamp_of(from, "1.0"), answer, details, 2}, {80, true}, true);
  };
  const std::string unpriced = answered(899);
  CHECK(unpriced.substr(0, unpriced.find("\nCNN")) ==
        "Look for a laptop with the Fast Laptop GPU: the fastest of 2 that qualify.\n"
        "Prices of laptops are not known here, so the budget of $899 is not applied.\n"
        "Score 2.00 (reference = 1); 95 W. Each laptop sets its own watts, and with them\n"
        "the speed.\n"
        "\n"
        "#  GPU            GB  score  today  cond  seen     note\n"
        "1  Fast Laptop    12   2.00      -  -     -        laptop\n"
        "2  Slow Laptop    12   1.00      -  -     -        laptop\n"
        "-  Priced Laptop  12   0.50   $900  new   2026-06  $1 over\n"
        "-  Name of card    -      -   $400  used  2026-06  form pcie-card\n");
  const std::string priced = answered(900);
  CHECK(priced.substr(0, priced.find("\n\n")) ==
        "Buy a new Priced Laptop: $900 at a shop (June), first among those with known\n"
        "prices.\n"
        "Prices of other laptops are not known here, so the budget of $900 is not\n"
        "applied. Score 0.50 (reference = 1); exactly the budget, without tax and\n"
        "shipping; 95 W.");
}

TEST_CASE_METHOD(Fixture, "a narrow page has fewer columns, and a row in a pipe is one line", "[output]") {
  const std::string narrow = answer_table(view(1), {50, true}, false);
  CHECK(narrow == "1  Fast, 12GB  12  1.00  $400  used\n");
  CHECK(answer_table(view(1), {45, true}, false) == "1  Fast, 12GB  12  1.00  $400  used\n");
  CHECK(answer_table(view(1), {45, false}, false) == narrow);
}

TEST_CASE_METHOD(Fixture, "an answer as CSV quotes what needs it and leaves unknown fields empty", "[output]") {
  CHECK(
      records_csv(answer_records(view()), true) ==
      "rank,group,id,name,vendor,condition,count,speedup,speed,memory_gb,performance,performance_low,performance_high,"
      "performance_"
      "basis,measurements,priority,value,efficiency,price_usd,price_low_usd,price_"
      "high_usd,"
      "price_quotes,price_basis,price_as_of,price_old,price_sources,power_w,warnings,price_age,price_age_days\n"
      "1,1,nvidia-fast,\"NVIDIA Fast, "
      "12GB\",nvidia,used,1,1,1,12,,,,,,1,2.5,4,400,400,400,1,seen,2026-06-30,false,tracker,250,,current,0\n"
      "2,2,unknown,Name of unknown,nvidia,,1,1,,,,,,,,,,,,,,,,,,,,no-score,,\n");
}

TEST_CASE_METHOD(Fixture, "an answer as names is an id per line, cut at the limit", "[output]") {
  CHECK(answer_names(view()) == "nvidia-fast\nunknown\n");
  CHECK(answer_names(view(1)) == "nvidia-fast\n");
}

TEST_CASE_METHOD(Fixture, "an answer as JSON has the published shape", "[output]") {
  const Json json = parse_json(answer_json(view()), "answer");
  CHECK(json.find("schema_version")->number == 2);
  CHECK(json.find("command")->string == "recommend");
  CHECK(json.find("catalog")->find("as_of")->string == "2026-06-30");
  CHECK(json.find("catalog")->find("gpus")->number == 2);
  CHECK(json.find("query")->find("workload")->string == "cnn");
  CHECK(json.find("query")->find("budget_usd")->kind == Json::Kind::null);

  const Json& first = json.find("results")->items.at(0);
  CHECK(first.find("rank")->number == 1);
  CHECK(first.find("group")->number == 1);
  CHECK(first.find("name")->string == "NVIDIA Fast, 12GB");
  CHECK(first.find("condition")->string == "used");
  CHECK(first.find("count")->number == 1);
  CHECK(first.find("performance")->kind == Json::Kind::null);
  CHECK(first.find("priority")->find("terms")->items.size() == 4);
  CHECK(first.find("priority")->find("terms")->items.at(0).find("criterion")->string == "tensor");
  CHECK(first.find("price")->find("usd")->number == 400);
  CHECK(first.find("price")->find("low_usd")->number == 400);
  CHECK(first.find("price")->find("quotes")->number == 1);
  CHECK(first.find("price")->find("sources")->items.size() == 1);
  CHECK(first.find("price")->find("of")->string == "card");
  CHECK(first.find("price")->find("asked")->find("kind")->string == "shop");
  CHECK(first.find("value")->number == 2.5);
  CHECK(first.find("power_w")->number == 250);

  const Json& second = json.find("results")->items.at(1);
  CHECK(second.find("condition")->kind == Json::Kind::null);
  CHECK(second.find("price")->kind == Json::Kind::null);
  CHECK(second.find("priority")->kind == Json::Kind::null);
  CHECK(second.find("warnings")->items.at(0).find("id")->string == "no-score");
  CHECK(json.find("excluded")->find("total")->number == 0);
}

TEST_CASE_METHOD(Fixture, "an answer as JSON Lines is the results of JSON, one per line", "[output]") {
  const std::string text = answer_json_lines(view());
  const std::string first_line = text.substr(0, text.find('\n'));
  const Json row = parse_json(first_line, "line");
  const Json json = parse_json(answer_json(view()), "answer");
  const Json& expected = json.find("results")->items.at(0);
  REQUIRE(row.members.size() == expected.members.size());
  for (std::size_t i = 0; i < row.members.size(); ++i) CHECK(row.members[i].key == expected.members[i].key);
  CHECK(row.find("price")->find("sources")->items.size() == 1);
  CHECK(std::count(text.begin(), text.end(), '\n') == 2);
  CHECK(answer_json_lines(view(1)) == first_line + '\n');
}

TEST_CASE_METHOD(Fixture, "an answer as Markdown is a paragraph, a table and paragraphs", "[output]") {
  request.budget = Usd{500};
  answer = recommend(from, request);
  const std::string table =
      "| \\# | GPU | GB | score | today | cond | seen | per $k | $/GB | W | from-to | by | GB/s | released | note |\n"
      "| ---: | --- | ---: | ---: | ---: | --- | --- | ---: | ---: | ---: | --- | --- | ---: | --- | --- |\n"
      "| 1 | Fast, 12GB | 12 | 1.00 | $400 | used | 2026-06 | 2.50 | $33 | 250 | $400 | shop | 100 | - |  |\n";
  CHECK(answer_markdown(view(), false) == table);
  CHECK(answer_markdown(view(), true) ==
        "# Buy a used Fast, 12GB: $400 at a shop (June), the only one that qualifies.\n"
        "\nScore 1.00 (reference = 1); 250 W.\n\n" +
            table +
            "\nCNN, budget $500, cards with their own cooling, current CUDA, new and used, prices to 2026-06-30, asks "
            "from Tracker.\n"
            "\nScore: weighted product of tensor 0.52, flops 0.27, bandwidth 0.15, half 0.06; reference = 1.00. "
            "More: --explain.\n");
}

TEST_CASE_METHOD(Fixture, "an answer without rows says so, but not among rows", "[output]") {
  request.budget = Usd{1};
  answer = recommend(from, request);
  REQUIRE(answer.rows.empty());
  CHECK(answer_table(view(), {80, true}, true).starts_with("No GPU within "));
  CHECK(answer_markdown(view(), true).starts_with("# No GPU within "));
  CHECK(answer_table(view(), {80, true}, false).empty());
  CHECK(answer_markdown(view(), false).empty());
}

TEST_CASE_METHOD(Fixture, "an answer of a day without GPUs says so", "[output]") {
  from = from.known_by(PartialDate(1999).last_day());
  REQUIRE(from.gpus().empty());
  answer = recommend(from, request);
  const std::string expected = "No GPU of the catalog was on sale by then.\n";
  CHECK(answer_table(view(), {80, true}, true).starts_with(expected));
  CHECK(answer_markdown(view(), true).starts_with("# " + expected));
}

TEST_CASE_METHOD(Fixture, "all columns show where there is room, whatever the width of the notes", "[output]") {
  Page wide{80, false};
  wide.room = std::string::npos;
  CHECK(answer_table(view(1), wide, false) ==
        "1  Fast, 12GB  12  1.00  $400  used  2026-06  2.50  $33  250  $400  shop  100  -\n");
  const std::string text = answer_table(view(1), wide, true);
  const std::string notes = text.substr(text.rfind("\n\n") + 2);
  for (const auto line : split(notes, '\n')) CHECK(line.size() <= 80);
}

TEST_CASE_METHOD(Fixture, "rows with old prices are dim on a styled page", "[output]") {
  from = catalog_from(test_document(R"("gpus": [)" + test_gpu("one") + "," + test_gpu("two") + R"(], "prices": [)" +
                                    test_price("one", "2026-06-30", "used", 100) + "," +
                                    test_price("two", "2025-01", "used", 100) + "], " + test_support()));
  answer = list(from, request);
  Page page{50, true, true};
  CHECK(answer_table(view(), page, false) ==
        "1  Name of one  -  -   $100  used\n"
        "\x1b[2m2  Name of two  -  -  ~$100  used  old price\x1b[0m\n");
  page.is_styled = false;
  CHECK(answer_table(view(), page, false).find('\x1b') == std::string::npos);
}
