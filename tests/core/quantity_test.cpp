#include "gpuadvisor/core/quantity.hpp"

#include <functional>
#include <type_traits>

#include "gpuadvisor/sizing/memory_fit.hpp"
#include "support/catch2.hpp"

using Catch::Matchers::WithinRel;

namespace gpuadvisor {
namespace {

template <class Operation, class A, class B>
constexpr bool k_mixes = std::is_invocable_v<Operation, A, B>;

// A card's memory and a need are of the same size on paper and 7 % apart in bytes: only a conversion that is written
// out may bring them together.
static_assert(!std::is_convertible_v<Gibibytes, Gigabytes> && !std::is_convertible_v<Gigabytes, Gibibytes>);
static_assert(!std::is_constructible_v<Gibibytes, Gigabytes> && !std::is_constructible_v<Gigabytes, Gibibytes>);
static_assert(!std::is_convertible_v<double, Gigabytes> && !std::is_convertible_v<double, Gibibytes>);
static_assert(k_mixes<std::less<>, Gigabytes, Gigabytes> && k_mixes<std::plus<>, Gibibytes, Gibibytes>);
static_assert(!k_mixes<std::less<>, Gigabytes, Gibibytes> && !k_mixes<std::equal_to<>, Gibibytes, Gigabytes>);
static_assert(!k_mixes<std::plus<>, Gigabytes, Gibibytes> && !k_mixes<std::minus<>, Gibibytes, Gigabytes>);

using Verdict = FitVerdict (*)(const MemoryNeed&, Gigabytes);
static_assert(!std::is_invocable_v<Verdict, const MemoryNeed&, Gibibytes>);
static_assert(!k_mixes<std::plus<>, Watts, Usd> && !std::is_convertible_v<Watts, Usd>);

TEST_CASE("A card's memory has more bytes than as many GB", "[core]") {
  CHECK(to_gigabytes(Gibibytes{0}) == Gigabytes{0});
  CHECK_THAT(to_gigabytes(Gibibytes{24}).value() * 1e9, WithinRel(24 * 1024.0 * 1024 * 1024, 1e-15));
  CHECK(to_gigabytes(Gibibytes{1}) > Gigabytes{1});
}

}  // namespace
}  // namespace gpuadvisor
