#pragma once

#include <map>
#include <optional>

#include "gpuadvisor/catalog/catalog.hpp"
#include "price_model.hpp"

namespace gpuadvisor {

/// What vendors ask at launch, by what a GPU is: ln price = segment + memory + bandwidth + FP32 rate + year, by least
/// squares. Too rough to tell a price; good enough to tell one that is ten times too high. Views the catalog.
class ListPriceModel {
 public:
  explicit ListPriceModel(const Catalog& catalog);

  /// What a list price would be by all others; empty for other prices, and for GPUs whose figures are not known.
  [[nodiscard]] std::optional<LogPrice> by_all_others(const Price& price) const;

 private:
  std::map<const Price*, LogPrice> m_expected;
};

}  // namespace gpuadvisor
