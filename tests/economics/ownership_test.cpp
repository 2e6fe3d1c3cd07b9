#include "economics/ownership.hpp"

#include <cmath>

#include "economics/depreciation.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinRel;

namespace {

/// The example of docs/cost.md: $1,000, 500 W, $0.20 a kWh, 4 hours a day for 2 years; $800 today, 10 % less a year.
Ownership example() {
  Ownership own;
  own.purchase = Usd{1000};
  own.power = Watts{500};
  own.electricity = UsdPerKwh{0.20};
  own.hours_per_day = 4;
  own.years = 2;
  own.resale_now = Usd{800};
  own.yearly_loss = 0.1;
  return own;
}

/// The desktop against the cloud of the guide of 2020 (docs/cost.md#own-or-rent).
Ownership desktop_of_2020() {
  Ownership own;
  own.purchase = Usd{2200};
  own.power = Watts{450};
  own.electricity = UsdPerKwh{0.12};
  own.hours_per_day = 0.15 * 24;
  own.years = 1;
  return own;
}

}  // namespace

TEST_CASE("what owning costs follows by hand", "[economics]") {
  // 4 h * 365 * 2 = 2,920 h; 0.5 kW * 2,920 h * $0.20 = $292; $800 * 0.9^2 = $648; 1,000 + 292 - 648 = 644.
  const OwnershipCost cost = ownership_cost(example());
  CHECK_THAT(cost.hours, WithinRel(2920.0));
  CHECK_THAT(cost.electricity.value(), WithinRel(292.0));
  CHECK_THAT(cost.resale.value(), WithinRel(648.0));
  CHECK_THAT(cost.total.value(), WithinRel(644.0));
  CHECK_THAT(cost.per_hour.value(), WithinRel(644.0 / 2920));
  CHECK_THAT(cost.per_year.value(), WithinRel(322.0));
}

TEST_CASE("each assumption moves the total as arithmetic says", "[economics]") {
  const auto total = [](auto change) {
    Ownership own = example();
    change(own);
    return ownership_cost(own).total.value();
  };
  CHECK_THAT(total([](Ownership& own) { own.electricity = UsdPerKwh{0.40}; }), WithinRel(936.0));   // 292 more
  CHECK_THAT(total([](Ownership& own) { own.hours_per_day = 2; }), WithinRel(498.0));               // 146 less
  CHECK_THAT(total([](Ownership& own) { own.resale_now = Usd{0}; }), WithinRel(1292.0));            // 648 more
  CHECK_THAT(total([](Ownership& own) { own.overhead = 1.5; }), WithinRel(790.0));                  // 146 more
  CHECK_THAT(total([](Ownership& own) { own.host = Usd{600}; }), WithinRel(1244.0));                // 600 more
  CHECK_THAT(total([](Ownership& own) { own.interest = 0.05; }), WithinRel(644 + 1000 * 0.1025));   // 1.05^2 - 1
  CHECK_THAT(total([](Ownership& own) { own.power = Watts{250}; }), WithinRel(498.0));              // 146 less
  CHECK_THAT(total([](Ownership& own) { own.yearly_loss = -0.1; }), WithinRel(1292 - 800 * 1.21));  // it gained
}

TEST_CASE("the guide's desktop has paid off against the cloud after about 300 days", "[economics]") {
  // 2,200 / (2.14 - 0.45 * 0.12) = 1,054.6 hours; at 3.6 a day that is 292.95 days.
  const auto days = break_even_days(desktop_of_2020(), UsdPerHour{2.14}, 30);
  REQUIRE(days);
  CHECK(*days == 293);
}

TEST_CASE("a day before the break-even renting is cheaper, and on it owning is", "[economics]") {
  for (const double rent : {0.3, 0.5, 1.0, 2.14}) {
    Ownership own = example();
    const auto days = break_even_days(own, UsdPerHour{rent}, 30);
    REQUIRE(days);
    const auto owned_less_rented = [&](double day) {
      own.years = day / 365;
      return ownership_cost(own).total.value() - rent * own.hours_per_day * day;
    };
    CHECK(owned_less_rented(*days) <= 0);
    CHECK((*days == 1 || owned_less_rented(*days - 1) > 0));
  }
}

TEST_CASE("renting below the price of electricity is never beaten", "[economics]") {
  CHECK_FALSE(break_even_days(desktop_of_2020(), UsdPerHour{0.05}, 30));  // 0.45 kW * $0.12 = $0.054 an hour
}

TEST_CASE("a price loses the same share every year", "[economics]") {
  CHECK_THAT(price_after(Usd{1000}, 0.2, 3).value(), WithinRel(512.0));
  CHECK_THAT(price_after(Usd{1000}, 0.19, 0.5).value(), WithinRel(900.0));  // the root of 0.81
  CHECK(price_after(Usd{1000}, 0, 10) == Usd{1000});
}
