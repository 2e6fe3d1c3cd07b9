#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/text.hpp"
#include "file_text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_max_files = 1000;  // a catalog directory has some dozens

/// What of a directory is read: the records of a catalog, or all data.
enum class Wanted : unsigned char { catalog, all_data };

/// JSON Schemas are no data; measurements, and exceptions from checks, are none of a catalog.
bool is_skipped(const fs::path& name, Wanted wanted) {
  return name == "schema" || (wanted == Wanted::catalog && (name == "benchmarks" || name == "check.json"));
}

bool is_of_kind(const fs::path& file, Wanted wanted) {
  return file.extension() == ".json" || (wanted == Wanted::all_data && file.extension() == ".csv");
}

/// Data that a link names and that is not there must not be taken for none.
void refuse_broken_link(const fs::directory_entry& entry) {
  std::error_code error;
  if (!entry.is_symlink(error) || fs::exists(entry.path(), error)) return;
  throw Error(fmt::format("{}: a link to nothing that can be read", printable(entry.path().generic_string())));
}

std::vector<std::string> files_below(const fs::path& directory, Wanted wanted) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    const bool skipped = is_skipped(at->path().filename(), wanted);
    if (at->is_directory(error) && skipped) at.disable_recursion_pending();
    if (!skipped && is_of_kind(at->path(), wanted)) {
      refuse_broken_link(*at);
      if (at->is_regular_file(error)) files.push_back(at->path().generic_string());
    }
    if (files.size() > k_max_files) {
      throw Error(fmt::format("{}: more than {} JSON files", printable(directory.string()), k_max_files));
    }
  }
  if (error) throw Error(fmt::format("{}: cannot be read: {}", printable(directory.string()), error.message()));
  std::sort(files.begin(), files.end());
  return files;
}

CatalogLayer read_layer(const std::string& path, Wanted wanted) {
  std::error_code error;
  if (path == "-" || !fs::is_directory(path, error)) {
    return {{path == "-" ? std::string(k_standard_input) : path, file_text(path)}};
  }
  CatalogLayer layer;
  std::size_t size = 0;
  for (auto& file : files_below(path, wanted)) {
    layer.push_back({file, file_text(file)});
    size += layer.back().text.size();
    if (size > k_max_json_bytes) {
      throw Error(fmt::format("{}: files of more than {} MiB together", printable(path), k_max_json_bytes >> 20U));
    }
  }
  if (layer.empty()) throw Error(fmt::format("{}: expected JSON files, found none", printable(path)));
  return layer;
}

}  // namespace

CatalogLayer read_catalog_layer(const std::string& path) { return read_layer(path, Wanted::catalog); }

CatalogLayer read_data_files(const std::string& path) { return read_layer(path, Wanted::all_data); }

}  // namespace gpuadvisor
