#include "gpuadvisor/calibration/score_fit.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "nonnegative_minimum.hpp"

namespace gpuadvisor {
namespace {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double k_free = 100;       // variance of a deviation that specs tell nothing about
constexpr double k_settled = 1e-10;  // change of every variance
constexpr double k_settled_time = 1e-8;
constexpr int k_most_rounds = 500;
constexpr double k_ridge = 1e-9;  // keeps coefficients finite where features do not differ; too small to move others

/// One figure of one GPU in one sheet.
struct Figure {
  Index gpu;
  Index sheet;
  double effect;
  double variance;
};

/// The model in matrices. Unknown are ln index of each GPU, the offsets of the sheets, and the coefficients with the
/// intercept last; the latter two together are called common.
struct Design {
  std::vector<std::string_view> gpus;
  Index reference = 0;
  std::vector<Figure> figures;
  std::vector<std::vector<Index>> met;  // by each GPU, of the common unknowns: its sheets, and the terms
  VectorXd sheet_prior;                 // spread of each sheet, assumed
  MatrixXd features;                    // of each GPU, with the 1 of the intercept; no columns where specs do not count
  VectorXd expected;                    // deviation of each GPU from what its specs predict
  VectorXd further_variance;            // of that, besides the common one
  bool adds_times = false;  // then `times` are known, and the features and the offsets are those of a tangent
  MatrixXd times;           // of each GPU against the reference's
  VectorXd vendors;         // deviation of each GPU that its vendor leads to expect

  [[nodiscard]] Index sheets() const { return sheet_prior.size(); }
  [[nodiscard]] Index terms() const { return features.cols(); }
  [[nodiscard]] Index common() const { return sheets() + terms(); }
};

Design design_of(const std::vector<SheetFit>& sheets, std::string_view reference) {
  Design design;
  std::map<std::string_view, Index> index;
  for (const auto gpu : gpus_of(sheets)) {
    index[gpu] = static_cast<Index>(design.gpus.size());
    design.gpus.push_back(gpu);
  }
  design.reference = index.at(reference);
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    for (const GpuEffect& effect : sheets[i].effects) {
      design.figures.push_back({index.at(effect.gpu), static_cast<Index>(i), effect.effect, effect.variance});
    }
  }
  design.met.resize(design.gpus.size());
  for (const Figure& figure : design.figures) {
    design.met[static_cast<std::size_t>(figure.gpu)].push_back(figure.sheet);
  }
  const auto count = static_cast<Index>(design.gpus.size());
  design.sheet_prior = VectorXd::Constant(static_cast<Index>(sheets.size()), k_network_spread);
  design.features.resize(count, 0);
  design.expected = VectorXd::Zero(count);
  design.further_variance = VectorXd::Zero(count);
  return design;
}

void add_specs(Design& design, const std::vector<SheetFit>& sheets, const SpecTable& specs) {
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const bool is_removed = sheets[i].kind_of_work != KindOfWork::networks;
    design.sheet_prior[static_cast<Index>(i)] = is_removed ? k_removed_spread : k_network_spread;
  }
  design.features = MatrixXd::Zero(static_cast<Index>(design.gpus.size()), k_features + 1);
  for (auto& met : design.met) {
    for (Index term = 0; term < design.terms(); ++term) met.push_back(design.sheets() + term);
  }
  for (std::size_t i = 0; i < design.gpus.size(); ++i) {
    const GpuSpecs& known = specs.at(design.gpus[i]);
    const auto at = static_cast<Index>(i);
    if (known.features || !design.adds_times) design.features(at, k_features) = 1;
    if (known.features)
      design.features.row(at).head(k_features) = Eigen::Map<const Eigen::RowVector3d>(known.features->data());
    if (known.other_vendor) {
      design.expected[at] = k_other_vendor;
      design.further_variance[at] = k_other_vendor_spread * k_other_vendor_spread;
    }
    // Dozens of people submitted what the reference reaches at inference: that is surer than what specs say of it.
    const bool is_scale = at == design.reference && design.adds_times;
    if (is_scale || !known.features) design.further_variance[at] = k_free;
  }
}

