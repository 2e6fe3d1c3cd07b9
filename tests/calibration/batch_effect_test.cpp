#include "gpuadvisor/calibration/batch_effect.hpp"

#include <array>
#include <cmath>
#include <string>

#include "gpuadvisor/calibration/two_way_fit.hpp"
#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr std::size_t k_cards = 12;
constexpr double k_half = 4;  // samples

/// Cards "a" to "l" of three chips, in four sizes of memory each, and what a network does on them with the largest
/// batch that fits: exactly limit * batch / (batch + k_half).
struct Exact {
  std::array<std::string, k_cards> names;
  SpecTable specs;
  MeasurementSheet sheet{"one", MatrixUnits::any, KindOfWork::networks, {}};

  Exact() {
    for (std::size_t i = 0; i < k_cards; ++i) {
      names[i] = std::string(1, static_cast<char>('a' + i));
      const double chip = static_cast<double>(i % 3) * 0.5;  // ln of all rates against those of the first
      const auto size = static_cast<int>(i / 3);
      const double batch = std::pow(2, 1 + size);
      specs[names[i]] = {Features{chip, chip, chip}, "Test", false};
      const double log_speed = 2 + chip - std::log(1 + k_half / batch);
      sheet.readings.push_back({names[i], 0, log_speed, {}, 1, "network", batch});
    }
  }
};

}  // namespace

TEST_CASE("batch_effects recovers the batch of half the speed from exact data", "[calibration]") {
  const Exact exact;
  const auto effects = batch_effects({exact.sheet}, exact.specs);
  REQUIRE(effects.size() == 1);
  CHECK(effects[0].network == "network");
  CHECK_THAT(effects[0].half_batch, WithinRel(k_half, 0.02));  // what is assumed beforehand pulls a little
}

TEST_CASE("at equal batch, cards of one chip are as fast as each other", "[calibration]") {
  const Exact exact;
  const MeasurementSheet equal = at_equal_batch(exact.sheet, {{"network", k_half}});
  for (std::size_t i = 0; i < k_cards; ++i) {
    // By hand: the first chip's limit is exp(2), the others' 0.5 and 1.0 more.
    CHECK_THAT(equal.readings[i].log_speed, WithinAbs(2 + 0.5 * static_cast<double>(i % 3), 1e-12));
  }
}

TEST_CASE("without a GPU, its batches tell nothing", "[calibration]") {
  Exact exact;
  exact.sheet.readings[0].log_speed += 5;
  const auto without = batch_effects({exact.sheet}, exact.specs, {"a"});
  REQUIRE(without.size() == 1);
  CHECK_THAT(without[0].half_batch, WithinRel(k_half, 0.02));
}

TEST_CASE("a network that was timed at one batch, or at batches nobody tells, has no effect", "[calibration]") {
  Exact exact;
  SECTION("one batch") {
    for (Reading& reading : exact.sheet.readings) reading.batch = 8;
  }
  SECTION("not told") {
    for (Reading& reading : exact.sheet.readings) reading.batch.reset();
  }
  SECTION("kernels") { exact.sheet.kind_of_work = KindOfWork::kernels; }
  CHECK(batch_effects({exact.sheet}, exact.specs).empty());
}

TEST_CASE("where others have a batch, a reading without one is dropped", "[calibration]") {
  Exact exact;
  exact.sheet.readings[3].batch.reset();
  exact.sheet.readings.push_back({"a", 1, 0.5, {}, 1, "another", std::nullopt});
  const MeasurementSheet known = with_known_batches(exact.sheet);
  CHECK(known.readings.size() == k_cards);  // of 13
  CHECK(known.readings.back().network == "another");
}
