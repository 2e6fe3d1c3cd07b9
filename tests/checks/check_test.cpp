#include "checks/engine/check.hpp"

#include <set>
#include <string>
#include <vector>

#include "checks/rules/rule.hpp"
#include "gpuadvisor/core/error.hpp"
#include "support/catch2.hpp"
#include "support/test_checks.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;

TEST_CASE("every rule has an id in kebab case of its own, a title and an explanation", "[checks]") {
  std::set<std::string_view> ids;
  for (const Rule* one : rules()) {
    CHECK(one->id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos);
    CHECK(ids.insert(one->id).second);
    CHECK_FALSE(one->title.empty());
    CHECK(one->explanation.size() > 100);
    CHECK(rule(one->id) == one);
  }
  CHECK(std::is_sorted(rules().begin(), rules().end(), [](const Rule* a, const Rule* b) { return a->id < b->id; }));
  CHECK(rule("no-such-rule") == nullptr);
}

TEST_CASE("what cannot be read is found, all of it, with line and column", "[checks]") {
  const auto report = report_of("{\"gpus\": [\n  {\"id\": 3, \"nme\": \"x\"},\n  {\"id\": \"b\", \"memory_gb\": 0}]}");
  std::vector<std::string> found;
  for (const auto& finding : report.findings) {
    if (!finding.message.starts_with("expected a field")) {
      found.push_back(std::to_string(finding.place.line) + ':' + std::to_string(finding.place.column) + ' ' +
                      std::string(finding.rule) + ' ' + finding.place.pointer);
    }
  }
  CHECK(found == Strings{"2:10 schema /gpus/0/id", "2:20 schema /gpus/0/nme", "3:28 schema /gpus/1/memory_gb"});
  CHECK(report.left_out == 2);
}

