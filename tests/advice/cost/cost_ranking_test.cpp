// GPUs ranked by what their work costs, owned or rented: the example of docs/cost.md#ranking.

#include <fmt/format.h>

#include <optional>
#include <string>

#include "economics/own_or_rent.hpp"
#include "gpuadvisor/advice/answer_details.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "support/catch2.hpp"
#include "support/test_market.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

std::string rent(double usd_per_hour, const std::string& more = R"("provider": "a", "terms": "on-demand", "count": 1)",
                 const std::string& date = "2026-06") {
  return R"({"gpu": "fast", "date": ")" + date + R"(", "usd_per_hour": )" + std::to_string(usd_per_hour) + "," + more +
         R"(, "source": "tracker"})";
}

/// "slow" draws 200 W and is used for $500; "fast" draws 400 W, is twice as fast, used for $1500, and rents for $0.19.
/// "module" is no card, and rents for $1. A kWh costs $0.20, and in "DE" $0.40.
Catalog catalog_of(const std::string& rents = rent(0.19)) {
  const std::string module = R"({"gpu": "module", "date": "2026-06", "usd_per_hour": 1, "provider": "a",
                                 "terms": "on-demand", "count": 1, "source": "tracker"})";
  return catalog_from(test_document("\"gpus\": [" + test_card("slow", 8, 1, R"(, "tdp_w": 200)") + "," +
                                    test_card("fast", 16, 2, R"(, "tdp_w": 400)") + "," +
                                    test_card("module", 80, 3, k_passive) + "], \"prices\": [" +
                                    test_used("slow", 500) + "," + test_used("fast", 1500) + "], \"rents\": [" + rents +
                                    "," + module + R"(], "electricity": [
        {"region": "US", "date": "2026", "customers": "households", "usd_per_kwh": 0.2, "source": "tracker"},
        {"region": "DE", "date": "2026", "customers": "households", "usd_per_kwh": 0.4, "source": "tracker"}], )" +
                                    test_support()));
}

struct Terms : OwningTerms {
  Terms() {
    hours_per_day = 4;
    years = 2;
    yearly_loss = 0.1;
  }
};

Request asked(const Catalog& catalog, const OwningTerms& terms, bool includes_rent = true) {
  Request request = test_request(catalog);
  request.rank_by = RankBy::cost;
  request.owning = std::make_shared<OwningBasis>(owning_basis(terms, catalog));
  request.includes_rent = includes_rent;
  return request;
}

/// "slow used 0.0925": GPU, condition and cost of work; "-" where that is not known.
Strings rows_of(const Catalog& catalog, const Request& request) {
  Strings found;
  for (const RankedOffer& row : recommend(catalog, request).rows) {
    const auto cost = cost_of_work(row.offer);
    found.push_back(fmt::format("{} {} {}", row.offer.gpu->id, row.offer.rental ? "rent" : "used",
                                cost ? fmt::format("{:.4f}", cost->value()) : "-"));
  }
  return found;
}

template <class Change>
Strings rows_with(Change change) {
  const Catalog catalog = catalog_of();
  Terms terms;
  change(terms);
  return rows_of(catalog, asked(catalog, terms));
}

}  // namespace

TEST_CASE("what is owned and what is rented rank together, the cheapest work first", "[advice]") {
  // 2920 hours. slow: 0.3 kW * 2920 * 0.20 = 175.2; 500 + 175.2 - 405 = 270.2, 0.0925 an hour.
  // fast: 292; 1500 + 292 - 1215 = 577, 0.1976 an hour, for twice the work 0.0988. Rented: 0.19 / 2.
  CHECK(rows_with([](Terms&) {}) ==
        Strings{"slow used 0.0925", "fast rent 0.0950", "fast used 0.0988", "module rent 0.3333"});
}

TEST_CASE("twice the price of electricity costs the owner as much more, and the renter nothing", "[advice]") {
  // slow: 270.2 + 175.2 = 445.4, 0.1525; fast: 577 + 292 = 869, 0.2976, 0.1488.
  const Strings expected = {"fast rent 0.0950", "fast used 0.1488", "slow used 0.1525", "module rent 0.3333"};
  CHECK(rows_with([](Terms& terms) { terms.electricity = UsdPerKwh{0.4}; }) == expected);
  CHECK(rows_with([](Terms& terms) { terms.region = "DE"; }) == expected);
}

TEST_CASE("half the hours save half the electricity, and what is lost stays", "[advice]") {
  // slow: (95 + 87.6) / 1460 = 0.1251; fast: (285 + 146) / 1460 = 0.2952, 0.1476.
  CHECK(rows_with([](Terms& terms) { terms.hours_per_day = 2; }) ==
        Strings{"fast rent 0.0950", "slow used 0.1251", "fast used 0.1476", "module rent 0.3333"});
}

TEST_CASE("the rented GPU ranks before the owned one until the day on which they cost the same", "[advice]") {
  const Catalog catalog = catalog_of();
  const Request request = asked(catalog, Terms());
  const Answer answer = recommend(catalog, request);
  const AnswerDetails details = answer_details(answer, catalog);
  REQUIRE(details.rows[1].offer.rental);
  // 1500 * (1 - 0.9^(days / 365)) <= (0.19 - 0.10) * 4 * days first on day 1321: 475.559 <= 475.560; the day before it
  // is 475.26 > 475.20.
  const auto days = details.rows[1].details.own_or_rent->break_even_days;
  REQUIRE(days);
  CHECK(details.rows[2].details.own_or_rent->break_even_days == days);
  CHECK(*days == 1321);
  const auto is_rent_first = [&](double after) {
    Terms terms;
    terms.years = after / k_days_per_year;
    const Answer then = recommend(catalog, asked(catalog, terms));
    for (const RankedOffer& row : then.rows) {
      if (row.offer.gpu->id == "fast") return row.offer.rental.has_value();
    }
    return false;
  };
  CHECK(is_rent_first(*days - 1));
  CHECK_FALSE(is_rent_first(*days));
}