/// The tangent, at some times of the reference, of -ln of their sum for each GPU: 1 - ln sum - (times . new) / sum.
/// What does not depend on the new ones is a deviation to expect.
void take_tangent(Design& design, const VectorXd& coefficients) {
  for (Index i = 0; i < design.times.rows(); ++i) {
    const double sum = design.times.row(i).dot(coefficients);
    if (sum <= 0) continue;  // of a GPU whose specs are unknown: nothing is predicted
    design.features.row(i) = -design.times.row(i) / sum;
    design.expected[i] = design.vendors[i] + 1 - std::log(sum);
  }
}

void keep_times(Design& design) {
  design.times = design.features;
  design.vendors = design.expected;
}

/// Spreads, and how far each figure and deviation counts as an outlier (1: not at all).
struct Spreads {
  ArrayXd sheets;  // variances
  double specs = 0;
  ArrayXd figure_weights;
  ArrayXd deviation_weights;
};

/// Means of all unknowns given the spreads, and variances of what the EM step needs.
struct Posterior {
  VectorXd index;         // ln index of each GPU; the reference's is 0
  VectorXd offsets;       // of the sheets
  VectorXd coefficients;  // intercept last
  ArrayXd index_variance;
  ArrayXd residuals;  // of the figures
  ArrayXd residual_variance;
  ArrayXd deviations;  // of the GPUs from what their specs predict
  ArrayXd deviation_variance;
};

/// The inverse of the part of `matrix` in the rows and columns `kept`; 0 elsewhere.
MatrixXd inverse_on(const MatrixXd& matrix, const std::vector<Index>& kept) {
  const auto size = static_cast<Index>(kept.size());
  const auto row = [&](Index i) { return kept[static_cast<std::size_t>(i)]; };
  MatrixXd part(size, size);
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j) part(i, j) = matrix(row(i), row(j));
  }
  const MatrixXd inverse = part.ldlt().solve(MatrixXd::Identity(size, size));
  MatrixXd placed = MatrixXd::Zero(matrix.rows(), matrix.cols());
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j) placed(row(i), row(j)) = inverse(i, j);
  }
  return placed;
}

/// The normal equations of all unknowns, those of the indices eliminated: each GPU's index meets only the common
/// unknowns (offsets of the sheets, then coefficients), and there are few of these.
struct NormalEquations {
  VectorXd index_variance;  // of each index, were the common unknowns known
  VectorXd index_mean;      // the same, were they 0
  MatrixXd pull;            // of the common unknowns on each index
  MatrixXd common;
  VectorXd right;  // of the common unknowns
};

NormalEquations normal_equations(const Design& design, const Spreads& spreads) {
  const auto count = static_cast<Index>(design.gpus.size());
  const Index terms = design.terms();
  VectorXd precision = VectorXd::Zero(count);
  VectorXd index_right = VectorXd::Zero(count);
  MatrixXd coupling = MatrixXd::Zero(design.common(), count);
  NormalEquations equations;
  equations.common = MatrixXd::Zero(design.common(), design.common());
  equations.right = VectorXd::Zero(design.common());
  for (std::size_t i = 0; i < design.figures.size(); ++i) {
    const auto& [gpu, sheet, effect, variance] = design.figures[i];
    const double weight = spreads.figure_weights[static_cast<Index>(i)] / (spreads.sheets[sheet] + variance);
    precision[gpu] += weight;
    index_right[gpu] += weight * effect;
    coupling(sheet, gpu) += weight;
    equations.common(sheet, sheet) += weight;
    equations.right[sheet] += weight * effect;
  }
  if (terms > 0) {
    const VectorXd weights = spreads.deviation_weights / (spreads.specs + design.further_variance.array());
    const MatrixXd weighted = weights.asDiagonal() * design.features;
    precision += weights;
    index_right += weights.cwiseProduct(design.expected);
    coupling.bottomRows(terms) = -weighted.transpose();
    equations.common.bottomRightCorner(terms, terms) = design.features.transpose() * weighted;
    equations.common.bottomRightCorner(terms, terms).diagonal().array() += k_ridge;
    equations.right.tail(terms) = -weighted.transpose() * design.expected;
  }
  equations.index_variance = precision.cwiseInverse();
  equations.index_variance[design.reference] = 0;  // fixed: its row is not eliminated but dropped
  equations.index_mean = equations.index_variance.cwiseProduct(index_right);
  equations.pull = coupling * equations.index_variance.asDiagonal();
  for (Index gpu = 0; gpu < count; ++gpu) {  // it meets few
    for (const Index a : design.met[static_cast<std::size_t>(gpu)]) {
      const double pull = equations.pull(a, gpu);
      for (const Index b : design.met[static_cast<std::size_t>(gpu)]) equations.common(b, a) -= pull * coupling(b, gpu);
      equations.right[a] -= pull * index_right[gpu];
    }
  }
  return equations;
}

