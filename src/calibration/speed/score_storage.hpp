#pragma once

#include <cmath>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/order_statistics.hpp"
#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

inline constexpr double k_coverage = 0.8;  // of every interval

/// Keeps alive what fitted records view: text of the catalog and the measurements, and lists of its own.
struct ScoreStorage {
  Catalog catalog;
  std::shared_ptr<const void> measurements;
  std::deque<std::vector<std::string_view>> lists = {};
  std::deque<std::vector<ScoreEvidence>> evidence = {};
  std::deque<std::vector<ReferenceRate>> reference_rates = {};
  std::deque<std::vector<ThroughputReading>> readings = {};

  std::span<const std::string_view> keep(std::vector<std::string_view> list) {
    return lists.emplace_back(std::move(list));
  }
};

// Records are stored rounded, so that they do not depend on the last bit of a compiler's arithmetic.
inline double to_decimals(double figure, int decimals) {
  const double unit = std::pow(10.0, decimals);
  return std::round(figure * unit) / unit;
}
inline Ratio stored(double ratio) { return Ratio{to_decimals(ratio, 4)}; }
inline double stored_coefficient(double figure) { return to_decimals(figure, 6); }

}  // namespace gpuadvisor
