#include "economics/rent_market.hpp"

#include <string>
#include <vector>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;

namespace {

std::string rent(const std::string& provider, const std::string& date, int count, double usd_per_hour,
                 const std::string& terms = "on-demand", const std::string& region = "US") {
  return R"({"gpu": "card", "date": ")" + date + R"(", "provider": ")" + provider + R"(", "terms": ")" + terms +
         R"(", "count": )" + std::to_string(count) + R"(, "usd_per_hour": )" + std::to_string(usd_per_hour) +
         R"(, "region": ")" + region + R"(", "source": "tracker"})";
}

/// A catalog of "card" with these rents, whose newest price is of 10 October 2026.
Catalog with_rents(const std::vector<std::string>& rents) {
  std::string list;
  for (const auto& one : rents) list += (list.empty() ? "" : ", ") + one;
  return catalog_from(test_document("\"gpus\": [" + test_gpu("card", ", \"released\": \"2020\"") + "], \"prices\": [" +
                                    test_price("card", "2026-10-10", "used", 1) + "], \"rents\": [" + list + "]"));
}

std::vector<RentOffer> offers(const Catalog& catalog, int count = 1) {
  return rent_offers(*catalog.gpu("card"), count, catalog, rent_day(catalog));
}

}  // namespace

TEST_CASE("prices of rent are of the newest day, theirs or the catalog's", "[economics]") {
  CHECK(text(rent_day(with_rents({rent("a", "2026-09-01", 1, 1)}))) == "2026-10-10");
  CHECK(text(rent_day(with_rents({rent("a", "2026-11-09", 1, 1)}))) == "2026-11-09");
  CHECK(text(rent_day(with_rents({rent("a", "2026", 1, 1)}))) == "2026-10-10");  // the year is not over
}

TEST_CASE("a provider asks its newest price, of one month its lowest", "[economics]") {
  const Catalog catalog = with_rents({rent("a", "2026-08-20", 1, 1), rent("a", "2026-10-01", 1, 3),
                                      rent("a", "2026-10-09", 1, 2), rent("b", "2026-09", 1, 2.5)});
  const auto found = offers(catalog);
  REQUIRE(found.size() == 2);
  CHECK(found[0].quote->provider == "a");
  CHECK(found[0].each == UsdPerHour{2});
  CHECK(found[1].each == UsdPerHour{2.5});
}

TEST_CASE("prices of four months ago are old and last, those of more than two years ago are not told", "[economics]") {
  const Catalog catalog = with_rents({rent("old", "2026-06-30", 1, 1), rent("young", "2026-07-01", 1, 2),
                                      rent("gone", "2024-09-30", 1, 0.5), rent("last", "2024-10-01", 1, 0.5)});
  const auto found = offers(catalog);
  REQUIRE(found.size() == 3);
  CHECK(found[0].quote->provider == "young");
  CHECK_FALSE(found[0].is_old);
  CHECK(found[1].quote->provider == "last");
  CHECK(found[1].is_old);
  CHECK(found[2].quote->provider == "old");
  CHECK(found[2].is_old);
}

TEST_CASE("several GPUs are one machine before several of them before a larger one", "[economics]") {
  const Catalog catalog =
      with_rents({rent("a", "2026-10", 1, 1), rent("a", "2026-10", 8, 16), rent("b", "2026-10", 1, 1.6),
                  rent("b", "2026-10", 2, 3), rent("c", "2026-10", 16, 16), rent("d", "2026-10", 3, 3)});
  const auto found = offers(catalog, 8);
  REQUIRE(found.size() == 3);  // three at a time never are eight
  CHECK(found[0].quote->provider == "a");
  CHECK(found[0].machines == Machines::one);
  CHECK(found[0].each == UsdPerHour{2});
  CHECK(found[0].all == UsdPerHour{16});
  CHECK(found[1].quote->provider == "b");
  CHECK(found[1].machines == Machines::several);
  CHECK(found[1].each == UsdPerHour{1.5});
  CHECK(found[1].all == UsdPerHour{12});
  CHECK(found[2].quote->provider == "c");
  CHECK(found[2].machines == Machines::larger);
  CHECK(found[2].all == UsdPerHour{16});
  const auto range = rent_range(found, RentTerms::on_demand);
  REQUIRE(range);
  CHECK(range->low == UsdPerHour{2});
  CHECK(range->providers == 1);
}