/// covariance * vector of each GPU, which has what the GPU meets alone; as much of the product is told.
MatrixXd moved_by(const MatrixXd& covariance, const MatrixXd& vectors, const Design& design) {
  MatrixXd moved = MatrixXd::Zero(vectors.rows(), vectors.cols());
  for (Index gpu = 0; gpu < vectors.cols(); ++gpu) {
    for (const Index a : design.met[static_cast<std::size_t>(gpu)]) {
      for (const Index b : design.met[static_cast<std::size_t>(gpu)])
        moved(a, gpu) += covariance(b, a) * vectors(b, gpu);
    }
  }
  return moved;
}

/// The inner products of the columns.
ArrayXd products(const MatrixXd& a, const MatrixXd& b) { return a.cwiseProduct(b).colwise().sum().transpose(); }

/// The variances that belong to the means in `found`. An index is something independent, of variance index_variance,
/// less pull . common unknowns.
void add_variances(Posterior& found, const Design& design, const NormalEquations& equations,
                   const MatrixXd& covariance) {
  const MatrixXd moved = moved_by(covariance, equations.pull, design);
  found.index_variance = equations.index_variance.array() + products(equations.pull, moved);
  const auto figures = static_cast<Index>(design.figures.size());
  found.residuals.resize(figures);
  found.residual_variance.resize(figures);
  for (Index i = 0; i < figures; ++i) {
    const auto& [gpu, sheet, effect, variance] = design.figures[static_cast<std::size_t>(i)];
    found.residuals[i] = effect - found.index[gpu] - found.offsets[sheet];
    found.residual_variance[i] = found.index_variance[gpu] + covariance(sheet, sheet) - 2 * moved(sheet, gpu);
  }
  if (design.terms() == 0) return;
  found.deviations = found.index - design.features * found.coefficients - design.expected;
  MatrixXd direction = equations.pull;
  direction.bottomRows(design.terms()) += design.features.transpose();
  const MatrixXd turned = moved_by(covariance, direction, design);
  found.deviation_variance = equations.index_variance.array() + products(direction, turned);
}

Posterior solved(const Design& design, const Spreads& spreads) {
  const NormalEquations equations = normal_equations(design, spreads);
  const auto& [index_variance, index_mean, pull, common, right] = equations;
  const Index sheets = design.sheets();
  const Index terms = design.terms();

  Posterior found;
  const Eigen::LDLT<MatrixXd> of_sheets(common.topLeftCorner(sheets, sheets));
  VectorXd means(design.common());
  if (terms > 0) {
    const MatrixXd sheets_terms = common.topRightCorner(sheets, terms);
    found.coefficients = nonnegative_minimum(
        common.bottomRightCorner(terms, terms) - sheets_terms.transpose() * of_sheets.solve(sheets_terms),
        right.tail(terms) - sheets_terms.transpose() * of_sheets.solve(right.head(sheets)),
        design.adds_times ? Intercept::nonnegative : Intercept::any);
    found.offsets = of_sheets.solve(right.head(sheets) - sheets_terms * found.coefficients);
    means.tail(terms) = found.coefficients;
  } else {
    found.offsets = of_sheets.solve(right);
  }
  means.head(sheets) = found.offsets;
  found.index = index_mean - pull.transpose() * means;

  std::vector<Index> active;  // coefficients held at 0 have no variance
  for (Index i = 0; i < design.common(); ++i) {
    const bool is_free = i < sheets || (i == design.common() - 1 && !design.adds_times);
    if (is_free || means[i] > 0) active.push_back(i);
  }
  add_variances(found, design, equations, inverse_on(common, active));
  return found;
}

