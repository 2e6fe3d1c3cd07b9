#include "list_price_model.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

namespace gpuadvisor {
namespace {

constexpr int k_figures = 7;
using Figures = Eigen::Matrix<double, k_figures, 1>;

std::optional<Figures> figures_of(const Gpu& gpu, const Price& price) {
  if (!gpu.memory || !gpu.memory_bandwidth || !gpu.fp32) return std::nullopt;
  const auto is_of = [&](Segment segment) { return gpu.segment == segment ? 1.0 : 0.0; };
  constexpr double k_middle = 2020;  // year
  Figures figures;
  figures << 1, is_of(Segment::workstation), is_of(Segment::datacenter), std::log(gpu.memory->value()),
      std::log(gpu.memory_bandwidth->value()), std::log(gpu.fp32->value()), price.date.year() - k_middle;
  return figures;
}

struct Row {
  const Price* price;
  Figures figures;
};

/// Of cards and modules: what is a whole machine costs more than its GPU.
std::vector<Row> rows_of(const Catalog& catalog) {
  std::vector<Row> rows;
  for (const Gpu& gpu : catalog.gpus()) {
    if (gpu.segment == Segment::unified || gpu.segment == Segment::cloud) continue;
    for (const Price& price : catalog.prices_of(gpu)) {
      const auto figures = is_list_price(price) ? figures_of(gpu, price) : std::nullopt;
      if (figures) rows.push_back({&price, *figures});
    }
  }
  return rows;
}

}  // namespace

ListPriceModel::ListPriceModel(const Catalog& catalog) {
  const std::vector<Row> rows = rows_of(catalog);
  constexpr std::size_t k_fewest = 30;  // for seven coefficients
  if (rows.size() < k_fewest) return;
  const auto size = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd matrix(size, k_figures);
  Eigen::VectorXd prices(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const Row& row = rows[static_cast<std::size_t>(i)];
    matrix.row(i) = row.figures.transpose();
    prices[i] = std::log(row.price->price.value());
  }
  constexpr double k_ridge = 1e-6;  // catalogs of one segment have columns of zeros
  const Eigen::MatrixXd normal =
      matrix.transpose() * matrix + k_ridge * Eigen::MatrixXd::Identity(k_figures, k_figures);
  const Eigen::LDLT<Eigen::MatrixXd> solver(normal);
  const Eigen::VectorXd residuals = prices - matrix * solver.solve(matrix.transpose() * prices);
  std::vector<double> sizes;
  for (const double residual : residuals) sizes.push_back(std::abs(residual));
  std::nth_element(sizes.begin(), sizes.begin() + size / 2, sizes.end());
  constexpr double k_deviations = 1.4826;  // in a median absolute deviation of a normal distribution
  const double spread = k_deviations * sizes[rows.size() / 2];
  for (Eigen::Index i = 0; i < size; ++i) {
    const Eigen::VectorXd row = matrix.row(i).transpose();
    const double own = row.dot(solver.solve(row));
    m_expected.emplace(rows[static_cast<std::size_t>(i)].price,
                       LogPrice{prices[i] - residuals[i] / (1 - own), spread / std::sqrt(1 - own)});
  }
}

std::optional<LogPrice> ListPriceModel::by_all_others(const Price& price) const {
  const auto at = m_expected.find(&price);
  return at == m_expected.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace gpuadvisor
