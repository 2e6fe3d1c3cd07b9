#include "gpuadvisor/scoring/token_rate.hpp"

#include <cmath>

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Catch::Matchers::WithinRel;

/// With the shares of the reference card: it waits 2 ms for 32 layers and reads 400 GB/s, as 0.002 + 3.75 / 400 =
/// 0.011375 s for the standard network say; for a token of a prompt 0.1 ms, and it computes 32,000 GFLOP/s.
constexpr double k_reads = 0.009375 / 0.011375;
constexpr double k_computes = 0.000421875 / 0.000521875;

PhaseSpeed speed_of(double index, double low, double high, Basis basis, double work_share) {
  return {{index, low, high, basis, 1, true, {}}, work_share};
}
PhaseSpeed writing(double index = 1, double low = 1, double high = 1, Basis basis = Basis::measured) {
  return speed_of(index, low, high, basis, k_reads);
}
PhaseSpeed reading(double index = 1, double low = 1, double high = 1) {
  return speed_of(index, low, high, Basis::measured, k_computes);
}

// 8 billion parameters in 4.9 GB, with 0.1 GB of keys and values for each sequence, in 32 layers.
constexpr TokenWork k_work{Gigabytes{4.9}, Gigabytes{0.1}, 16};

constexpr TokenConstants k_constants{.step_seconds = 0.011375,
                                     .prompt_seconds = 0.000521875,
                                     .writing_experts = {1.5, 1.2},
                                     .reading_experts = {4, 1.1},
                                     .writing_engines = 0.4,
                                     .reading_engines = 0.3,
                                     .fixed = {0.2, 0.1, 0.5}};

TEST_CASE("A token of the reference card takes its overhead and the reading of its weights", "[scoring]") {
  // 0.002 + 5.0 / 400 = 0.0145 s
  const TokenRate rate = decode_rate(writing(), reading(), k_work, {}, k_constants);
  CHECK_THAT(rate.middle, WithinRel(68.9655, 1e-5));
  CHECK_THAT(rate.low, WithinRel(68.9655 * std::exp(-0.4), 1e-5));
  CHECK_THAT(rate.high, WithinRel(68.9655 * std::exp(0.4), 1e-5));
  CHECK(rate.basis == Basis::measured);
  // 0.0001 + 16 / 32000 = 0.0006 s
  const TokenRate read = prompt_rate(reading(), k_work, {}, k_constants);
  CHECK_THAT(read.middle, WithinRel(1666.667, 1e-5));
  CHECK_THAT(read.high, WithinRel(1666.667 * std::exp(0.3), 1e-5));
}

TEST_CASE("A GPU writes tokens as its index of decoding says, and is no better known than that", "[scoring]") {
  const TokenRate rate = decode_rate(writing(2, 1, 4, Basis::estimated), reading(3, 2, 5), k_work, {}, k_constants);
  CHECK_THAT(rate.middle, WithinRel(2 * 68.9655, 1e-5));
  CHECK_THAT(rate.high / rate.middle, WithinRel(std::exp(std::hypot(std::log(2), 0.4)), 1e-9));
  CHECK_THAT(rate.middle / rate.low, WithinRel(std::exp(std::hypot(std::log(2), 0.4)), 1e-9));
  CHECK(rate.basis == Basis::estimated);
  CHECK_THAT(prompt_rate(reading(3, 2, 5), k_work, {}, k_constants).middle, WithinRel(5000.0, 1e-9));
}

TEST_CASE("What nobody timed may be slower by much, and is an estimate", "[scoring]") {
  TokenWork work = k_work;
  work.is_untried = true;
  const TokenRate rate = decode_rate(writing(), reading(), work, {}, k_constants);
  CHECK_THAT(rate.middle, WithinRel(68.9655, 1e-5));
  CHECK_THAT(rate.middle / rate.low, WithinRel(std::exp(std::hypot(std::log(2.5), 0.4)), 1e-9));
  CHECK_THAT(rate.high, WithinRel(68.9655 * std::exp(0.4), 1e-5));
  CHECK(rate.basis == Basis::estimated);
  CHECK(prompt_rate(reading(), work, {}, k_constants).basis == Basis::estimated);
}

TEST_CASE("A batch reads the weights once, its keys and values each, and computes for each", "[scoring]") {
  // 0.002 + (4.9 + 8 * 0.1) / 400 + 7 * 16 / 32000 = 0.01975 s for 8 tokens
  const TokenRate rate = decode_rate(writing(), reading(), k_work, {.batch = 8}, k_constants);
  CHECK_THAT(rate.middle, WithinRel(8 / 0.01975, 1e-9));
}

TEST_CASE("Overhead is that of the layers, and experts take longer for both", "[scoring]") {
  TokenWork work = k_work;
  work.layers = 80;
  // 0.002 * 80 / 32 + 5.0 / 400 = 0.0175 s
  CHECK_THAT(step_seconds(writing(), reading(), work, 1, k_constants), WithinRel(0.0175, 1e-9));
  work.has_experts = true;
  // 1.5 * 0.005 + 1.2 * 0.0125 = 0.0225 s
  CHECK_THAT(step_seconds(writing(), reading(), work, 1, k_constants), WithinRel(0.0225, 1e-9));
  // 4 * 0.00025 + 1.1 * 0.0005 = 0.00155 s
  CHECK_THAT(prompt_token_seconds(reading(), work, k_constants), WithinRel(0.00155, 1e-9));
}