TEST_CASE("records that can be read are judged beside those that cannot, where they stand", "[checks]") {
  const auto unreadable = changed(good_card(), {{"id", R"("first")"}, {"name", R"("First \"[")"}, {"tdp_w", "0"}});
  const auto wrong = changed(good_card(), {{"memory_gb", "20"}});
  const auto last = changed(good_card(), {{"id", R"("last")"}, {"name", R"("Last")"}, {"source", R"("nobody")"}});
  const Members price = {{"gpu", R"("last")"},          {"date", R"("2024")"}, {"condition", R"("used")"},
                         {"kind", R"("shop")"},         {"price_usd", "700"},  {"region", R"("US")"},
                         {"source", R"("test-source")"}};
  const auto report = report_of(check_document({unreadable, wrong, last}, {price}));
  CHECK(places_in(report) ==
        Strings{"schema 24 /gpus/0/tdp_w", "memory-size 36 /gpus/1/memory_gb", "reference 78 /gpus/2/source"});
  CHECK(report.left_out == 3);  // with the price of the last
  CHECK(report.gpus == 1);
  CHECK(report.was_judged);
}

TEST_CASE("a list that is none leaves nothing to judge", "[checks]") {
  const auto report = report_of(R"({"gpus": {}})");
  CHECK(places_in(report) == Strings{"schema 1 /gpus"});
  CHECK_FALSE(report.was_judged);
}

TEST_CASE("a syntax error is a finding, and the other files are still read", "[checks]") {
  CheckInput input;
  input.files = {{"a.json", "{\"gpus\": [}"}, {"b.json", R"({"prices": [{"gpu": "nobody"}]})"}};
  const auto report = check(input);
  REQUIRE(report.findings.size() > 1);
  CHECK(report.findings.front().rule == "syntax");
  CHECK(report.findings.front().place.file == "a.json");
  CHECK(report.findings.front().place.column == 11);
  CHECK(std::any_of(report.findings.begin(), report.findings.end(), [](const Finding& finding) {
    return finding.rule == "reference" && finding.place.file == "b.json" && finding.place.pointer == "/prices/0/gpu";
  }));
}

TEST_CASE("a folder with GPUs and sources stands by itself", "[checks]") {
  CheckInput input;
  const Members price = {{"gpu", R"("nvidia-geforce-rtx-3090")"},  // of the built-in data
                         {"date", R"("2024")"},
                         {"condition", R"("used")"},
                         {"kind", R"("shop")"},
                         {"price_usd", "700"},
                         {"region", R"("US")"},
                         {"source", R"("test-source")"}};
  const std::string text = check_document({good_card()}, {price});
  input.folders = {{{"d/a.json", text}}};
  CHECK(places_in(check(input)) == Strings{"reference 29 /prices/0/gpu"});
  CHECK(places_in(report_of(text)) == Strings());  // a single file is laid over it
}

TEST_CASE("exceptions cover a rule, or a rule for some records, and are counted", "[checks]") {
  CheckInput input;
  const auto bad = changed(good_card(), {{"fp32_tflops", "36"}, {"memory_gb", "20"}});
  input.files = {{"file.json", check_document({bad})}};
  input.exceptions = {{"fp32-rate", {"nvidia-test-card"}, "why"}, {"memory-size", {"another"}, "why"}};
  const auto report = check(input);
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings.front().rule == "memory-size");
  CHECK(report.excepted == 1);
  input.exceptions.push_back({"memory-size", {}, "why"});
  CHECK(check(input).findings.empty());
}

TEST_CASE("exceptions that overlap cover a finding once", "[checks]") {
  CheckInput input;
  input.files = {{"file.json", check_document({changed(good_card(), {{"memory_gb", "20"}})})}};
  REQUIRE(check(input).findings.size() == 1);
  input.exceptions = {{"memory-size", {"nvidia-test-card"}, "why"},
                      {"memory-size", {"another", "nvidia-test-card"}, "why again"}};
  const auto by_ids = check(input);
  CHECK(by_ids.findings.empty());
  CHECK(by_ids.excepted == 1);
  CHECK(by_ids.unapplied.empty());
  // One that leaves the rule out altogether goes before one for some records, in whichever order they stand.
  for (const bool is_first : {true, false}) {
    auto exceptions = std::vector<RuleException>{{"memory-size", {"nvidia-test-card"}, "why"}};
    exceptions.insert(is_first ? exceptions.begin() : exceptions.end(), {"memory-size", {}, "not ours"});
    input.exceptions = exceptions;
    const auto by_rule = check(input);
    CHECK(by_rule.findings.empty());
    CHECK(by_rule.excepted == 0);  // nothing was looked for
    REQUIRE(by_rule.unapplied.size() == 1);
    CHECK(by_rule.unapplied.front().rule == "memory-size");
  }
}

Strings unapplied_in(const CheckInput& input) {
  Strings ids;
  for (const auto& one : check(input).unapplied) ids.emplace_back(one.rule);
  return ids;
}

TEST_CASE("rules that were not applied are told", "[checks]") {
  CheckInput input;
  input.files = {{"file.json", check_document({good_card()})}};
  CHECK(unapplied_in(input) == Strings());
  input.exceptions = {{"schema", {}, ""}, {"fp32-rate", {}, ""}, {"memory-size", {"some"}, ""}};
  CHECK(unapplied_in(input) == Strings{"fp32-rate", "schema"});
  input.exceptions.clear();
  input.files.push_back({"lambda-2020-02.csv", "gpu\nx\n"});
  CHECK(unapplied_in(input) == Strings{"measurement-outlier", "scores-outdated"});
  input.files = {{"file.json", R"({"gpus": {}})"}};
  CHECK(unapplied_in(input).size() == rules().size() - 4);  // all but those of reading and of form
}

TEST_CASE("a table without a name of its own is refused in words", "[checks]") {
  for (const std::string file : {"standard input", "/dev/fd/63"}) {
    CheckInput input;
    input.files = {{file, "gpu,value\nnvidia-geforce-rtx-3090,1\n"}};
    const auto report = check(input);
    REQUIRE(report.findings.size() == 1);
    CHECK(report.findings.front().rule == "schema");
    CHECK(report.findings.front().place.file == file);
    CHECK(report.findings.front().message ==
          "expected JSON, found a table (CSV), which is known by the name of its file, such as measurements.csv or "
          "DATASET.csv");
  }
}

TEST_CASE("a folder's check.json holds its exceptions", "[checks]") {
  CheckInput input;
  const auto bad = changed(good_card(), {{"fp32_tflops", "36"}});
  input.folders = {
      {{"d/a.json", check_document({bad})},
       {"d/check.json", R"({"exceptions": [{"rule": "fp32-rate", "reason": "quoted at another clock"}]})"}}};
  CHECK(check(input).findings.empty());
}

TEST_CASE("an exception of a folder that covers nothing is found, where no error may be the reason", "[checks]") {
  const std::string exceptions =
      R"({"exceptions": [{"rule": "fp32-rate", "ids": ["nvidia-test-card", "another"], "reason": "why"}]})";
  const auto found = [&](const Members& card, const std::vector<RuleException>& more = {}) {
    CheckInput input;
    input.folders = {{{"d/a.json", check_document({card})}, {"d/check.json", exceptions}}};
    input.exceptions = more;
    return places_in(check(input));
  };
  const auto excepted = changed(good_card(), {{"fp32_tflops", "36"}});
  CHECK(found(good_card()) == Strings{"unused-exception 1 /exceptions/0", "unused-exception 1 /exceptions/0"});
  CHECK(found(excepted) == Strings{"unused-exception 1 /exceptions/0"});  // of "another"
  CHECK(found(good_card(), {{"fp32-rate", {}, "not asked"}}) == Strings());
  CHECK(found(changed(good_card(), {{"memory_gb", "20"}})) == Strings{"memory-size 10 /gpus/0/memory_gb"});
  CHECK(found(changed(good_card(), {{"memory_gb", "0"}})) == Strings{"schema 10 /gpus/0/memory_gb"});
}

Strings config_problems(const std::string& text) {
  Strings texts;
  try {
    (void)parse_check_config("c.json", text);
  } catch (const DataError& error) {
    for (const auto& problem : error.problems()) texts.push_back(problem.text());
  }
  return texts;
}

TEST_CASE("exceptions need a rule that exists and a reason", "[checks]") {
  CHECK(config_problems(R"({"exceptions": [{"rule": "fp32-rat", "reason": "x"}]})") ==
        Strings{R"(c.json:1: /exceptions/0/rule: unknown rule "fp32-rat", did you mean "fp32-rate"?)"});
  CHECK(config_problems(R"({"exceptions": [{"rule": "fp32-rate"}]})") ==
        Strings{R"(c.json:1: /exceptions/0: expected a field "reason", found none)"});
  CHECK(config_problems(R"({"exceptions": [{"rule": "fp32-rate", "reason": "x", "ids": []}]})").size() == 1);
  CHECK(config_problems(R"({"exceptons": []})") ==
        Strings{R"(c.json:1: /exceptons: unknown field "exceptons", did you mean "exceptions"?)"});
}

TEST_CASE("the same findings come in the same order, by file, line, column and rule", "[checks]") {
  std::vector<Finding> findings = {{"b", Severity::error, {"f", 2, 1, ""}, "", ""},
                                   {"a", Severity::note, {"f", 2, 1, ""}, "", ""},
                                   {"c", Severity::error, {"f", 1, 9, ""}, "", ""},
                                   {"d", Severity::error, {"e", 7, 1, ""}, "", ""}};
  sort_findings(findings);
  std::string order;
  for (const auto& finding : findings) order += finding.rule;
  CHECK(order == "dcab");
}

}  // namespace
}  // namespace gpuadvisor
