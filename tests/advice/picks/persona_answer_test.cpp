#include "advice/picks/persona_answer.hpp"

#include <stdexcept>
#include <string>

#include "support/catch2.hpp"
#include "support/test_guide_market.hpp"

using namespace gpuadvisor;

namespace {

const PersonaType& type(const Catalog& catalog, std::string_view id) {
  for (const PersonaType& one : catalog.records<PersonaType>()) {
    if (one.id == id) return one;
  }
  throw std::out_of_range(std::string(id));
}

std::string ids(const PersonaAnswer& answer) {
  std::string text;
  for (const RankedOffer& row : answer.candidates)
    text += std::string(text.empty() ? "" : " ") + std::string(row.offer.gpu->id);
  return text;
}

const Day k_day = PartialDate(2026, 1, 31).last_day();

}  // namespace

TEST_CASE("a kind of buyer is answered with what is on sale that day", "[advice]") {
  const Catalog catalog = guide_market().known_by(k_day);
  struct Case {
    const char* type;
    const char* candidates;
  };
  const Case cases[] = {
      {"fast", "h g f e d c b a"},                        // neither what has no price nor what is not out yet
      {"cheap", "a b c d e f g h"}, {"half", "d c b a"},  // the fourth of eight prices is $400
      {"roomy", "c d e f g h"},                           // the fourth of 4, 4, 6, 6, 8, 8, 16 and 16 GB is 6
      {"floor", "c d e f g h"},     {"heeding", "g f e d c b a"},
  };
  for (const auto& c : cases) {
    DYNAMIC_SECTION(c.type) {
      CHECK(ids(persona_answer(type(catalog, c.type), std::nullopt, catalog)) == c.candidates);
    }
  }
}

TEST_CASE("a budget that is given takes the place of the type's share", "[advice]") {
  const Catalog catalog = guide_market().known_by(k_day);
  const PersonaType& half = type(catalog, "half");
  CHECK(persona_request(half, std::nullopt, catalog).budget == Usd{400});
  CHECK(persona_request(half, Usd{700}, catalog).budget == Usd{700});
  CHECK(ids(persona_answer(half, Usd{250}, catalog)) == "b a");
  CHECK(ids(persona_answer(half, Usd{1}, catalog)).empty());
}

TEST_CASE("a type's least memory never undercuts the floor of the day", "[advice]") {
  const std::string floors = R"(, "memory_floors": [
    {"workload": "rnn", "from": "2026-01-15", "memory_gb": 8, "source": "shop"},
    {"workload": "rnn", "from": "2026-02", "memory_gb": 16, "source": "shop"}])";
  const Catalog all = guide_market(floors);
  const auto least = [&](PartialDate date) {
    const Catalog catalog = all.known_by(date.last_day());
    return persona_request(type(catalog, "floor"), std::nullopt, catalog).min_memory;
  };
  CHECK(least(PartialDate(2026, 1, 14)) == Gibibytes{6});
  CHECK(least(PartialDate(2026, 1, 31)) == Gibibytes{8});
  CHECK(least(PartialDate(2026, 2)) == Gibibytes{16});
}

TEST_CASE("the memory that is advised is asked for where something within the budget has it", "[advice]") {
  const std::string floors = R"(, "memory_floors": [
    {"workload": "transformer", "from": "2026-01-15", "memory_gb": 6, "advised_gb": 16, "source": "shop"}])";
  const Catalog catalog = guide_market(floors).known_by(k_day);
  PersonaType wanting;
  wanting.workload = "transformer";
  wanting.wants_advised_memory = true;
  CHECK(ids(persona_answer(wanting, std::nullopt, catalog)) == "h g");  // of 16 GB
  CHECK(ids(persona_answer(wanting, Usd{700}, catalog)) == "g");
  CHECK(ids(persona_answer(wanting, Usd{600}, catalog)) == "f e d c");  // 8 and 6 GB
}

TEST_CASE("a GPU counts once, in its best offer", "[advice]") {
  const std::string prices = test_price("a", "2026-01", "new", 300) + ", " + test_price("a", "2026-01", "used", 200);
  const Catalog catalog = catalog_from(test_document("\"gpus\": [" + guide_card("a", 1, 8) + R"(], "support": [
      {"vendor": "nvidia", "architecture": "Test", "stack": "cuda-toolkit", "event": "supported-from", "version": "1",
       "date": "2010", "source": "shop"}],
      "persona_types": [{"id": "fast", "title": "Fast", "workload": "cnn", "rank_by": "performance", "reason": "R."}],
      "prices": [)" + prices + "]"));
  const PersonaAnswer answer = persona_answer(type(catalog, "fast"), std::nullopt, catalog);
  REQUIRE(answer.candidates.size() == 1);
  CHECK(answer.candidates.front().offer.price->condition == Condition::used);
}

TEST_CASE("what a guide says against a GPU is found under its own name only", "[advice]") {
  const Catalog catalog = guide_market();
  REQUIRE(avoidance_of(*catalog.gpu("h"), "guide", catalog) != nullptr);
  CHECK(avoidance_of(*catalog.gpu("h"), "guide", catalog)->reason == "too dear");
  CHECK(avoidance_of(*catalog.gpu("h"), "undated", catalog) == nullptr);
  CHECK(avoidance_of(*catalog.gpu("g"), "guide", catalog) == nullptr);
  REQUIRE(avoided_gpus(catalog) != nullptr);
  CHECK(avoided_gpus(catalog)->pattern_of(*catalog.gpu("h")) != nullptr);
  CHECK(avoided_gpus(catalog)->pattern_of(*catalog.gpu("a")) == nullptr);
  CHECK(avoided_gpus(catalog.known_by(PartialDate(2025).last_day())) == nullptr);
}
