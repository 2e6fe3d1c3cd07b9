#include "nonnegative_minimum.hpp"

#include <limits>

namespace gpuadvisor {
namespace {

// Of few columns: without allocating, since this runs in every round of every fit.
using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 8, 8>;
using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 8, 1>;

}  // namespace

Eigen::VectorXd nonnegative_minimum(const Eigen::MatrixXd& hessian, const Eigen::VectorXd& gradient,
                                    Intercept intercept) {
  const Eigen::Index size = gradient.size();
  if (size == 0) return {};
  const bool is_free = intercept == Intercept::any;
  const Eigen::Index bounded = is_free ? size - 1 : size;
  Eigen::VectorXd best;
  double least = std::numeric_limits<double>::infinity();
  for (unsigned set = is_free ? 0 : 1; set < (1U << static_cast<unsigned>(bounded)); ++set) {
    Small selection(size, 0);  // a column for each entry that is not held at 0
    for (Eigen::Index i = 0; i < size; ++i) {
      if (i < bounded && (set >> static_cast<unsigned>(i) & 1U) == 0) continue;
      selection.conservativeResize(Eigen::NoChange, selection.cols() + 1);
      selection.rightCols(1) = Eigen::VectorXd::Unit(size, i);
    }
    const Small kept = selection.transpose() * hessian * selection;
    const SmallVector target = selection.transpose() * gradient;
    const SmallVector part = kept.ldlt().solve(target);
    if ((part.head(is_free ? part.size() - 1 : part.size()).array() < 0).any()) continue;
    const double value = -0.5 * part.dot(target);  // at the minimum over the kept entries
    if (value >= least) continue;
    least = value;
    best = selection * part;
  }
  return best;
}

}  // namespace gpuadvisor
