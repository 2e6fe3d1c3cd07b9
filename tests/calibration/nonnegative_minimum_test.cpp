#include "calibration/speed/nonnegative_minimum.hpp"

#include "support/catch2.hpp"

using namespace gpuadvisor;
using Catch::Matchers::WithinAbs;

TEST_CASE("nonnegative_minimum solves what a hand can solve", "[calibration]") {
  Eigen::MatrixXd hessian(2, 2);
  hessian << 2, 1, 1, 2;

  SECTION("inside: 2x + y = 4 and x + 2y = 5 give x = 1, y = 2") {
    const auto found = nonnegative_minimum(hessian, Eigen::Vector2d(4, 5));
    CHECK_THAT(found[0], WithinAbs(1, 1e-12));
    CHECK_THAT(found[1], WithinAbs(2, 1e-12));
  }
  SECTION("x would be -1: it stays at 0, and y alone is 4 / 2") {
    const auto found = nonnegative_minimum(hessian, Eigen::Vector2d(0, 4));
    CHECK(found[0] == 0);
    CHECK_THAT(found[1], WithinAbs(2, 1e-12));
  }
  SECTION("the last entry may be negative: 2x + y = 1 and x + 2y = -4 give x = 2, y = -3") {
    const auto found = nonnegative_minimum(hessian, Eigen::Vector2d(1, -4));
    CHECK_THAT(found[0], WithinAbs(2, 1e-12));
    CHECK_THAT(found[1], WithinAbs(-3, 1e-12));
  }
  SECTION("nothing to find") { CHECK(nonnegative_minimum(Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)).size() == 0); }
}
