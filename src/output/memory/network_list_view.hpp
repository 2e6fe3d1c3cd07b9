#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/report/document.hpp"
#include "gpuadvisor/report/records.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// Networks of a catalog, and the words that they were chosen by. Views what it is made from.
struct NetworkListView {
  CatalogStamp catalog;
  const std::vector<std::string>& words;
  const std::vector<const Network*>& networks;
};

/// A table for people.
[[nodiscard]] Document network_list_document(const NetworkListView& view);

/// One JSON object (docs/output.md).
[[nodiscard]] std::string network_list_json(const NetworkListView& view);

/// Flat records: a row per network, the id first.
[[nodiscard]] Records network_records(const NetworkListView& view);

template <>
Record<NetworkListView> description();

}  // namespace gpuadvisor
