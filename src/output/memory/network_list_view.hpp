#pragma once

#include <string>
#include <vector>

#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// Networks of a catalog, and the words that they were chosen by. Views what it is made from.
struct NetworkListView {
  CatalogStamp catalog;
  const std::vector<std::string>& words;
  const std::vector<const Network*>& networks;
};

/// A table for people.
[[nodiscard]] Document document_of(const NetworkListView& view);

template <>
Record<NetworkListView> description();

}  // namespace gpuadvisor
