#include "catalog_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "calibration/prices/price_fit.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "named_value.hpp"
#include "owning_options.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr int k_stale_after_days = 180;
constexpr std::size_t k_most_layers = 32;
constexpr double k_least_memory_share = 0.1;

}  // namespace

void CatalogOptions::add_to(OptionParser& parser) {
  parser.add("--catalog", paths, "PATH", "Merge a file, a folder or - into the built-in catalog");
  parser.add_flag("--catalog-only", only, "Use only what --catalog names");
  add_as_of_to(parser, "Answer with what was known on that date");
}

void CatalogOptions::add_as_of_to(OptionParser& parser, std::string_view help) {
  parser.add("--as-of", as_of, "DATE", help, partial_date);
}

void CatalogOptions::add_gpu_memory_share_to(OptionParser& parser) {
  parser.add(
      "--gpu-memory-share", gpu_memory_share, "SHARE",
      "Share of a Mac's memory that its GPU may use, if you set iogpu.wired_limit_mb, like 0.9 (75%; up to 36 GB 70%)",
      [](std::string_view option, std::string_view text) { return share_from(option, text, 1, k_least_memory_share); });
}

Catalog CatalogOptions::merged() const {
  if (only && paths.empty()) throw UsageError("--catalog-only needs --catalog PATH");
  Catalog catalog = embedded_catalog();
  if (!paths.empty()) {
    if (paths.size() > k_most_layers) {
      throw UsageError(fmt::format("--catalog: expected at most {} of them, found {}", k_most_layers, paths.size()));
    }
    std::vector<CatalogLayer> layers;
    std::size_t size = 0;
    for (const auto& path : paths) {
      layers.push_back(read_catalog_layer(path));
      for (const auto& document : layers.back()) size += document.text.size();
      if (layers.size() > 1 && size > k_max_json_bytes) {
        throw Error(fmt::format("{}: with this file the catalogs are larger than {} MiB together", printable(path),
                                k_max_json_bytes >> 20U));
      }
    }
    catalog = load_catalog(only ? base_standing_alone(layers) : catalog, layers);
  }
  return gpu_memory_share ? catalog.with_gpu_memory_share(*gpu_memory_share) : catalog;
}

Catalog CatalogOptions::known(const Catalog& all) const {
  return with_prices_of_its_day(as_of ? all.known_by(as_of->last_day()) : of_its_day(all));
}

std::string CatalogOptions::version() const {
  return std::string(GPUADVISOR_VERSION) + (paths.empty() ? "" : only ? "+replaced" : "+overlay");
}

CatalogStamp CatalogOptions::stamp(const Catalog& catalog) const {
  CatalogStamp stamp = stamp_of(catalog, version());
  stamp.gpu_memory_share = gpu_memory_share;
  return stamp;
}

std::string CatalogOptions::stale_notice(const Catalog& catalog) const {
  if (!catalog.as_of()) return {};
  if (as_of) {
    if (!catalog.is_ahead_of_data()) return {};
    return fmt::format("gpuadvisor: {} is later than the newest price, {}\n", text(*catalog.as_of()),
                       catalog.newest_price()->text());
  }
  const auto now = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const auto age = now - std::chrono::sys_days{*catalog.as_of()};
  if (age.count() < 0) {
    return fmt::format("gpuadvisor: the newest price is dated {}, which is in the future\n", text(*catalog.as_of()));
  }
  if (age.count() <= k_stale_after_days) return {};
  return fmt::format("gpuadvisor: the newest price is {} days old ({}); a newer release may have newer ones\n",
                     age.count(), text(*catalog.as_of()));
}

CatalogLayer read_data_folder(const std::string& folder) {
  std::error_code error;
  if (std::filesystem::is_directory(folder, error)) return read_catalog_layer(folder);
  throw Error(fmt::format("{}: expected the folder of the data files; --data names it", printable(folder)));
}

bool has_records(const CatalogLayer& layer, std::string_view table) {
  return std::any_of(layer.begin(), layer.end(), [&](const CatalogDocument& document) {
    const Json json = parse_json(document.text, document.file);
    const Json* records = json.find(table);
    return records != nullptr && !records->items.empty();
  });
}

Catalog base_standing_alone(std::span<const CatalogLayer> layers) {
  const bool has_rules = std::any_of(layers.begin(), layers.end(),
                                     [](const CatalogLayer& layer) { return has_records(layer, "workloads"); });
  return has_rules ? Catalog() : embedded_catalog().rules_only();
}

Catalog of_its_day(const Catalog& catalog) { return catalog.as_of() ? catalog.known_by(*catalog.as_of()) : catalog; }

}  // namespace gpuadvisor::cli
