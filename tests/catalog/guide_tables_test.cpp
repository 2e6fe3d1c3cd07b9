#include "catalog/form/catalog_writer.hpp"
#include "catalog/records/catalog_tables.hpp"
#include "gpuadvisor/catalog/build_rule.hpp"
#include "gpuadvisor/catalog/chart.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/catalog/persona.hpp"
#include "gpuadvisor/catalog/platform.hpp"
#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

const std::string k_guide = R"("guides": [{"id": "old", "title": "Old", "author": "A", "source": "shop"}])";

std::string with_guide(const std::string& members) {
  return test_document(R"("gpus": [)" + test_gpu("nvidia-a") + R"(], "prices": [)" +
                       test_price("nvidia-a", "2026-03", "new", 100) + "], " + k_guide + ", " + members);
}

std::string rule(const std::string& id, const std::string& says) {
  return R"({"guide": "old", "id": ")" + id + R"(", "topic": "heat", "says": ")" + says + R"(", "source": "shop"})";
}

}  // namespace

TEST_CASE("guides load in the order of their file and are written as they were", "[catalog]") {
  const Catalog catalog =
      catalog_from(with_guide(R"("guide_rules": [)" + rule("later", "B.") + ", " + rule("earlier", "A.") + R"(],
      "personas": [{"guide": "old", "id": "kaggle", "title": "Kaggle", "tldr": true,
                    "picks": [{"gpu": "nvidia-a", "count": 2, "role": "primary", "condition": "used"}],
                    "next_steps": [{"after_months": 6, "to_months": 9, "action": "Buy more."}],
                    "advice": "Do.", "source": "shop"}])"));
  REQUIRE(catalog.records<GuideRule>().size() == 2);
  CHECK(catalog.records<GuideRule>()[0].id == "later");
  REQUIRE(catalog.records<Persona>().size() == 1);
  REQUIRE(catalog.records<Persona>()[0].picks.size() == 1);
  CHECK(catalog.records<Persona>()[0].picks[0].condition == Condition::used);
  CHECK(catalog.records<Persona>()[0].next_steps[0].to_months == 9);
  REQUIRE(catalog.guide("old") != nullptr);
  CHECK(catalog.guide("new") == nullptr);
  const std::string written = write_catalog(catalog);
  CHECK(write_catalog(catalog_from(written)) == written);
}

TEST_CASE("a later layer's record takes the place of the one with its key", "[catalog]") {
  const Catalog base =
      catalog_from(with_guide(R"("guide_rules": [)" + rule("one", "A.") + ", " + rule("two", "B.") + "]"));
  const std::vector<CatalogLayer> layers = {
      {{"layer.json", R"({"guide_rules": [)" + rule("one", "C.") + ", " + rule("three", "D.") + "]}"}}};
  const Catalog laid = load_catalog(base, layers);
  const auto rules = laid.records<GuideRule>();
  REQUIRE(rules.size() == 3);
  CHECK(rules[0].says == "C.");
  CHECK(rules[1].says == "B.");
  CHECK(rules[2].says == "D.");
}

TEST_CASE("problems of guides name what was expected", "[catalog]") {
  struct Case {
    const char* name;
    std::string members;
    std::string expected;
  };
  const auto persona = [](const std::string& members) {
    return R"("personas": [{"guide": "old", "id": "x", "title": "X", "advice": "Do.", "source": "shop", )" + members +
           "}]";
  };
  const auto node = [](const std::string& members) {
    return R"("chart_nodes": [{"guide": "old", "id": "x", "label": "X?", "source": "shop", )" + members + "}]";
  };
  const std::vector<Case> cases = {
      {"a key twice", R"("guide_rules": [)" + rule("one", "A.") + ",\n" + rule("one", "B.") + "]",
       R"(/guide_rules/1: id "old, one" is already defined at test.json:)"},
      {"an unknown guide", R"("guide_updates": [{"guide": "olds", "date": "2019", "change": "X", "source": "shop"}])",
       R"(/guide_updates/0/guide: unknown guide "olds", did you mean "old"?)"},
      {"an unknown GPU of a part", persona(R"("picks": [{"gpu": "nvidia-b", "role": "primary"}])"),
       R"(/personas/0/picks: unknown GPU "nvidia-b", did you mean "nvidia-a"?)"},
      {"an unknown kind of buyer", persona(R"("type": "kaggle")"),
       R"(/personas/0/type: unknown kind of buyer "kaggle")"},
      {"a share that is none", persona(R"("picks": [{"gpu": "nvidia-a", "role": "primary", "share": 80}])"),
       "/personas/0/picks: expected a share from 0 to 1"},
      {"a way to nowhere",
       node(R"("kind": "question", "edges": [{"answer": "yes", "to": "x"}, {"answer": "no", "to": "y"}])"),
       R"(/chart_nodes/0/edges: unknown node "y" of that chart)"},
      {"more GPUs than speed-ups are told for",
       R"("persona_types": [{"id": "t", "title": "T", "workload": "cnn", "rank_by": "value", "count": 9, "reason": "R."}])",
       "/persona_types/0/count: expected at most 8, found 9"},
      {"shares of nothing known",
       R"("cluster_mixes": [{"guide": "old", "id": "x", "title": "X", "shares_of": "bananas", "says": "S.",
                             "parts": [{"gpus": ["nvidia-a"], "share": 1}], "source": "shop"}])",
       R"(/cluster_mixes/0/shares_of: expected GPUs, nodes or budget, found "bananas")"},
      {"a factor that no halving of numbers gives",
       R"("guide_rules": [{"guide": "old", "id": "x", "topic": "memory", "says": "S.", "source": "shop",
                           "figures": [{"what": "w", "value": 2.5, "means": "fp16-memory-factor"}]}])",
       "/guide_rules/0/figures: expected an fp16-memory-factor from 1 to 2"},
      {"a question with one answer", node(R"("kind": "question", "edges": [{"answer": "yes", "to": "x"}])"),
       "/chart_nodes/0/edges: expected at least two answers to a question"},
      {"a pattern that is none",
       R"("avoidances": [{"guide": "old", "id": "x", "what": "X", "names": "Tesla[", "reason": "R", "source": "shop"}])",
       "/avoidances/0/names: expected a pattern of names"},
      {"a missing field",
       R"("free_tiers": [{"provider": "P", "as_of": "2020", "accelerators": "a", "source": "shop"}])",
       R"(/free_tiers/0: expected a field "limits", found none)"},
  };
  for (const auto& [name, members, expected] : cases) {
    INFO(name);
    const Strings problems = problems_of(with_guide(members));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].find(expected) != std::string::npos);
  }
}

