#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/core/text.hpp"
#include "gpuadvisor/formats/json.hpp"

namespace gpuadvisor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_max_files = 1000;  // a catalog directory has some dozens

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) (void)std::fclose(file);  // only read from
  }
};

/// The whole of a file or of standard input, of which at most one byte too many is read.
std::string read_text(const std::string& path) {
  const bool standard_input = path == "-";
  const std::string shown = standard_input ? "standard input" : printable(path);
  const std::unique_ptr<std::FILE, CloseFile> file(standard_input ? stdin : std::fopen(path.c_str(), "rb"));
  if (!file) throw Error(fmt::format("{}: cannot be opened: {}", shown, std::strerror(errno)));
  std::string text;
  std::vector<char> buffer(std::size_t{1} << 16U);
  while (text.size() <= k_max_json_bytes) {
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get());
    if (count == 0) break;
    text.append(buffer.data(), count);
  }
  if (std::ferror(file.get()) != 0) {
    throw Error(fmt::format("{}: cannot be read: {}", shown, std::strerror(errno)));
  }
  return text;
}

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
  if (path == "-" || !fs::is_directory(path, error)) return {{path == "-" ? "standard input" : path, read_text(path)}};
  CatalogLayer layer;
  std::size_t size = 0;
  for (auto& file : json_files_below(path)) {
    layer.push_back({file, read_text(file)});
    size += layer.back().text.size();
    if (size > k_max_json_bytes) {
      throw Error(fmt::format("{}: files of more than {} MiB together", printable(path), k_max_json_bytes >> 20U));
    }
  }
  if (layer.empty()) throw Error(fmt::format("{}: expected JSON files, found none", printable(path)));
  return layer;
}

}  // namespace gpuadvisor