TEST_CASE("what a row costs is told for the hour, the year and all years, and the other way beside it", "[advice]") {
  const Catalog catalog = catalog_of();
  const AnswerDetails details = answer_details(recommend(catalog, asked(catalog, Terms())), catalog);
  const OfferCost& rented = *details.rows[1].details.cost;
  CHECK(rented.hourly == Usd{0.19});
  CHECK_THAT(rented.total.value(), WithinRel(0.19 * 2920));
  CHECK_THAT(rented.yearly.value(), WithinRel(0.19 * 1460));
  CHECK_THAT(details.rows[1].details.own_or_rent->owned.value(), WithinRel(577.0));
  const OfferCost& owned = *details.rows[2].details.cost;
  CHECK_THAT(owned.total.value(), WithinRel(577.0));
  CHECK_THAT(owned.yearly.value(), WithinRel(288.5));
  CHECK_THAT(details.rows[2].details.own_or_rent->rented.value(), WithinRel(0.19 * 2920));
  CHECK(details.rows[2].details.own_or_rent->verdict == OwnOrRentVerdict::about_the_same);
  CHECK(details.rows[0].details.own_or_rent == nullptr);  // nobody rents it out
}

TEST_CASE("without rents only what can be bought has a row", "[advice]") {
  const Catalog catalog = catalog_of();
  CHECK(rows_of(catalog, asked(catalog, Terms(), false)) == Strings{"slow used 0.0925", "fast used 0.0988"});
}

TEST_CASE("a budget holds the rent of all hours, and the buyer's machine does not bind it", "[advice]") {
  const Catalog catalog = catalog_of();
  const auto rows_under = [&](auto change) {
    Request request = asked(catalog, Terms());
    change(request);
    return rows_of(catalog, request);
  };
  // 0.19 * 2920 = 554.8
  CHECK(rows_under([](Request& request) { request.budget = Usd{554.8}; }) ==
        Strings{"slow used 0.0925", "fast rent 0.0950"});
  CHECK(rows_under([](Request& request) { request.budget = Usd{554}; }) == Strings{"slow used 0.0925"});
  CHECK(rows_under([](Request& request) { request.max_power = Watts{100}; }) ==
        Strings{"fast rent 0.0950", "module rent 0.3333"});
  CHECK(rows_under([](Request& request) { request.condition = Condition::brand_new; }) ==
        Strings{"fast rent 0.0950", "module rent 0.3333"});
  CHECK(rows_under([](Request& request) { request.min_memory = Gibibytes{24}; }) == Strings{"module rent 0.3333"});
}

TEST_CASE("the median of current offers that stay counts, in one machine as far as that is told", "[advice]") {
  const auto rented = [](const std::string& rents, int count = 1) -> std::string {
    const Catalog catalog = catalog_of(rents);
    Request request = asked(catalog, Terms());
    request.count = {count, count};
    for (const RankedOffer& row : recommend(catalog, request).rows) {
      if (row.offer.rental && row.offer.gpu->id == "fast")
        return fmt::format("{:.2f}", row.offer.rental->hourly.value());
    }
    return "-";
  };
  const std::string kept = rent(0.19);
  CHECK(rented(kept + "," + rent(0.05, R"("provider": "b", "terms": "spot", "count": 1)")) == "0.19");
  CHECK(rented(kept + "," + rent(0.05, R"("provider": "b", "terms": "on-demand", "count": 1)", "2025-10")) == "0.19");
  CHECK(rented(kept + "," + rent(0.8, R"("provider": "b", "terms": "on-demand", "count": 8)")) == "0.19");
  CHECK(rented(kept + "," + rent(0.11, R"("provider": "b", "terms": "marketplace", "count": 1)")) == "0.15");
  CHECK(rented(kept, 2) == "-");  // two machines of one
  CHECK(rented(rent(0.19, R"("provider": "b", "terms": "on-demand", "count": 1, "note": "per GPU")"), 2) == "0.38");
  CHECK(rented(kept + "," + rent(0.5, R"("provider": "b", "terms": "on-demand", "count": 2)"), 2) ==
        "0.44");  // 0.19 and 0.25 each
}

TEST_CASE("an offer without a speed, and one with an old price, come last", "[advice]") {
  const Catalog catalog = catalog_from(test_document(
      "\"gpus\": [" + test_card("dear", 8, 1, R"(, "tdp_w": 200)") + "," + test_card("old", 8, 4, R"(, "tdp_w": 200)") +
      "," + test_gpu("unrated", R"(, "memory_gb": 8, "tdp_w": 200)") + "], \"prices\": [" + test_used("dear", 5000) +
      "," + test_price("old", "2025-06-30", "used", 100) + "," + test_used("unrated", 100) + R"(], "electricity": [
        {"region": "US", "date": "2026", "customers": "households", "usd_per_kwh": 0.2, "source": "tracker"}], )" +
      test_support()));
  const auto rows = recommend(catalog, asked(catalog, Terms())).rows;
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].offer.gpu->id == "dear");
  CHECK(rows[1].offer.gpu->id == "unrated");
  CHECK(rows[2].offer.gpu->id == "old");
}
