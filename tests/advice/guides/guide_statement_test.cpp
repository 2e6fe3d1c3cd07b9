#include "advice/guides/guide_statement.hpp"

#include "support/catch2.hpp"
#include "support/test_guides.hpp"

using namespace gpuadvisor;

namespace {

const std::string k_members = R"(
  "guide_rules": [
    {"guide": "old", "id": "later-topic", "topic": "heat", "says": "Keep it COOL.", "source": "shop"},
    {"guide": "old", "id": "memory", "topic": "memory", "says": "Have enough.",
     "figures": [{"what": "memory", "value": 8, "to": 12, "unit": "GB"}], "gpus": ["nvidia-b"], "source": "shop"},
    {"guide": "new", "id": "memory", "topic": "memory", "says": "Have more.", "source": "shop"}],
  "avoidances": [{"guide": "old", "id": "any-tesla", "what": "any Tesla", "names": "Tesla*", "reason": "dear",
                  "unless": "you must", "source": "shop"}],
  "guide_ratios": [{"guide": "old", "id": "b-over-c", "gpu": "nvidia-b", "over": "nvidia-c", "of": "speed",
                    "ratio": 1.4, "says": "training", "source": "shop"}],
  "guide_updates": [{"guide": "old", "date": "2018-11", "change": "First", "gpus": ["nvidia-c"], "source": "shop"},
                    {"guide": "old", "date": "2019-04-03", "change": "Second", "source": "shop"}],
  "personas": [{"guide": "old", "id": "kaggle", "title": "Kaggle", "advice": "Do.", "source": "shop",
                "picks": [{"gpu": "nvidia-b", "count": 2, "role": "primary"}]}])";

std::vector<std::string> said(const Catalog& catalog, const StatementFilter& filter, std::string_view guide = "old") {
  std::vector<std::string> texts;
  for (const GuideStatement& statement : statements_of(*catalog.guide(guide), catalog, filter)) {
    texts.push_back(std::string(enum_name(statement.kind)) + ' ' + statement.id + ": " + statement.says);
  }
  return texts;
}

}  // namespace

TEST_CASE("a guide's statements come by topic, from all its tables", "[advice]") {
  const Catalog catalog = catalog_with_guides(k_members);
  CHECK(said(catalog, {}) ==
        std::vector<std::string>{"rule memory: Have enough.",
                                 "ratio b-over-c: Name of nvidia-b has 1.4 times the speed of Name of nvidia-c: "
                                 "training.",
                                 "rule later-topic: Keep it COOL.",
                                 "avoidance any-tesla: Advises against any Tesla: dear; unless you must."});
  CHECK(said(catalog, {}, "new") == std::vector<std::string>{"rule memory: Have more."});
}

TEST_CASE("what guides say of where to compute and of vendors has a note: for or against, and for whom", "[advice]") {
  const Catalog catalog = catalog_with_guides(R"("platform_rules": [
      {"guide": "old", "id": "a", "platform": "cloud-tpu", "stance": "recommends", "workloads": ["cnn", "rnn"],
       "phase": "training", "need": "no-money", "frameworks": ["jax"], "says": "A.", "source": "shop"},
      {"guide": "old", "id": "b", "platform": "cpu", "stance": "advises-against", "says": "B.", "source": "shop"}],
    "vendor_notes": [{"guide": "old", "vendor": "amd", "stance": "limited", "good_for": ["x", "y"], "says": "C.",
                      "source": "shop"}])");
  std::vector<std::string> notes;
  for (const GuideStatement& said : statements_of(*catalog.guide("old"), catalog, {})) notes.push_back(said.note);
  CHECK(notes == std::vector<std::string>{"Recommends a TPU in the cloud; for: cnn, rnn, training, no-money, jax.",
                                          "Advises against a CPU.", "Has reservations about amd; good for: x, y."});
}

TEST_CASE("statements are picked by topic, id, word and GPU", "[advice]") {
  const Catalog catalog = catalog_with_guides(k_members);
  const auto only = [&](const StatementFilter& filter) {
    std::string ids;
    for (const GuideStatement& statement : statements_of(*catalog.guide("old"), catalog, filter)) {
      ids += ' ' + statement.id;
    }
    return ids;
  };
  CHECK(only({.topic = RuleTopic::heat}) == " later-topic");
  CHECK(only({.id = "memory"}) == " memory");
  CHECK(only({.word = "cool"}) == " later-topic");
  CHECK(only({.word = "nothing"}).empty());
  // Words may stand anywhere, but all must; numbers are those of the figures too, and no parts of others.
  CHECK(only({.word = "it cool"}) == " later-topic");
  CHECK(only({.word = "cool nothing"}).empty());
  CHECK(only({.word = "1.4"}) == " b-over-c");
  CHECK(only({.word = "8gb"}) == " memory");
  CHECK(only({.word = "12 GB"}) == " memory");
  CHECK(only({.word = "1"}).empty());
  CHECK(only({.word = "4"}).empty());
  CHECK(only({.word = "kaggle"}) == " kaggle");
  // A card is named by rules, on either side of a ratio, by a pattern of names, and as a pick.
  CHECK(only({.gpu = catalog.gpu("nvidia-b")}) == " memory b-over-c kaggle");
  CHECK(only({.gpu = catalog.gpu("nvidia-c")}) == " b-over-c");
  CHECK(only({.gpu = catalog.gpu("nvidia-tesla-a")}) == " any-tesla");
  CHECK(said(catalog, {.id = "kaggle", .gpu = catalog.gpu("nvidia-b")}) ==
        std::vector<std::string>{R"(pick kaggle: Named for "Kaggle" (2x, primary).)"});
}

TEST_CASE("editions and their change logs come with the newest first", "[advice]") {
  const Catalog catalog = catalog_with_guides(k_members);
  std::string ids;
  for (const Guide* guide : guides_newest_first(catalog)) ids += ' ' + std::string(guide->id);
  CHECK(ids == " new old undated");
  const auto updates = updates_of(*catalog.guide("old"), catalog);
  REQUIRE(updates.size() == 2);
  CHECK(updates[0]->change == "Second");
  REQUIRE(updates_of(*catalog.guide("old"), catalog, catalog.gpu("nvidia-c")).size() == 1);
  CHECK(updates_of(*catalog.guide("new"), catalog).empty());
}
