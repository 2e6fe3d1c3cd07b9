#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "option_parser.hpp"

namespace gpuadvisor::cli {

/// Which catalog to ask, and as of when.
struct CatalogOptions {
  std::vector<std::string> paths;  // laid over the embedded catalog, in order
  bool only = false;               // they replace it
  std::optional<PartialDate> as_of;
  std::optional<double> gpu_memory_share;  // of Apple's machines; added by the commands that size jobs

  void add_to(OptionParser& parser);
  void add_as_of_to(OptionParser& parser, std::string_view help);
  void add_gpu_memory_share_to(OptionParser& parser);
  /// Reads and merges, of all times; throws UsageError or Error. Once only: standard input has no second reading.
  [[nodiscard]] Catalog merged() const;
  /// What was known on the day asked for.
  [[nodiscard]] Catalog known(const Catalog& all) const;
  /// The program's version, with a mark when the catalog is not the embedded one.
  [[nodiscard]] std::string version() const;
  /// What answers tell of `catalog`, one of these options.
  [[nodiscard]] CatalogStamp stamp(const Catalog& catalog) const;
  /// A line for standard error when today is asked for and the newest price is more than 180 days behind the clock.
  [[nodiscard]] std::string stale_notice(const Catalog& catalog) const;
};

/// The data files of a folder that --data names. Throws Error.
[[nodiscard]] CatalogLayer read_data_folder(const std::string& folder);

/// Whether a layer has records of the table of that key.
[[nodiscard]] bool has_records(const CatalogLayer& layer, std::string_view table);

/// What layers that stand alone are laid over: nothing where they have workloads, else the built-in rules.
[[nodiscard]] Catalog base_standing_alone(std::span<const CatalogLayer> layers);

/// As of its own day, which leaves out what is only announced.
[[nodiscard]] Catalog of_its_day(const Catalog& catalog);

}  // namespace gpuadvisor::cli
