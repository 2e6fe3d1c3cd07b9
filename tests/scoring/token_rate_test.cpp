#include "gpuadvisor/scoring/token_rate.hpp"

#include <cmath>

#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

using Catch::Matchers::WithinRel;

Performance speed(double index, double low, double high, Basis basis = Basis::measured) {
  return {index, low, high, basis, 1, true, {}};
}

// 8 billion parameters in 4.9 GB, with 0.1 GB of keys and values for each sequence.
constexpr TokenWork k_work{Gigabytes{4.9}, Gigabytes{0.1}, 16};

constexpr TokenConstants k_constants{.step_seconds = 0.002,
                                     .bandwidth = 400,
                                     .prompt_seconds = 0.0001,
                                     .gflops = 32'000,
                                     .writing_engines = 0.4,
                                     .reading_engines = 0.3,
                                     .fixed = {0.2, 0.1, 0.5}};

TEST_CASE("A token of the reference card takes its overhead and the reading of its weights", "[scoring]") {
  const Performance reference = speed(1, 1, 1);
  // 0.002 + 5.0 / 400 = 0.0145 s
  const TokenRate rate = decode_rate(reference, reference, k_work, {}, k_constants);
  CHECK_THAT(rate.middle, WithinRel(68.9655, 1e-5));
  CHECK_THAT(rate.low, WithinRel(68.9655 * std::exp(-0.4), 1e-5));
  CHECK_THAT(rate.high, WithinRel(68.9655 * std::exp(0.4), 1e-5));
  CHECK(rate.basis == Basis::measured);
  // 0.0001 + 16 / 32000 = 0.0006 s
  const TokenRate read = prompt_rate(reference, k_work, {}, k_constants);
  CHECK_THAT(read.middle, WithinRel(1666.667, 1e-5));
  CHECK_THAT(read.high, WithinRel(1666.667 * std::exp(0.3), 1e-5));
}

TEST_CASE("A GPU writes tokens as its index of decoding says, and is no better known than that", "[scoring]") {
  const Performance decoding = speed(2, 1, 4, Basis::estimated);
  const Performance prompts = speed(3, 2, 5);
  const TokenRate rate = decode_rate(decoding, prompts, k_work, {}, k_constants);
  CHECK_THAT(rate.middle, WithinRel(2 * 68.9655, 1e-5));
  CHECK_THAT(rate.high / rate.middle, WithinRel(std::exp(std::hypot(std::log(2), 0.4)), 1e-9));
  CHECK_THAT(rate.middle / rate.low, WithinRel(std::exp(std::hypot(std::log(2), 0.4)), 1e-9));
  CHECK(rate.basis == Basis::estimated);
  CHECK_THAT(prompt_rate(prompts, k_work, {}, k_constants).middle, WithinRel(5000.0, 1e-9));
}

TEST_CASE("A batch reads the weights once, its keys and values each, and computes for each", "[scoring]") {
  const Performance reference = speed(1, 1, 1);
  // 0.002 + (4.9 + 8 * 0.1) / 400 + 7 * 16 / 32000 = 0.01975 s for 8 tokens
  const TokenRate rate = decode_rate(reference, reference, k_work, {.batch = 8}, k_constants);
  CHECK_THAT(rate.middle, WithinRel(8 / 0.01975, 1e-9));
}

TEST_CASE("Layers split over GPUs make one sequence no faster", "[scoring]") {
  const Performance reference = speed(1, 1, 1);
  const TokenRate one = decode_rate(reference, reference, k_work);
  const TokenRate four = decode_rate(reference, reference, k_work, {.gpus = 4});
  CHECK(four.middle == one.middle);
  CHECK(four.low == one.low);
  CHECK(four.high == one.high);
  const TokenRate pair = decode_rate(reference, reference, k_work, {.batch = 2, .gpus = 4});
  const TokenRate of_one = decode_rate(reference, reference, k_work, {.batch = 2});
  CHECK(pair.middle == of_one.middle);
  CHECK_THAT(pair.high, WithinRel(2 * of_one.high, 1e-9));
}

TEST_CASE("Tensors split over GPUs gain what does not stay the same", "[scoring]") {
  const Performance reference = speed(1, 1, 1);
  const TokenRate one = decode_rate(reference, reference, k_work, {}, k_constants);
  const TokenRate four =
      decode_rate(reference, reference, k_work, {.gpus = 4, .split = GpuSplit::tensors}, k_constants);
  CHECK_THAT(four.middle / one.middle, WithinRel(1 / (0.2 + 0.8 / 4), 1e-9));
  CHECK_THAT(four.low / one.low, WithinRel(1 / (0.5 + 0.5 / 4), 1e-9));
  CHECK_THAT(four.high / one.high, WithinRel(1 / (0.1 + 0.9 / 4), 1e-9));
  CHECK(split_speedup(8, 1) == 1);
  CHECK(split_speedup(8, 0) == 8);
}

}  // namespace
}  // namespace gpuadvisor