TEST_CASE("the range counts each provider once, and no old or larger offer", "[economics]") {
  const Catalog catalog = with_rents(
      {rent("a", "2026-10", 1, 1), rent("b", "2026-10", 1, 2), rent("c", "2026-09", 1, 4), rent("d", "2026-10", 1, 8),
       rent("e", "2025-10", 1, 0.1), rent("f", "2026-10", 8, 4), rent("a", "2026-10", 1, 0.5, "spot")});
  const auto found = offers(catalog);
  const auto range = rent_range(found, RentTerms::on_demand);
  REQUIRE(range);
  CHECK(range->low == UsdPerHour{1});
  CHECK(range->middle == UsdPerHour{3});
  CHECK(range->high == UsdPerHour{8});
  CHECK(range->providers == 4);
  CHECK(range->first.text() == "2026-09");
  CHECK(range->last.text() == "2026-10");
  const auto spot = rent_range(found, RentTerms::spot);
  REQUIRE(spot);
  CHECK(spot->low == UsdPerHour{0.5});
  CHECK_FALSE(rent_range(found, RentTerms::marketplace));
}

TEST_CASE("where all are old, their range is told", "[economics]") {
  const Catalog catalog = with_rents({rent("a", "2025-10", 1, 1), rent("b", "2025-11", 1, 3)});
  const auto range = rent_range(offers(catalog), RentTerms::on_demand);
  REQUIRE(range);
  CHECK(range->middle == UsdPerHour{2});
}

TEST_CASE("of machines that share no fast link as few as possible are rented", "[economics]") {
  const Catalog catalog = with_rents({rent("a", "2026-10", 1, 1), rent("a", "2026-10", 8, 16)});
  const auto found = offers(catalog, 16);
  REQUIRE(found.size() == 1);
  CHECK(found[0].quote->count == 8);
  CHECK(found[0].all == UsdPerHour{32});
}

TEST_CASE("an earlier day knows the prices that were asked by then", "[economics]") {
  const Catalog catalog = with_rents({rent("a", "2026-10-01", 1, 2), rent("a", "2026-03-01", 1, 1)});
  const Catalog then = catalog.known_by(Day{std::chrono::year{2026} / 4 / 1});
  const auto found = rent_offers(*then.gpu("card"), 1, then, rent_day(then));
  REQUIRE(found.size() == 1);
  CHECK(found[0].each == UsdPerHour{1});
}

TEST_CASE("a machine of just so many that is old does not hide current smaller ones", "[economics]") {
  const Catalog catalog = with_rents({rent("a", "2025-10", 8, 16), rent("a", "2026-10", 1, 3)});
  const auto found = offers(catalog, 8);
  REQUIRE(found.size() == 1);
  CHECK(found[0].machines == Machines::several);
  CHECK(found[0].each == UsdPerHour{3});
}

TEST_CASE("a region is looked for before the newest price is", "[economics]") {
  const Catalog catalog = with_rents({rent("a", "2026-10-01", 1, 2, "on-demand", "us-east-1"),
                                      rent("a", "2026-10-09", 1, 1, "on-demand", "eu-west-1")});
  const auto found = rent_offers(*catalog.gpu("card"), 1, catalog, rent_day(catalog), "us-");
  REQUIRE(found.size() == 1);
  CHECK(found[0].each == UsdPerHour{2});
  CHECK(rent_offers(*catalog.gpu("card"), 1, catalog, rent_day(catalog), "ap-").empty());
}
