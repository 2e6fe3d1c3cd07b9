#include <algorithm>
#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_checks.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;

Members price(const std::string& date, double usd, const Members& changes = {}) {
  return changed({{"gpu", R"("nvidia-test-card")"},
                  {"date", '"' + date + '"'},
                  {"condition", R"("used")"},
                  {"kind", R"("shop")"},
                  {"price_usd", std::to_string(usd)},
                  {"region", R"("US")"},
                  {"source", R"("test-source")"}},
                 changes);
}

Strings findings_about(const std::vector<Members>& prices, const Members& card = good_card()) {
  Strings texts;
  for (const auto& finding : report_of(check_document({card}, prices)).findings) {
    if (finding.rule == "price-off-market") continue;  // judges them by the built-in market
    texts.push_back(std::string(finding.rule) + ' ' + finding.place.pointer);
  }
  return texts;
}

TEST_CASE("a price before the release is found; a list price may be announced a year ahead", "[checks]") {
  const Members msrp = {{"kind", R"("list")"}, {"condition", R"("new")"}};
  CHECK(findings_about({price("2020-01-14", 500)}) == Strings{"price-before-release /prices/0/date"});
  CHECK(findings_about({price("2020-01", 500)}).empty());  // the month ends after the release
  CHECK(findings_about({price("2019-01-15", 500, msrp)}).empty());
  CHECK(findings_about({price("2019-01-14", 500, msrp)}) == Strings{"price-before-release /prices/0/date"});
}

TEST_CASE("a price more than five times any other is found, one that moved less is not", "[checks]") {
  CHECK(findings_about({price("2024-01", 500), price("2024-02", 100)}).empty());
  CHECK(findings_about({price("2024-01", 500), price("2024-02", 99), price("2024-03", 510)}) ==
        Strings{"price-jump /prices/1/price_usd"});
  CHECK(findings_about({price("2024-01", 500), price("2024-02", 5100), price("2024-03", 510)}) ==
        Strings{"price-jump /prices/1/price_usd"});
  // Of another condition: by a factor of 15.
  const Members unused = {{"condition", R"("new")"}};
  CHECK(findings_about({price("2024-01", 100), price("2024-01", 1400, unused)}).empty());
  CHECK(findings_about({price("2024-01", 100), price("2024-01", 1600, unused)}).size() == 2);
  // One that is alone in its condition, above the list price: by a factor of five, whatever its age.
  const Members msrp = {{"kind", R"("list")"}, {"condition", R"("new")"}};
  CHECK(findings_about({price("2020-01-15", 499, msrp), price("2024-01", 2400)}).empty());
  CHECK(findings_about({price("2020-01-15", 499, msrp), price("2024-01", 2600)}) ==
        Strings{"price-jump /prices/1/price_usd"});
  CHECK(findings_about({price("2020-01-15", 499, msrp), price("2024-01", 90)}).empty());
}

TEST_CASE("a quote that stands twice, or is years ahead of all others, is found", "[checks]") {
  CHECK(findings_about({price("2024-01", 500), price("2024-01", 500)}) == Strings{"price-twice /prices/1"});
  CHECK(findings_about({price("2024-01", 500), price("2024-01", 500, {{"note", R"("another")"}})}).empty());
  const auto found = findings_about({price("2036-01", 500)});
  CHECK(std::find(found.begin(), found.end(), "price-from-the-future /prices/0/date") != found.end());
}

TEST_CASE("a card of the last three years without a recent price is noted", "[checks]") {
  const auto young = changed(good_card(), {{"released", R"("2025-06")"}});
  CHECK(findings_about({}, young) == Strings{"price-missing /gpus/0"});
  CHECK(findings_about({price("2025-09", 500)}, young) == Strings{"price-missing /gpus/0"});
  CHECK(findings_about({price("2026-09", 500)}, young).empty());
  CHECK(findings_about({}).empty());  // released 2020
}

}  // namespace
}  // namespace gpuadvisor