/// Squared errors as they are expected to be; what is unknown of an error is at most its whole variance.
ArrayXd expected_squares(const ArrayXd& errors, const ArrayXd& variances, const ArrayXd& totals) {
  return errors.square() + variances.min(totals);
}

/// Weights of Student t errors, given their squares over their variances.
ArrayXd student_weights(const ArrayXd& squares) {
  return (k_degrees_of_freedom + 1) / (k_degrees_of_freedom + squares);
}

/// The part of each squared error that is due to a variance, where `totals` is that with others.
ArrayXd expected_parts(const ArrayXd& part, const ArrayXd& totals, const ArrayXd& weights, const ArrayXd& squares) {
  return (part / totals).square() * weights * squares + part * (totals - part) / totals;
}

/// A variance from `count` squares of sum `sum`, with an inverse-gamma prior around `spread`.
double variance_with_prior(double spread, double sum, double count) {
  return (k_prior_weight * spread * spread + sum) / (k_prior_weight + count);
}

/// Where times are added the spreads stay as assumed, and deviations are normal: a sheet of what people submit has a
/// mode of slow software, and taking that for a spread would take it for how GPUs are.
Spreads next_spreads(const Design& design, const Spreads& now, const Posterior& found) {
  const auto figures = static_cast<Index>(design.figures.size());
  ArrayXd of_sheet(figures);
  ArrayXd totals(figures);
  for (Index i = 0; i < figures; ++i) {
    const Figure& figure = design.figures[static_cast<std::size_t>(i)];
    of_sheet[i] = now.sheets[figure.sheet];
    totals[i] = of_sheet[i] + figure.variance;
  }
  Spreads next = now;
  const ArrayXd squares = expected_squares(found.residuals, found.residual_variance, totals);
  next.figure_weights = student_weights(squares / totals);
  if (design.adds_times) return next;
  const ArrayXd parts = expected_parts(of_sheet, totals, now.figure_weights, squares);
  ArrayXd sums = ArrayXd::Zero(design.sheets());
  ArrayXd counts = ArrayXd::Zero(design.sheets());
  for (Index i = 0; i < figures; ++i) {
    const Index sheet = design.figures[static_cast<std::size_t>(i)].sheet;
    sums[sheet] += parts[i];
    counts[sheet] += 1;
  }
  for (Index i = 0; i < design.sheets(); ++i) {
    next.sheets[i] = variance_with_prior(design.sheet_prior[i], sums[i], counts[i]);
  }
  if (design.terms() > 0) {
    const ArrayXd own = ArrayXd::Constant(design.expected.size(), now.specs);
    const ArrayXd all = own + design.further_variance.array();
    const ArrayXd deviations = expected_squares(found.deviations, found.deviation_variance, all);
    next.specs = variance_with_prior(k_spec_spread, expected_parts(own, all, now.deviation_weights, deviations).sum(),
                                     static_cast<double>(design.gpus.size()));
    next.deviation_weights = student_weights(deviations / all);
  }
  return next;
}

