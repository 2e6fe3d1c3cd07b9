#include "advice/picks/picks.hpp"

#include "support/catch2.hpp"
#include "support/test_guide_market.hpp"

using namespace gpuadvisor;

namespace {

const std::string k_personas = R"(, "personas": [
  {"guide": "guide", "id": "buyer", "title": "T", "type": "fast", "advice": "A.", "source": "shop",
   "picks": [{"gpu": "h", "role": "primary"}, {"gpu": "later", "role": "alternative"}]},
  {"guide": "undated", "id": "other", "title": "T", "type": "fast", "advice": "A.", "source": "shop",
   "picks": [{"gpu": "a", "role": "primary"}]}])";

}  // namespace

TEST_CASE("a guide's picks have prices of its day and of today", "[advice]") {
  const Catalog catalog = guide_market(k_personas);
  const GuideAdvice advice = guide_advice(catalog.records<Persona>()[0], catalog, catalog);
  REQUIRE(advice.picks.size() == 2);
  REQUIRE(advice.picks[0].then);
  CHECK(advice.picks[0].then->today == Usd{800});
  REQUIRE(advice.picks[0].avoidance != nullptr);
  CHECK(advice.picks[0].avoidance->reason == "too dear");
  CHECK_FALSE(advice.picks[1].then);  // it was not out
  REQUIRE(advice.picks[1].now);
  CHECK(advice.picks[1].now->today == Usd{50});
  CHECK(advice.picks[1].avoidance == nullptr);
  CHECK_FALSE(guide_advice(catalog.records<Persona>()[1], catalog, catalog).picks[0].then);
}

TEST_CASE("a kind of buyer comes with what the newest guide said, or with all", "[advice]") {
  const Catalog catalog = guide_market(k_personas);
  const PersonaType& fast = catalog.records<PersonaType>()[0];
  const std::vector<const PersonaType*> types = {&fast};
  const auto newest = type_picks(types, std::nullopt, Said::newest, catalog, catalog);
  REQUIRE(newest.size() == 1);
  REQUIRE(newest[0].said.size() == 1);
  CHECK(newest[0].said[0].persona->id == "buyer");
  REQUIRE(newest[0].answer.candidates.size() == 9);
  CHECK(newest[0].answer.candidates[0].offer.gpu->id == "later");
  const auto all = type_picks(types, Usd{300}, Said::all, catalog, catalog);
  REQUIRE(all[0].said.size() == 2);
  CHECK(all[0].said[0].persona->id == "other");  // without a date: older than all
  CHECK(all[0].answer.candidates.size() == 4);
}