TEST_CASE("A GPU's time tells its overhead and the rate that it reaches", "[scoring]") {
  const PhaseTime time = writing_time(speed_of(2, 2, 2, Basis::measured, 0.5), k_constants);
  CHECK_THAT(time.overhead_seconds, WithinRel(0.011375 / 4, 1e-9));
  CHECK_THAT(time.rate, WithinRel(3.75 / (0.011375 / 4), 1e-9));
  CHECK_THAT(reading_time(reading(), k_constants).rate, WithinRel(32'000.0, 1e-9));
}

TEST_CASE("Layers split over GPUs make one sequence no faster", "[scoring]") {
  const TokenRate one = decode_rate(writing(), reading(), k_work);
  const TokenRate four = decode_rate(writing(), reading(), k_work, {.gpus = 4});
  CHECK(four.middle == one.middle);
  CHECK(four.low == one.low);
  CHECK(four.high == one.high);
  const TokenRate pair = decode_rate(writing(), reading(), k_work, {.batch = 2, .gpus = 4});
  const TokenRate of_one = decode_rate(writing(), reading(), k_work, {.batch = 2});
  CHECK(pair.middle == of_one.middle);
  CHECK_THAT(pair.high, WithinRel(2 * of_one.high, 1e-9));
}

TEST_CASE("Tensors split over GPUs gain what does not stay the same", "[scoring]") {
  const TokenRate one = decode_rate(writing(), reading(), k_work, {}, k_constants);
  const TokenRate four =
      decode_rate(writing(), reading(), k_work, {.gpus = 4, .split = GpuSplit::tensors}, k_constants);
  CHECK_THAT(four.middle / one.middle, WithinRel(1 / (0.2 + 0.8 / 4), 1e-9));
  CHECK_THAT(four.low / one.low, WithinRel(1 / (0.5 + 0.5 / 4), 1e-9));
  CHECK_THAT(four.high / one.high, WithinRel(1 / (0.1 + 0.9 / 4), 1e-9));
  CHECK(split_speedup(8, 1) == 1);
  CHECK(split_speedup(8, 0) == 8);
}

TEST_CASE("Memory has the bandwidth for so many tokens per second", "[scoring]") {
  // 300 / (4.9 + 0.1) a sequence; 8 * 300 / (4.9 + 8 * 0.1) of eight.
  constexpr GigabytesPerSecond k_bandwidth{300};
  const auto roof = [](const TokenSetting& setting) { return writing_roof(k_work, setting).value(); };
  CHECK_THAT(roof({.bandwidth = k_bandwidth}), WithinRel(60.0, 1e-12));
  CHECK_THAT(roof({.batch = 8, .bandwidth = k_bandwidth}), WithinRel(2400 / 5.7, 1e-12));
  CHECK_THAT(roof({.gpus = 4, .bandwidth = k_bandwidth}), WithinRel(60.0, 1e-12));
  CHECK_THAT(roof({.batch = 8, .gpus = 4, .bandwidth = k_bandwidth}), WithinRel(4 * 2400 / 5.7, 1e-12));
  CHECK_THAT(roof({.batch = 2, .gpus = 4, .bandwidth = k_bandwidth}), WithinRel(2 * 600 / 5.1, 1e-12));
  CHECK_THAT(roof({.gpus = 4, .split = GpuSplit::tensors, .bandwidth = k_bandwidth}), WithinRel(240.0, 1e-12));
  CHECK_FALSE(writing_roof(k_work, {}));
}

TEST_CASE("Nothing is written faster than memory has the bandwidth for", "[scoring]") {
  TokenConstants constants = k_constants;
  constants.roof_share = 0.8;
  struct Case {
    const char* name;
    double bandwidth;
    double low;
    double middle;
    double high;
  };
  const double predicted = 1 / 0.0145;
  const Case cases[] = {
      {"the interval is below: 1000 / 5", 1000, predicted * std::exp(-0.4), predicted, predicted * std::exp(0.4)},
      {"the upper end is above: 450 / 5", 450, predicted * std::exp(-0.4), predicted, 90},
      {"the middle is above 0.8 * 400 / 5", 400, 64 * std::exp(-0.4), 64, 80},
      {"all of it is above 0.8 * 250 / 5", 250, 40 * std::exp(-0.4), 40, 50},
  };
  for (const auto& [name, bandwidth, low, middle, high] : cases) {
    DYNAMIC_SECTION(name) {
      const TokenRate rate =
          decode_rate(writing(), reading(), k_work, {.bandwidth = GigabytesPerSecond{bandwidth}}, constants);
      CHECK_THAT(rate.low, WithinRel(low, 1e-9));
      CHECK_THAT(rate.middle, WithinRel(middle, 1e-9));
      CHECK_THAT(rate.high, WithinRel(high, 1e-9));
      CHECK_THAT(rate.roof.value(), WithinRel(bandwidth / 5, 1e-9));
    }
  }
}

}  // namespace
}  // namespace gpuadvisor
