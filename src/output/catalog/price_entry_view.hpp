#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/form/price_entry.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// A price that `catalog add-price` puts into data files, and what was asked. Views what it is made from.
struct PriceEntryView {
  const PriceEntry& entry;
  const Price& price;
  const Gpu& gpu;
  CatalogStamp catalog;             // with the price
  std::string_view data;            // the folder, as given
  bool dry_run = false;             // nothing is written
  std::vector<Warning> warnings{};  // what to know about the price
};

/// One line: where it was put, and what; of a dry run the change as a diff.
[[nodiscard]] std::string price_entry_text(const PriceEntryView& view);

template <>
Record<PriceEntryView> description();

}  // namespace gpuadvisor
