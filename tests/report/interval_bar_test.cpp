#include "report/interval_bar.hpp"

#include "support/catch2.hpp"

using namespace gpuadvisor;

// By hand: 10 characters from 0 to 2, so each takes 0.2, its lower end included.
TEST_CASE("a bar is certain up to its interval, and has its mark where the value is", "[report]") {
  const BarScale scale{2, 10};
  CHECK(interval_bar(1.3, {1.0, 1.7}, Mark::filled, scale) == "#####-o--");
  CHECK(interval_bar(1.3, {1.0, 1.7}, Mark::hollow, {2, 10, Glyphs::utf8}) == "━━━━━╌○╌╌");
}

TEST_CASE("a bar without an interval ends at its mark", "[report]") {
  CHECK(interval_bar(0.5, {0.5, 0.5}, Mark::filled, {2, 10}) == "##o");
  CHECK(interval_bar(0, {0, 0}, Mark::filled, {2, 10}) == "o");
}

TEST_CASE("the largest of a scale ends in its last character", "[report]") {
  CHECK(interval_bar(1.9, {1.8, 2.0}, Mark::filled, {2, 10}) == "#########o");
  CHECK(interval_bar(2.0, {2.0, 2.0}, Mark::filled, {2, 10}) == "#########o");
}

TEST_CASE("the title of bars has the ends of their scale over its first and last character", "[report]") {
  CHECK(scale_title("2", {2, 10}) == "0        2");
}