TEST_CASE("what names no GPU is a rule, and what a later source says is not known before", "[catalog]") {
  const Catalog catalog = catalog_from(with_guide(
      R"("guide_rules": [)" + rule("one", "A.") +
      R"(], "persona_types": [{"id": "t", "title": "T", "workload": "cnn", "rank_by": "value", "reason": "R."}],
      "platform_rules": [{"guide": "old", "id": "p", "platform": "cpu", "stance": "limited", "says": "S.",
                          "source": "shop"}])"));
  const Catalog rules = catalog.rules_only();
  CHECK(rules.records<GuideRule>().empty());
  CHECK(rules.records<PersonaType>().size() == 1);
  CHECK(rules.records<PlatformRule>().size() == 1);
  CHECK(rules.source("shop") != nullptr);
  const Catalog before =
      catalog.known_by(PartialDate::parse("2026-01-30")->last_day());  // the source is of January 2026
  CHECK(before.records<PlatformRule>().empty());
  CHECK(before.records<PersonaType>().size() == 1);
}

TEST_CASE("what a guide says is known when its source and the guide are, a chart as a whole", "[catalog]") {
  const std::string document = test_document(
      R"("gpus": [)" + test_gpu("nvidia-a") + R"(], "prices": [)" + test_price("nvidia-a", "2026-03", "new", 100) +
      R"(], "guides": [{"id": "known", "title": "Known", "author": "A", "source": "early"},
                       {"id": "later", "title": "Later", "author": "A", "source": "shop"}],
      "guide_rules": [
        {"guide": "later", "id": "one", "topic": "heat", "says": "S.", "source": "early"},
        {"guide": "known", "id": "two", "topic": "heat", "says": "S.", "source": "shop"},
        {"guide": "known", "id": "three", "topic": "heat", "says": "S.", "source": "early"}],
      "chart_nodes": [
        {"guide": "known", "id": "q", "kind": "question", "label": "Q?", "source": "early",
         "edges": [{"answer": "yes", "to": "e"}, {"answer": "no", "to": "e"}]},
        {"guide": "known", "id": "e", "kind": "end", "label": "E", "source": "shop"}])");
  const CatalogDocument early = {
      "early.json",
      R"({"sources": [{"id": "early", "title": "E", "publisher": "E", "date": "2020", "grade": "shop"}]})"};
  const Catalog catalog = load_catalog(Catalog(), Layers{{{"test.json", document}, early}});
  const Catalog earlier = catalog.known_by(PartialDate::parse("2026-01-30")->last_day());
  REQUIRE(earlier.records<Guide>().size() == 1);
  REQUIRE(earlier.records<GuideRule>().size() == 1);
  CHECK(earlier.records<GuideRule>()[0].id == "three");
  CHECK(earlier.records<ChartNode>().size() == 2);
}

TEST_CASE("a table knows whether its records name GPUs", "[catalog]") {
  CHECK(names_gpus<Persona>());
  CHECK(names_gpus<ClusterMix>());
  CHECK(names_gpus<UpgradeRule>());
  CHECK_FALSE(names_gpus<PersonaType>());
  CHECK_FALSE(names_gpus<VendorNote>());
}
