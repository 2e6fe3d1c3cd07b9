#pragma once

#include <Eigen/Dense>

namespace gpuadvisor {

/// The b that makes 1/2 b'Hb - g'b least, with every entry but the last >= 0 (the last is an intercept). All sets of
/// entries held at 0 are tried, so it is exact; requires a positive definite H of at most 8 columns.
/// Empty for none.
[[nodiscard]] Eigen::VectorXd nonnegative_minimum(const Eigen::MatrixXd& hessian, const Eigen::VectorXd& gradient);

}  // namespace gpuadvisor
