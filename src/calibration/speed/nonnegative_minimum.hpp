#pragma once

#include <Eigen/Dense>

namespace gpuadvisor {

/// Whether the last entry, an intercept, may be negative.
enum class Intercept { any, nonnegative };

/// The b that makes 1/2 b'Hb - g'b least, with every entry >= 0 but for the intercept. All sets of entries held at 0
/// are tried, so it is exact; requires a positive definite H of at most 8 columns. Empty for none.
[[nodiscard]] Eigen::VectorXd nonnegative_minimum(const Eigen::MatrixXd& hessian, const Eigen::VectorXd& gradient,
                                                  Intercept intercept = Intercept::any);

}  // namespace gpuadvisor
