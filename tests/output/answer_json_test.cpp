#include <string>

#include "formats/json.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "support/answer_text.hpp"
#include "support/catch2.hpp"
#include "support/test_market.hpp"

using namespace gpuadvisor;

namespace {

Json json_of(const Catalog& catalog, const Answer& answer) {
  const AnswerDetails details = answer_details(answer, catalog);
  return parse_json(answer_json({"recommend", stamp_of(catalog, "1.0"), answer, details}), "answer");
}

Strings texts(const Json& array) {
  Strings found;
  for (const Json& item : array.items) found.emplace_back(item.string);
  return found;
}

}  // namespace

TEST_CASE("the query in JSON has the default constraints that are in force", "[output]") {
  const Catalog catalog = test_market();
  Request request = test_request(catalog);
  const Json defaults = json_of(catalog, recommend(catalog, request));
  const Json& query = *defaults.find("query");
  CHECK(texts(*query.find("forms")).empty());
  CHECK(query.find("installable")->boolean);
  CHECK(query.find("support")->string == "cuda");
  CHECK(query.find("memory_floor_gb")->number == 8);
  CHECK(query.find("min_memory_gb")->kind == Json::Kind::null);
  CHECK(query.find("rank_by")->string == "performance");

  request.forms = {"card", "sxm4"};
  request.support = Support::rocm;
  request.min_memory = Gibibytes{6};
  const Json asked = json_of(catalog, recommend(catalog, request));
  CHECK(texts(*asked.find("query")->find("forms")) == Strings{"card", "sxm4"});
  CHECK_FALSE(asked.find("query")->find("installable")->boolean);
  CHECK(asked.find("query")->find("support")->string == "rocm");
  CHECK(asked.find("query")->find("memory_floor_gb")->kind == Json::Kind::null);
  CHECK(asked.find("query")->find("min_memory_gb")->number == 6);

  const auto is_open = [&](const char* range) {
    const Json& ends = *asked.find("query")->find(range);
    return ends.find("from")->kind == Json::Kind::null && ends.find("to")->kind == Json::Kind::null;
  };
  for (const char* range : {"price_usd", "memory_gb", "power_w", "released", "compute_capability"}) {
    CAPTURE(range);
    CHECK(is_open(range));
  }

  const Json all = json_of(catalog, list(catalog, test_request(catalog)));
  CHECK_FALSE(all.find("query")->find("installable")->boolean);
  CHECK(all.find("query")->find("support")->string == "any");
  CHECK(all.find("query")->find("memory_floor_gb")->kind == Json::Kind::null);
}

TEST_CASE("the query in JSON has every filter asked for", "[output]") {
  const Catalog catalog = test_market();
  Request request = test_request(catalog);
  request.price = {Usd{300}, Usd{800.5}};
  request.memory = {Gibibytes{16}, {}};
  request.power = {{}, Watts{300}};
  request.compute_capability = {{{8, 0}}, {{8, 10}}};
  request.supply = Watts{5000};
  request.max_slots = 2;
  request.cooling = {Cooling::open_air, Cooling::blower};
  request.deployment = Deployment::desktop;
  auto only = std::make_shared<NamedGpus>();
  only->add("fits", {catalog.gpu("fits")});
  only->add("sm*", {catalog.gpu("small")});
  request.only = only;
  const Json json = json_of(catalog, list(catalog, request));
  const Json& query = *json.find("query");
  CHECK(query.find("price_usd")->find("from")->number == 300);
  CHECK(query.find("price_usd")->find("to")->number == 800.5);
  CHECK(query.find("memory_gb")->find("from")->number == 16);
  CHECK(query.find("memory_gb")->find("to")->kind == Json::Kind::null);
  CHECK(query.find("power_w")->find("to")->number == 300);
  CHECK(query.find("compute_capability")->find("from")->string == "8.0");
  CHECK(query.find("compute_capability")->find("to")->string == "8.10");
  CHECK(query.find("supply_w")->number == 5000);
  CHECK(query.find("max_slots")->number == 2);
  CHECK(texts(*query.find("cooling")) == Strings{"open-air", "blower"});
  CHECK(query.find("deployment")->string == "desktop");
  CHECK(texts(*query.find("only")) == Strings{"fits", "sm*"});
  CHECK(texts(*query.find("exclude")).empty());
  // Of seven, five are not named; no card says how many slots it takes, nor its compute capability but for three.
  const Json& excluded = *json.find("excluded")->find("by_constraint");
  CHECK(excluded.find("only")->number == 5);
  CHECK(excluded.find("slots")->number == 7);
  CHECK(excluded.find("compute-capability")->number == 7);
  CHECK(excluded.find("exclude") == nullptr);
}

