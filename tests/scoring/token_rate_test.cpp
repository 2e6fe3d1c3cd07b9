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

TEST_CASE("A token of the reference card takes its overhead and the reading of its weights", "[scoring]") {
  const Performance reference = speed(1, 1, 1);
  // 0.0017 + 5.0 / 372 = 0.0151409 s
  const TokenRate rate = decode_rate(reference, reference, k_work);
  CHECK_THAT(rate.middle, WithinRel(66.046, 1e-4));
  CHECK_THAT(rate.low, WithinRel(66.046 * std::exp(-0.43), 1e-4));
  CHECK_THAT(rate.high, WithinRel(66.046 * std::exp(0.43), 1e-4));
  CHECK(rate.basis == Basis::measured);
  // 34000 / 16
  CHECK_THAT(prompt_rate(reference, k_work).middle, WithinRel(2125.0, 1e-9));
}

TEST_CASE("A GPU writes tokens as its index of decoding says, and is no better known than that", "[scoring]") {
  const Performance decoding = speed(2, 1, 4, Basis::estimated);
  const Performance prompts = speed(3, 2, 5);
  const TokenRate rate = decode_rate(decoding, prompts, k_work);
  CHECK_THAT(rate.middle, WithinRel(2 * 66.046, 1e-4));
  CHECK_THAT(rate.high / rate.middle, WithinRel(std::exp(std::hypot(std::log(2), 0.43)), 1e-9));
  CHECK_THAT(rate.middle / rate.low, WithinRel(std::exp(std::hypot(std::log(2), 0.43)), 1e-9));
  CHECK(rate.basis == Basis::estimated);
  CHECK_THAT(prompt_rate(prompts, k_work).middle, WithinRel(6375.0, 1e-9));
}

TEST_CASE("A batch reads the weights once, its keys and values each, and computes for each", "[scoring]") {
  const Performance reference = speed(1, 1, 1);
  // 0.0017 + (4.9 + 8 * 0.1) / 372 + 7 * 16 / 34000 = 0.0203167 s for 8 tokens
  const TokenRate rate = decode_rate(reference, reference, k_work, {.batch = 8});
  CHECK_THAT(rate.middle, WithinRel(393.77, 1e-4));
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

TEST_CASE("Tensors split over GPUs gain what does not stay the same, and nothing for sure without a link",
          "[scoring]") {
  const Performance reference = speed(1, 1, 1);
  const TokenRate one = decode_rate(reference, reference, k_work);
  const TokenRate linked =
      decode_rate(reference, reference, k_work, {.gpus = 4, .split = GpuSplit::tensors, .is_linked = true});
  CHECK_THAT(linked.middle / one.middle, WithinRel(1 / (0.15 + 0.85 / 4), 1e-9));
  CHECK_THAT(linked.low / one.low, WithinRel(1 / (0.25 + 0.75 / 4), 1e-9));
  CHECK_THAT(linked.high / one.high, WithinRel(1 / (0.07 + 0.93 / 4), 1e-9));
  const TokenRate apart = decode_rate(reference, reference, k_work, {.gpus = 4, .split = GpuSplit::tensors});
  CHECK(apart.low == one.low);
}

}  // namespace
}  // namespace gpuadvisor
