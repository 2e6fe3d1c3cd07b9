#include "calibration/tokens/token_time_fit.hpp"

#include <cmath>

#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "sizing/measured_tokens.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/// What GPUs of a kin take: overhead of as many layers as the standard network has, and the work of the reference card.
struct Truth {
  GpuFamily kin;
  double overhead;
  double work;
};
constexpr Truth k_plain{{"one", "plain", false}, 0.001, 0.006};
constexpr Truth k_stacked{{"two", "stacked", true}, 0.003, 0.009};

constexpr const char* k_names[] = {"a", "b", "c", "d"};

TokenReading reading_of(const Truth& truth, std::string_view gpu, double time, double layers, double work) {
  TokenReading reading;
  reading.gpu = gpu;
  reading.kin = truth.kin;
  reading.engine = k_told_engine;
  reading.dataset = "dataset";
  reading.source = "source";
  reading.layers = layers;
  reading.work = work;
  reading.times = {1, time, 1};
  reading.log_rate = -std::log(truth.overhead * layers + truth.work * work * time);
  return reading;
}

/// Four GPUs of a kin, with networks of several sizes.
void add(std::vector<TokenReading>& readings, const Truth& truth, const char* const (&names)[4]) {
  double time = 0.4;
  for (const char* name : names) {
    for (const double size : {0.3, 1.0, 2.0, 8.0})
      readings.push_back(reading_of(truth, name, time, 1 + size / 8, size));
    time *= 1.5;
  }
}

std::vector<TokenReading> made_up() {
  std::vector<TokenReading> readings;
  add(readings, k_plain, k_names);
  add(readings, k_stacked, {"e", "f", "g", "h"});
  return readings;
}

TEST_CASE("Readings that follow the formula give its times back", "[calibration]") {
  const TokenTimeFit fit(made_up(), false);
  for (const Truth& truth : {k_plain, k_stacked}) {
    const TokenTime time = fit.time_of(truth.kin);
    CHECK_THAT(time.overhead, WithinRel(truth.overhead, 0.1));
    CHECK_THAT(time.work[1], WithinRel(truth.work, 0.03));
    CHECK(time.work[0] == 0);
    CHECK(time.work[2] == 0);
    CHECK_THAT(time.seconds({1, 2, 1}), WithinRel(truth.overhead + 2 * truth.work, 0.03));
  }
  CHECK(fit.gpus().size() == 8);
  CHECK_THAT(fit.gpus().at("a").mean, WithinAbs(0, 0.02));
  CHECK(fit.gpus().at("a").readings() == 4);
}

TEST_CASE("A fit that starts from another ends where it does from nothing", "[calibration]") {
  auto readings = made_up();
  const TokenTimeFit all(readings, false);
  std::erase_if(readings, [](const TokenReading& reading) { return reading.gpu == "b"; });
  const TokenTime started = TokenTimeFit(readings, false, &all).time_of(k_plain.kin);
  const TokenTime alone = TokenTimeFit(readings, false).time_of(k_plain.kin);
  CHECK_THAT(started.overhead, WithinRel(alone.overhead, 1e-5));
  CHECK_THAT(started.work[1], WithinRel(alone.work[1], 1e-5));
}

TEST_CASE("A slow engine says nothing of the GPUs that it was measured on", "[calibration]") {
  auto readings = made_up();
  const TokenTime without = TokenTimeFit(readings, false).time_of(k_plain.kin);
  for (const char* name : k_names) {
    for (const double size : {0.3, 1.0, 2.0, 8.0}) {
      TokenReading slow = reading_of(k_plain, name, 1, 1 + size / 8, size);
      slow.engine = "slow";
      slow.dataset = "another";
      slow.log_rate -= std::log(2);
      readings.push_back(slow);
    }
  }
  const TokenTime with = TokenTimeFit(readings, false).time_of(k_plain.kin);
  CHECK_THAT(with.seconds({1, 1, 1}), WithinRel(without.seconds({1, 1, 1}), 0.1));
}

TEST_CASE("A GPU that is slower than its kin deviates by less than it was measured", "[calibration]") {
  auto readings = made_up();
  for (TokenReading& reading : readings) {
    if (reading.gpu == "b") reading.log_rate -= 0.1;
  }
  const TokenTimeFit fit(readings, false);
  const auto& deviation = fit.gpus().at("b");
  CHECK(deviation.mean < -0.03);
  CHECK(deviation.mean > -0.1);
  CHECK(deviation.measured() < deviation.mean);
  double sum = 0;
  for (const auto& [dataset, part] : deviation.by_dataset) sum += part.share * part.log;
  CHECK_THAT(sum, WithinAbs(deviation.mean, 1e-6));
}

TEST_CASE("Of several backends and settings that a network was measured with on a GPU the fastest counts",
          "[calibration]") {
  const Catalog catalog = embedded_catalog();
  Measurement slow;
  slow.dataset = "board";
  slow.gpu = "nvidia-geforce-rtx-3090";
  slow.framework = "llama.cpp Vulkan";
  slow.model = "network";
  slow.value = 50;
  Measurement fast = slow;
  fast.framework = "llama.cpp CUDA";
  fast.value = 60;
  Measurement other = slow;
  other.framework = "vLLM";
  const TokenWork work{Gigabytes{7.4}, Gigabytes{0.1}, 27};
  const std::vector<TokenMeasurement> measurements = {
      {&slow, nullptr, false, work, {}}, {&fast, nullptr, false, work, {}}, {&other, nullptr, false, work, {}}};
  const auto readings = token_readings(measurements, catalog, false);
  REQUIRE(readings.size() == 2);
  CHECK_THAT(readings[0].log_rate, WithinRel(std::log(60), 1e-12));
  CHECK_THAT(readings[0].work, WithinRel(2.0, 1e-12));
  CHECK(readings[0].engine == "llama.cpp");
  CHECK(readings[1].engine == "vLLM");
  CHECK(token_readings(measurements, catalog, true).empty());
  CHECK(is_in_use("llama.cpp"));
  CHECK_FALSE(is_in_use("llamafile"));
}

}  // namespace
}  // namespace gpuadvisor
