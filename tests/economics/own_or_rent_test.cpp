#include "economics/own_or_rent.hpp"

#include <string>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

std::string rent(const std::string& provider, double usd_per_hour, int count = 1,
                 const std::string& terms = "on-demand", const std::string& date = "2026-10") {
  return R"({"gpu": "card", "date": ")" + date + R"(", "provider": ")" + provider + R"(", "terms": ")" + terms +
         R"(", "count": )" + std::to_string(count) + R"(, "usd_per_hour": )" + std::to_string(usd_per_hour) +
         R"(, "source": "tracker"})";
}

Catalog with_rents(const std::string& rents, const std::string& fields = "") {
  return catalog_from(test_document("\"gpus\": [" + test_gpu("card", ", \"tdp_w\": 300" + fields) + "], \"prices\": [" +
                                    test_price("card", "2026-10-10", "used", 500) + "], \"rents\": [" + rents + "]"));
}

/// $1,000 for 1,000 hours of work, and nothing for electricity.
OwnedGpus owned() {
  OwnedGpus found;
  found.ownership.purchase = Usd{1000};
  found.ownership.hours_per_day = 10;
  found.ownership.years = 100 / k_days_per_year;
  return found;
}

OwnOrRent found(const Catalog& catalog, int count = 1) {
  return own_or_rent(*catalog.gpu("card"), count, owned(), catalog).value();
}

}  // namespace

TEST_CASE("within a fifth owning and renting cost about the same, of few providers within 30 %", "[economics]") {
  const auto way = [](double owned, double rented, int providers) {
    return cheaper_way(Usd{owned}, Usd{rented}, providers);
  };
  CHECK(way(100, 121, 3) == OwnOrRentVerdict::own);
  CHECK(way(100, 119, 3) == OwnOrRentVerdict::about_the_same);
  CHECK(way(119, 100, 3) == OwnOrRentVerdict::about_the_same);
  CHECK(way(121, 100, 3) == OwnOrRentVerdict::rent);
  CHECK(way(100, 129, 2) == OwnOrRentVerdict::about_the_same);
  CHECK(way(100, 131, 2) == OwnOrRentVerdict::own);
  CHECK(way(131, 100, 1) == OwnOrRentVerdict::rent);
  CHECK(way(-50, 100, 3) == OwnOrRentVerdict::own);  // sold for more than it cost
}

TEST_CASE("a rent is the median of providers, each with its lowest price of a GPU", "[economics]") {
  const Catalog catalog = with_rents(rent("a", 3) + "," + rent("a", 8, 4) + "," + rent("b", 1, 1, "marketplace") + "," +
                                     rent("c", 4) + "," + rent("d", 0.1, 1, "spot") + "," +
                                     rent("e", 0.1, 1, "on-demand", "2026-04") + "," + rent("f", 0.8, 8));
  const auto at = [&](int count) {
    return rent_level(*catalog.gpu("card"), count, catalog, rent_day(catalog)).value();
  };
  CHECK(at(1).middle == UsdPerHour{3});  // 3, 1 and 4
  CHECK(at(1).providers == 3);
  CHECK(at(1).cheapest->provider == "b");
  CHECK(at(4).middle == UsdPerHour{2});  // 2 of a machine of four, 1 and 4
  CHECK(at(8).providers == 4);           // and one tenth
  CHECK(at(8).middle == UsdPerHour{1.5});
  CHECK(at(8).high == UsdPerHour{4});
  CHECK(at(4).is_whole);
  CHECK_FALSE(at(3).is_whole);
}

TEST_CASE("all hours of work are rented, and owning is told beside", "[economics]") {
  const OwnOrRent one = found(with_rents(rent("a", 2)));
  CHECK_THAT(one.hours, WithinRel(1000.0));
  CHECK_THAT(one.rented.value(), WithinRel(2000.0));
  CHECK_THAT(one.owned.value(), WithinRel(1000.0));
  CHECK(one.verdict == OwnOrRentVerdict::own);
  CHECK(one.break_even_days == 50);  // 500 hours at $2
  CHECK_FALSE(own_or_rent(*with_rents("").gpu("card"), 1, owned(), with_rents("")));
}

TEST_CASE("a machine that is not counted is told, and what it may cost", "[economics]") {
  const Catalog catalog = with_rents(rent("a", 2));
  const OwnOrRent one = found(catalog);
  REQUIRE(one.machine != nullptr);
  CHECK(one.machine->id == "desktop");
  CHECK_FALSE(one.machine_price);  // the catalog has none
  CHECK_FALSE(one.with_machine());
  CHECK_THAT(one.turns_at.value().value(), WithinRel(1600.0));  // 1,000 owned with it are 1.3 times the rent of 2,000
  OwnedGpus with_host = owned();
  with_host.ownership.host = Usd{500};
  const auto counted = own_or_rent(*catalog.gpu("card"), 1, with_host, catalog);
  CHECK(counted->machine == nullptr);
  CHECK_THAT(counted->owned.value(), WithinRel(1500.0));
  const OwnOrRent dear = found(with_rents(rent("a", 0.5)));
  CHECK(dear.verdict == OwnOrRentVerdict::rent);
  CHECK_FALSE(dear.turns_at);  // renting is cheaper without the machine
}

TEST_CASE("a rent that is told goes before all others", "[economics]") {
  const Catalog catalog = with_rents("");
  const auto one = own_or_rent(*catalog.gpu("card"), 1, owned(), catalog, UsdPerHour{3});
  REQUIRE(one);
  CHECK_FALSE(one->level);
  CHECK_THAT(one->rented.value(), WithinRel(3000.0));
}
