#include "gpuadvisor/calibration/two_way_fit.hpp"

#include <cmath>
#include <utility>

#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;

namespace {

MeasurementSheet sheet_of(std::vector<Reading> readings) {
  return {"one", MatrixUnits::any, KindOfWork::networks, std::move(readings)};
}

}  // namespace

TEST_CASE("two_way_fit recovers the effects of exact data with holes", "[calibration]") {
  const double levels[] = {3, 7, 1, 5};
  MeasurementSheet sheet = sheet_of({});
  for (int benchmark = 0; benchmark < 4; ++benchmark) {
    sheet.readings.push_back({"a", benchmark, 0.1 + levels[benchmark], {}});
    if (benchmark != 2) sheet.readings.push_back({"b", benchmark, 0.6 + levels[benchmark], {}});
    if (benchmark < 2) sheet.readings.push_back({"c", benchmark, -0.7 + levels[benchmark], {}});
  }
  const SheetFit fit = two_way_fit(sheet);
  REQUIRE(fit.effects.size() == 3);
  CHECK_THAT(fit.effects[0].effect, WithinAbs(0.1, 1e-9));
  CHECK_THAT(fit.effects[1].effect, WithinAbs(0.6, 1e-9));
  CHECK_THAT(fit.effects[2].effect, WithinAbs(-0.7, 1e-9));
  CHECK(fit.effects[1].readings == 3);
  // No sheet is taken for more exact than 0.02; a reading without residual has weight (4 + 1) / 4.
  CHECK_THAT(fit.effects[0].variance, WithinAbs(0.02 * 0.02 / (4 * 1.25), 1e-12));
  CHECK_THAT(fit.effects[2].variance, WithinAbs(0.02 * 0.02 / (2 * 1.25), 1e-12));
}

TEST_CASE("one benchmark that a GPU runs ten times too fast hardly moves it", "[calibration]") {
  MeasurementSheet sheet = sheet_of({});
  for (int benchmark = 0; benchmark < 10; ++benchmark) {
    const double scatter = benchmark % 2 == 0 ? 0.02 : -0.02;
    for (const auto* gpu : {"a", "b", "c"}) sheet.readings.push_back({gpu, benchmark, scatter, {}});
  }
  sheet.readings[4].log_speed += std::log(10);  // b in the second benchmark; a mean would move b by 0.23
  const SheetFit fit = two_way_fit(sheet);
  CHECK(std::abs(fit.effects[1].effect - fit.effects[0].effect) < 0.02);
}

TEST_CASE("a reading of twice the weight counts as two", "[calibration]") {
  MeasurementSheet twice = sheet_of({{"a", 0, 0, {}}, {"a", 1, 0, {}}, {"b", 0, 0.1, {}}, {"b", 1, -0.05, {}, 2}});
  MeasurementSheet both = sheet_of({{"a", 0, 0, {}}, {"a", 1, 0, {}}, {"b", 0, 0.1, {}}, {"b", 1, -0.05, {}}});
  const auto lead = [](const MeasurementSheet& sheet) {
    const SheetFit fit = two_way_fit(sheet);
    return fit.effects[1].effect - fit.effects[0].effect;
  };
  CHECK_THAT(lead(both), WithinAbs(0.025, 1e-3));
  CHECK(lead(twice) < lead(both));
  CHECK(lead(twice) > -0.05);
}

TEST_CASE("only what a chain of shared benchmarks links is compared", "[calibration]") {
  const MeasurementSheet sheet = sheet_of({{"a", 0, 1, {}},
                                           {"b", 0, 2, {}},
                                           {"b", 1, 2, {}},
                                           {"c", 1, 3, {}},
                                           {"d", 2, 1, {}},
                                           {"e", 2, 1, {}},
                                           {"f", 3, 1, {}}});
  const auto parts = comparable_parts(sheet);
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].readings.size() == 4);  // a, b, c
  CHECK(parts[1].readings.size() == 2);  // d, e; f is alone
  const auto without = comparable_parts(sheet, {"b"});
  REQUIRE(without.size() == 1);  // nothing links a and c
  CHECK(without[0].readings[0].gpu == "d");
}