TEST_CASE("terms that leave products out are told once, in JSON as a warning", "[output]") {
  const Catalog catalog =
      catalog_from(test_document("\"gpus\": [" + test_card("card", 8) + R"(], "prices": [)" + test_used("card", 100) +
                                 "], " + test_support() + R"(, "deployment_rules": [
      {"deployment": "datacenter", "vendor": "nvidia", "segment": "consumer", "terms": "Not in a rack", "source": "shop"}])"));
  Request request = test_request(catalog);
  const auto warnings_of = [&] {
    const Json json = json_of(catalog, list(catalog, request));
    Strings found;
    for (const Json& warning : json.find("warnings")->items) {
      found.push_back(std::string(warning.find("id")->string) + ": " + std::string(warning.find("text")->string));
    }
    return found;
  };
  CHECK(warnings_of().empty());
  request.deployment = Deployment::desktop;
  CHECK(warnings_of().empty());
  request.deployment = Deployment::datacenter;
  CHECK(warnings_of() ==
        Strings{"policy-risk: Licence risk, so consumer products of nvidia are left out: Not in a rack (\"A shop\")"});
  const auto table_of = [&](const Answer& answer) {
    const AnswerDetails details = answer_details(answer, catalog);
    AnswerView view{"list", stamp_of(catalog, "1.0"), answer, details};
    view.depth.is_explained = true;
    return answer_table(view, {200, false}, true);
  };
  const std::string terms = "Not in a rack";
  for (const Answer& answer : {list(catalog, request), recommend(catalog, request)}) {
    const std::string table = table_of(answer);
    CHECK(table.find(terms) != std::string::npos);
    CHECK(table.find(terms) == table.rfind(terms));
  }
}

TEST_CASE("what the defaults hide is in JSON by constraint, with the option that lifts it", "[output]") {
  const Catalog catalog = test_market();
  Request request = test_request(catalog);
  request.budget = Usd{1000};
  const Json json = json_of(catalog, recommend(catalog, request));
  const Json& hidden = *json.find("hidden");
  CHECK(hidden.find("installable")->find("gpus")->number == 1);
  CHECK(hidden.find("installable")->find("lift")->string == "--form any");
  CHECK(hidden.find("memory-floor")->find("lift")->string == "--min-memory 0");
  CHECK(hidden.find("several")->find("gpus")->number == 1);
  CHECK(hidden.find("several")->find("lift")->string == "--form any --min-memory 0");
  CHECK(hidden.find("several")->find("best")->find("id")->string == "small-passive");

  const Json& support = *hidden.find("support");
  CHECK(support.find("gpus")->number == 2);
  CHECK(support.find("lift")->string == "--support any");
  const Json& best = *support.find("best");
  CHECK(best.find("id")->string == "ended");
  CHECK(best.find("name")->string == "Name of ended");
  CHECK(best.find("condition")->string == "used");
  CHECK(best.find("memory_gb")->number == 8);
  CHECK_THAT(best.find("priority")->number, Catch::Matchers::WithinRel(2.0, 1e-12));
  CHECK(best.find("price_usd")->number == 500);
  CHECK(best.find("price_low_usd")->number == 500);
  CHECK(best.find("price_as_of")->string == "2026-06-30");

  const Json all = json_of(catalog, list(catalog, test_request(catalog)));
  CHECK(all.find("hidden")->find("support") == nullptr);
  CHECK(all.find("hidden")->find("several") == nullptr);
}

TEST_CASE("near misses are in JSON with what is missing and what lets them in", "[output]") {
  const Catalog catalog =
      test_market({test_card("near", 8), test_card("gone", 8)},
                  {test_used("near", 450), test_used("near", 460), test_price("gone", "2024-01", "used", 200)});
  Request request = test_request(catalog);
  request.budget = Usd{400};
  const Json json = json_of(catalog, recommend(catalog, request));
  const auto& misses = json.find("near_misses")->items;
  REQUIRE(misses.size() == 2);
  CHECK(misses[0].find("kind")->string == "change");
  CHECK(misses[0].find("offer")->find("id")->string == "near");
  CHECK(misses[0].find("offer")->find("price_usd")->number == 450);
  CHECK(misses[0].find("offer")->find("price_low_usd")->number == 450);
  REQUIRE(misses[0].find("missing")->items.size() == 1);
  CHECK(misses[0].find("missing")->items[0].find("constraint")->string == "budget");
  CHECK(misses[0].find("missing")->items[0].find("reason")->string == "$450, $50 over the budget");
  CHECK(texts(*misses[0].find("changes")) == Strings{"--budget 450"});
  CHECK(misses[1].find("kind")->string == "last-price");
  CHECK(misses[1].find("offer")->find("price_as_of")->string == "2024-01");
  CHECK(misses[1].find("missing")->items.size() == 1);
  CHECK(misses[1].find("changes")->items.empty());

  request.budget = Usd{450};  // one row, and no near miss but the old price
  CHECK(json_of(catalog, recommend(catalog, request)).find("near_misses")->items.size() == 1);
}

TEST_CASE("what the score alone would put first is in JSON, or null", "[output]") {
  const Catalog catalog = test_market({test_card("large", 24, 1.02), test_card("quick", 8, 1.08)},
                                      {test_used("large", 500), test_used("quick", 600)});
  Request request = test_request(catalog);
  const Json json = json_of(catalog, recommend(catalog, request));
  CHECK(json.find("first_by_priority")->find("id")->string == "quick");
  CHECK(json.find("first_by_priority")->find("price_usd")->number == 600);
  request.rank_by = RankBy::priority;
  CHECK(json_of(catalog, recommend(catalog, request)).find("first_by_priority")->kind == Json::Kind::null);
}
