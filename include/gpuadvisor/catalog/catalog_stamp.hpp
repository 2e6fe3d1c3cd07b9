#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/money.hpp"

namespace gpuadvisor {

class Catalog;

/// What every answer tells of the catalog that it is from. Views the catalog.
struct CatalogStamp {
  std::string version;  // of the program, with a mark when the catalog is not the built-in one
  std::size_t gpus = 0;
  std::optional<Day> as_of;       // the catalog's "today"
  std::optional<Day> newest_day;  // the last one of which it can know prices; not after `as_of`
  std::string_view reference;     // the id of the GPU whose speed and score are 1; empty without workloads
  std::string_view
      reference_name;  // as people call it; its id where the catalog does not have it, as before its release
  std::optional<Exchange> exchange = std::nullopt;  // that amounts are told by, where it is not US dollars without tax
  std::optional<double> gpu_memory_share = std::nullopt;  // that the asker set for Apple's machines
};

[[nodiscard]] CatalogStamp stamp_of(const Catalog& catalog, std::string_view version);

}  // namespace gpuadvisor
