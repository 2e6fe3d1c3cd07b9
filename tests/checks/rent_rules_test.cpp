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

TEST_CASE("several GPUs that cost other than their number times the price of one are found", "[checks]") {
  const auto machine = [](double usd_per_hour, int count, const char* name, const Members& changes = {}) {
    const Members named = {{"count", std::to_string(count)}, {"instance", name}};
    return changed(rent(usd_per_hour, named), changes);
  };
  const Strings second = {"rent-multiple /rents/1/usd_per_hour"};
  // Of one name but for a number that doubles with the GPUs: $1.15 each pass, $1.16 and $0.86 do not.
  CHECK(found_in({machine(1, 1, R"("n24s A100 v4")"), machine(2.3, 2, R"("n48s A100 v4")")}) == Strings());
  CHECK(found_in({machine(1, 1, R"("n24s A100 v4")"), machine(2.32, 2, R"("n48s A100 v4")")}) == second);
  CHECK(found_in({machine(1, 1, R"("n24s A100 v4")"), machine(1.72, 2, R"("n48s A100 v4")")}) == second);
  // All are held against the smallest.
  CHECK(found_in({machine(1, 1, R"("n24")"), machine(2.6, 2, R"("n48")"), machine(5.2, 4, R"("n96")")}) ==
        Strings{"rent-multiple /rents/1/usd_per_hour", "rent-multiple /rents/2/usd_per_hour"});
  // Without names: $1.25 each pass, $1.26 do not.
  CHECK(found_in({machine(1, 1, ""), machine(2.5, 2, "")}) == Strings());
  CHECK(found_in({machine(1, 1, ""), machine(2.52, 2, "")}) == second);
  // Other hosts, or nothing known of them.
  CHECK(found_in({machine(1, 1, R"("g5.4x")"), machine(6, 4, R"("g5.12x")")}) == Strings());
  CHECK(found_in({machine(1, 1, R"("g5.x")"), machine(6, 4, R"("g5.12x")")}) == Strings());
  CHECK(found_in({machine(1, 1, R"("small")"), machine(6, 4, R"("large")")}) == Strings());
  CHECK(found_in({machine(1, 1, ""), machine(6, 4, R"("n96")")}) == Strings());
  // Another provider, region, day or terms.
  for (const Members& other : {Members{{"provider", R"("b")"}}, Members{{"region", R"("eu")"}},
                               Members{{"date", R"("2026-10")"}}, Members{{"terms", R"("spot")"}}}) {
    CHECK(found_in({machine(1, 1, R"("n24")"), machine(2.6, 2, R"("n48")", other)}) == Strings());
  }
}

TEST_CASE("a price of rent before the product, or after its source, is found", "[checks]") {
  CHECK(found_in({rent(1, {{"date", R"("2020-01")"}})}) == Strings());
  CHECK(found_in({rent(1, {{"date", R"("2019-12")"}})}) == Strings{"rent-date /rents/0/date"});
  CHECK(found_in({rent(1, {{"date", R"("2026-10")"}})}) == Strings());
  CHECK(found_in({rent(1, {{"date", R"("2026-11")"}})}) == Strings{"rent-date /rents/0/date"});
}

}  // namespace
}  // namespace gpuadvisor
