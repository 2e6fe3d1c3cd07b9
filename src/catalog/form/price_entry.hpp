#pragma once

#include <string>

#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/catalog/price.hpp"

namespace gpuadvisor {

/// A price that is put into data files: the one file that changes, and how.
struct PriceEntry {
  std::string file;
  std::string before;  // its text; empty for a file that is new
  std::string after;
  int line = 0;  // of `after`, where the price stands; 1-based

  [[nodiscard]] bool is_new_file() const { return before.empty(); }
};

/// Puts `price` at its place into the files of a data folder: into the file that holds prices of its GPU; else, for a
/// GPU of `gpus/NAME.json`, into `prices/NAME.json`; else into the first file with prices, or `prices.json`. It stands
/// before the first record that comes after it in the order of data files (docs/data.md), set off from the next one as
/// that is from its neighbour, and all other bytes stay. Requires documents that load; throws Error when the file that
/// it belongs to holds no list of prices.
[[nodiscard]] PriceEntry price_entry(const CatalogLayer& data, const std::string& folder, const Price& price);

}  // namespace gpuadvisor
