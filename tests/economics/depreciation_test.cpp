#include "economics/depreciation.hpp"

#include <string>

#include "support/catch2.hpp"
#include "support/test_catalog.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;

namespace {

/// A catalog of so many cards, each quoted used at $1,000 in January 2024, and in January 2026 at what `later` says.
template <class Later>
Catalog quoted_twice(int cards, Later later, const std::string& kind = "sold") {
  std::string gpus;
  std::string prices;
  for (int i = 0; i < cards; ++i) {
    const std::string id = "card-" + std::to_string(i);
    gpus += (gpus.empty() ? "" : ", ") + test_gpu(id);
    prices += (prices.empty() ? "" : ", ") + test_price(id, "2024-01", "used", 1000, "tracker", kind) + ", " +
              test_price(id, "2026-01", "used", later(i), "tracker", kind);
  }
  return catalog_from(test_document("\"gpus\": [" + gpus + "], \"prices\": [" + prices + "]"));
}

}  // namespace

TEST_CASE("cards that halve in two years lose three tenths a year", "[economics]") {
  const auto found = depreciation(quoted_twice(10, [](int) { return 500; }));
  REQUIRE(found);
  CHECK(found->gpus == 10);
  CHECK_THAT(found->yearly, WithinAbs(0.29289, 2e-4));  // 1 - 0.5^(1/2), over 731 days of 365.25
  CHECK_THAT(found->low, WithinAbs(found->yearly, 1e-9));
  CHECK_THAT(found->high, WithinAbs(found->yearly, 1e-9));
}

TEST_CASE("the median card counts, and the ends hold four in five", "[economics]") {
  // 11 cards at 810, 820, ..., 910: the median is 860, the second from either end 820 and 900.
  const auto found = depreciation(quoted_twice(11, [](int i) { return 810 + 10 * i; }));
  REQUIRE(found);
  CHECK_THAT(found->yearly, WithinAbs(0.07264, 2e-4));  // 1 - 0.86^(1/2)
  CHECK_THAT(found->low, WithinAbs(0.05132, 2e-4));     // 1 - 0.90^(1/2)
  CHECK_THAT(found->high, WithinAbs(0.09446, 2e-4));    // 1 - 0.82^(1/2)
}

TEST_CASE("cards that gained have a negative loss", "[economics]") {
  const auto found = depreciation(quoted_twice(10, [](int) { return 1210; }));
  REQUIRE(found);
  CHECK_THAT(found->yearly, WithinAbs(-0.1, 2e-4));
}

TEST_CASE("nothing follows from few cards, or from what articles say", "[economics]") {
  CHECK_FALSE(depreciation(quoted_twice(9, [](int) { return 500; })));
  CHECK_FALSE(depreciation(quoted_twice(
      10, [](int) { return 500; }, "weak")));
  CHECK_FALSE(depreciation(quoted_twice(
      10, [](int) { return 500; }, "list")));
}
