#include "core/distinct_count.hpp"

#include "support/catch2.hpp"

using namespace gpuadvisor;

namespace {

std::uint64_t hash(int number) { return StableHash().add(std::to_string(number)).value(); }

}  // namespace

TEST_CASE("few are counted exactly, however often each is seen", "[core]") {
  DistinctCount count;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 1000; ++i) count.add(hash(i));
  }
  CHECK(count.is_exact());
  CHECK(count.count() == 1000);
}

TEST_CASE("many are told within a few standard errors", "[core]") {
  DistinctCount count;
  for (int i = 0; i < 200'000; ++i) count.add(hash(i));
  CHECK_FALSE(count.is_exact());
  CHECK(std::abs(count.count() / 200'000 - 1) < 0.06);
}

TEST_CASE("parts put together in any order count as the whole", "[core]") {
  DistinctCount whole, left, right;
  for (int i = 0; i < 20'000; ++i) {
    whole.add(hash(i));
    (i % 3 == 0 ? left : right).add(hash(i));
    if (i % 7 == 0) left.add(hash(i));  // seen in both
  }
  DistinctCount one = left, other = right;
  one.merge(right);
  other.merge(left);
  CHECK(one.count() == whole.count());
  CHECK(other.count() == whole.count());
}

TEST_CASE("a hash tells where texts end, and is the same everywhere", "[core]") {
  CHECK(StableHash().add("ab").add("c").value() != StableHash().add("a").add("bc").value());
  // FNV-1a of no text at all is its offset basis, which MurmurHash3's fmix64 turns into this.
  CHECK(StableHash().value() == 0xefd01f60ba992926U);
}
