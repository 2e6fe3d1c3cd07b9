#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "file_text.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/core/text.hpp"
#include "gpuadvisor/formats/json.hpp"

namespace gpuadvisor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_max_files = 1000;  // a catalog directory has some dozens

/// JSON Schemas, and measurements, which have a loader of their own.
bool holds_no_catalog(const fs::path& folder) { return folder == "schema" || folder == "benchmarks"; }

std::vector<std::string> json_files_below(const fs::path& directory) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    if (at->is_directory(error) && holds_no_catalog(at->path().filename())) at.disable_recursion_pending();
    if (at->path().extension() == ".json" && at->is_regular_file(error)) files.push_back(at->path().generic_string());
    if (files.size() > k_max_files) {
      throw Error(fmt::format("{}: more than {} JSON files", printable(directory.string()), k_max_files));
    }
  }
  if (error) throw Error(fmt::format("{}: cannot be read: {}", printable(directory.string()), error.message()));
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

CatalogLayer read_catalog_layer(const std::string& path) {
  std::error_code error;
  if (path == "-" || !fs::is_directory(path, error)) return {{path == "-" ? "standard input" : path, file_text(path)}};
  CatalogLayer layer;
  std::size_t size = 0;
  for (auto& file : json_files_below(path)) {
    layer.push_back({file, file_text(file)});
    size += layer.back().text.size();
    if (size > k_max_json_bytes) {
      throw Error(fmt::format("{}: files of more than {} MiB together", printable(path), k_max_json_bytes >> 20U));
    }
  }
  if (layer.empty()) throw Error(fmt::format("{}: expected JSON files, found none", printable(path)));
  return layer;
}

}  // namespace gpuadvisor
