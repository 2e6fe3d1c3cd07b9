#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_checks.hpp"

namespace gpuadvisor {
namespace {

using Strings = std::vector<std::string>;

/// A price of the test card, which is released 2020-01-15; the source is of 2026-10-10.
Members rent(double usd_per_hour, const Members& changes = {}) {
  return changed({{"gpu", R"("nvidia-test-card")"},
                  {"date", R"("2026-09")"},
                  {"provider", R"("a")"},
                  {"terms", R"("on-demand")"},
                  {"count", "1"},
                  {"usd_per_hour", std::to_string(usd_per_hour)},
                  {"source", R"("test-source")"}},
                 changes);
}

/// "rule pointer" of what is found about these rents.
Strings found_in(const std::vector<Members>& rents) {
  std::string list;
  for (const Members& one : rents) list += (list.empty() ? "" : ",\n") + record_text(one);
  std::string text = check_document({good_card()});
  text.replace(text.rfind('}'), 1, ",\n\"rents\": [" + list + "]}");
  Strings texts;
  for (const auto& finding : report_of(text).findings) {
    if (finding.rule.starts_with("rent-")) texts.push_back(std::string(finding.rule) + ' ' + finding.place.pointer);
  }
  return texts;
}

std::vector<Members> five_at(double usd_per_hour, const Members& last) {
  std::vector<Members> rents;
  for (const char* provider : {R"("a")", R"("b")", R"("c")", R"("d")"}) {
    rents.push_back(rent(usd_per_hour, {{"provider", provider}}));
  }
  rents.push_back(last);
  return rents;
}

TEST_CASE("a price of rent that is ten times off the others of its year is found", "[checks]") {
  const Members of_e = {{"provider", R"("e")"}};
  CHECK(found_in(five_at(1, rent(8.4, of_e))) == Strings());
  CHECK(found_in(five_at(1, rent(10, of_e))) == Strings{"rent-outlier /rents/4/usd_per_hour"});
  CHECK(found_in(five_at(1, rent(0.1, of_e))) == Strings{"rent-outlier /rents/4/usd_per_hour"});
  CHECK(found_in(five_at(1, rent(10, {{"provider", R"("e")"}, {"count", "8"}}))) == Strings());            // $1.25 each
  CHECK(found_in(five_at(1, rent(10, {{"provider", R"("e")"}, {"date", R"("2025-09")"}}))) == Strings());  // alone
}

TEST_CASE("a spot price above that on demand is found", "[checks]") {
  const Members spot = {{"terms", R"("spot")"}};
  CHECK(found_in({rent(2), rent(1, spot)}) == Strings());
  CHECK(found_in({rent(2), rent(3, spot)}) == Strings{"rent-spot /rents/1/usd_per_hour"});
  CHECK(found_in({rent(2), rent(3, {{"terms", R"("spot")"}, {"provider", R"("b")"}})}) == Strings());
  CHECK(found_in({rent(2), rent(3, {{"terms", R"("marketplace")"}})}) == Strings());
}

TEST_CASE("a price of rent before the product, or after its source, is found", "[checks]") {
  CHECK(found_in({rent(1, {{"date", R"("2020-01")"}})}) == Strings());
  CHECK(found_in({rent(1, {{"date", R"("2019-12")"}})}) == Strings{"rent-date /rents/0/date"});
  CHECK(found_in({rent(1, {{"date", R"("2026-10")"}})}) == Strings());
  CHECK(found_in({rent(1, {{"date", R"("2026-11")"}})}) == Strings{"rent-date /rents/0/date"});
}

}  // namespace
}  // namespace gpuadvisor
