#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// What standard input is called where a file would be named.
inline constexpr std::string_view k_standard_input = "standard input";

/// One JSON file of a catalog, as text.
struct CatalogDocument {
  std::string file;  // named in problems
  std::string text;
};

/// Documents that describe each record at most once; a later layer may describe it again.
using CatalogLayer = std::vector<CatalogDocument>;

/// Lays `layers` over `base`, in order. A document is an object with any of the members `sources`, `gpus`,
/// `prices`, `support`, `reference`, `default_workload`, `workloads` (docs/data.md). GPUs, sources and workloads
/// merge by id, field by field, and a replaced figure takes the source of the layer; prices and support events
/// are added, and equal ones collapse. `leave_out` takes records of the layers below out.
///
/// Throws DataError with every problem of every document: syntax, unknown or missing fields, types, ranges,
/// ids defined twice in a layer, references that do not resolve, and documents without any record. It lists as many of
/// them as `listed_problems`, and counts the others.
[[nodiscard]] Catalog load_catalog(const Catalog& base, std::span<const CatalogLayer> layers,
                                   std::size_t listed_problems = 100);

/// Reads a layer from `path`: a file, `-` for standard input, or a directory, whose `*.json` files are read
/// recursively in order of their path, except below folders called `schema` or `benchmarks`. Throws Error when nothing
/// can be read.
[[nodiscard]] CatalogLayer read_catalog_layer(const std::string& path);

/// The same with all that a data folder holds: tables (`*.csv`) and measurements too, and the exceptions from checks,
/// `check.json`, which is no part of a catalog.
[[nodiscard]] CatalogLayer read_data_files(const std::string& path);

}  // namespace gpuadvisor