/// What the index of each GPU is a weighted mean of: the other side of the equations that are eliminated.
std::map<std::string_view, std::vector<SheetPart>> parts_of(const Design& design, const Spreads& spreads,
                                                            const Posterior& found) {
  const auto count = static_cast<Index>(design.gpus.size());
  ArrayXd precision = ArrayXd::Zero(count);
  if (design.terms() > 0) precision = spreads.deviation_weights / (spreads.specs + design.further_variance.array());
  const auto weight = [&](std::size_t i) {
    const Figure& figure = design.figures[i];
    return spreads.figure_weights[static_cast<Index>(i)] / (spreads.sheets[figure.sheet] + figure.variance);
  };
  for (std::size_t i = 0; i < design.figures.size(); ++i) precision[design.figures[i].gpu] += weight(i);
  std::map<std::string_view, std::vector<SheetPart>> parts;
  for (std::size_t i = 0; i < design.figures.size(); ++i) {
    const auto& [gpu, sheet, effect, variance] = design.figures[i];
    if (gpu == design.reference) continue;
    parts[design.gpus[static_cast<std::size_t>(gpu)]].push_back(
        {static_cast<std::size_t>(sheet), effect - found.offsets[sheet], weight(i) / precision[gpu]});
  }
  return parts;
}

ScoreFit fitted(Design design) {
  const auto count = static_cast<Index>(design.gpus.size());
  Spreads spreads{design.sheet_prior.array().square(), k_spec_spread * k_spec_spread,
                  ArrayXd::Ones(static_cast<Index>(design.figures.size())), ArrayXd::Ones(count)};
  Posterior found;
  Spreads used;  // for what is found
  int rounds = 0;
  VectorXd times = VectorXd::Constant(design.terms(), 1.0 / (k_features + 1));
  for (bool settled = false; !settled && rounds < k_most_rounds; ++rounds) {
    if (design.adds_times) take_tangent(design, times);
    found = solved(design, spreads);
    used = spreads;
    Spreads next = next_spreads(design, spreads, found);
    settled =
        std::max((next.sheets - spreads.sheets).abs().maxCoeff(), std::abs(next.specs - spreads.specs)) < k_settled;
    spreads = std::move(next);
    if (design.adds_times) {
      settled = settled && (found.coefficients - times).cwiseAbs().maxCoeff() < k_settled_time;
      times = (times + found.coefficients) / 2;  // half the way, so that no round overshoots
    }
  }
  ScoreFit fit;
  for (Index i = 0; i < count; ++i) {
    fit.indices[design.gpus[static_cast<std::size_t>(i)]] = {found.index[i], found.index_variance[i]};
  }
  fit.parts = parts_of(design, used, found);
  if (design.terms() > 0) {
    std::copy_n(found.coefficients.data(), k_features, fit.model.coefficients.begin());
    fit.model.intercept = found.coefficients[k_features];
    fit.model.variance = spreads.specs;
    fit.model.adds_times = design.adds_times;
  }
  fit.sheet_offsets.assign(found.offsets.begin(), found.offsets.end());
  fit.sheet_variances.assign(spreads.sheets.begin(), spreads.sheets.end());
  fit.iterations = rounds;
  return fit;
}

}  // namespace

std::optional<double> SpecModel::log_estimate(const GpuSpecs& specs) const {
  if (!specs.features) return std::nullopt;
  const double reached = specs.other_vendor ? k_other_vendor : 0;
  double sum = intercept;
  for (std::size_t i = 0; i < k_features; ++i) sum += coefficients[i] * (*specs.features)[i];
  return reached + (adds_times ? -std::log(sum) : sum);
}

double SpecModel::log_estimate_of_reference() const {
  if (!adds_times) return intercept;  // its features are 0, the logarithms of 1
  return -std::log(std::accumulate(coefficients.begin(), coefficients.end(), intercept));
}

ScoreFit fit_scores_jointly(const std::vector<SheetFit>& sheets, const SpecTable& specs, std::string_view reference,
                            bool adds_times) {
  Design design = design_of(sheets, reference);
  design.adds_times = adds_times;
  add_specs(design, sheets, specs);
  if (adds_times) keep_times(design);
  return fitted(std::move(design));
}

ScoreFit fit_measurements_alone(const std::vector<SheetFit>& sheets, std::string_view reference) {
  return fitted(design_of(sheets, reference));
}

}  // namespace gpuadvisor
