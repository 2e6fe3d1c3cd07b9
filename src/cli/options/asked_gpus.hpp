#pragma once

#include <span>
#include <string>
#include <vector>

#include "catalog_options.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"

namespace gpuadvisor::cli {

/// GPUs that were asked for by name.
struct AskedGpus {
  std::vector<ResolvedGpu> gpus;  // of the catalog of the day asked for
  std::string remarks;            // of misnomers, and of products not yet on sale on that day; whole lines
};

/// The GPUs that words of the command line name in `catalog`, which is `all` as of the day that `options` ask for.
/// Throws UsageError when a name is unknown or ambiguous.
[[nodiscard]] AskedGpus asked_gpus(std::span<const std::string> words, const Catalog& all, const Catalog& catalog,
                                   const CatalogOptions& options);

}  // namespace gpuadvisor::cli
