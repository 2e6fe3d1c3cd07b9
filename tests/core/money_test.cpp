#include "gpuadvisor/core/money.hpp"

#include "support/catch2.hpp"

using namespace gpuadvisor;

TEST_CASE("money is whole dollars, rounded up, with separators, cents only for small change", "[core]") {
  CHECK(money(Usd{0.5}) == "$0.50");
  CHECK(money(Usd{9.99}) == "$9.99");
  CHECK(money(Usd{10}) == "$10");
  CHECK(money(Usd{999.4}) == "$1,000");  // never less than it costs
  CHECK(money(Usd{999.6}) == "$1,000");
  CHECK(money(Usd{1234567}) == "$1,234,567");
}

TEST_CASE("nearest money is for sums, hourly money for rent, small money for what work costs", "[core]") {
  CHECK(money_nearest(Usd{999.4}) == "$999");
  CHECK(money_nearest(Usd{999.5}) == "$1,000");
  CHECK(money_nearest(Usd{9.99}) == "$9.99");
  CHECK(money_hourly(Usd{2}) == "$2.00");
  CHECK(money_hourly(Usd{12.288}) == "$12.29");
  CHECK(money_hourly(Usd{0.315}) == "$0.315");
  CHECK(money_hourly(Usd{0.32}) == "$0.32");
  CHECK(money_hourly(Usd{0.0972}) == "$0.097");
  CHECK(money_small(Usd{0.0724}) == "$0.072");
  CHECK(money_small(Usd{0.000889}) == "$0.00089");
  CHECK(money_small(Usd{1.1339}) == "$1.13");
  const MoneyScope euros({"EUR", 1.25, std::nullopt, 0});
  CHECK(money_small(Usd{0.1}) == "EUR 0.080");
  CHECK(money_hourly(Usd{2.5}) == "EUR 2.00");
}

TEST_CASE("exact money has its cents, if there are any", "[core]") {
  CHECK(money_exact(Usd{0.5}) == "$0.50");
  CHECK(money_exact(Usd{9}) == "$9");
  CHECK(money_exact(Usd{299.99}) == "$299.99");
  CHECK(money_exact(Usd{300}) == "$300");
  CHECK(money_exact(Usd{999.999}) == "$1,000");  // the cent is the least there is
  CHECK(money_exact(Usd{1234567.8}) == "$1,234,567.80");
}
