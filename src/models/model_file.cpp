#include "gpuadvisor/models/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "config_model.hpp"
#include "config_quantisation.hpp"
#include "core/text.hpp"
#include "formats/gguf.hpp"
#include "formats/json_limits.hpp"
#include "formats/safetensors.hpp"
#include "gguf_model.hpp"
#include "gpuadvisor/core/error.hpp"
#include "model_family.hpp"
#include "safetensors_model.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_index_ending = ".index.json";
constexpr auto k_endings = std::to_array<std::string_view>({".json", ".gguf", ".safetensors"});

struct CloseFile {
  void operator()(std::FILE* file) const { (void)std::fclose(file); }  // only read from
};

/// A regular file that is open for reading. A pipe or a device is refused before it is opened, since that could wait
/// forever.
class OpenFile {
 public:
  explicit OpenFile(const std::string& path) : m_shown(printable(path)) {
    std::error_code problem;
    const auto status = std::filesystem::status(path, problem);
    if (status.type() == std::filesystem::file_type::not_found) refuse("cannot be opened: " + error_text(ENOENT));
    if (problem) refuse("cannot be opened: " + problem.message());
    if (std::filesystem::is_directory(status)) {
      refuse("expected a file, found a folder: name the config.json or the .gguf file in it");
    }
    if (!std::filesystem::is_regular_file(status)) refuse("expected a file, found a pipe, a socket or a device");
    m_size = std::filesystem::file_size(path, problem);
    if (problem) refuse("cannot be read: " + problem.message());
    m_file.reset(std::fopen(path.c_str(), "rb"));
    if (!m_file) refuse("cannot be opened: " + error_text(errno));
  }

  [[nodiscard]] std::uint64_t size() const { return m_size; }

  [[nodiscard]] ReadBytes reader() {
    return [this](std::span<char> room) {
      const std::size_t count = std::fread(room.data(), 1, room.size(), m_file.get());
      if (std::ferror(m_file.get()) != 0) refuse("cannot be read: " + error_text(errno));
      return count;
    };
  }

  /// The whole of it, or the beginning where it is larger than `most` bytes: one byte more.
  [[nodiscard]] std::string text(std::size_t most) {
    std::string text(static_cast<std::size_t>(std::min<std::uint64_t>(m_size, most + 1)), '\0');
    text.resize(reader()(text));
    return text;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { throw Error(fmt::format("{}: {}", m_shown, what)); }
  static std::string error_text(int code) { return std::strerror(code); }

  std::string m_shown;
  std::unique_ptr<std::FILE, CloseFile> m_file;
  std::uint64_t m_size = 0;
};

constexpr std::string_view k_config = "config.json";
constexpr std::string_view k_index = "model.safetensors.index.json";
constexpr std::string_view k_weights = "model.safetensors";
constexpr std::string_view k_optimizer_config = "hf_quant_config.json";
constexpr std::string_view k_adapter_config = "adapter_config.json";

using Path = std::filesystem::path;

/// The path of a file of this name beside another, if there is one; what cannot be looked at is taken for none.
std::optional<std::string> beside(const Path& path, std::string_view name) {
  std::error_code ignored;
  const Path other = path.parent_path() / name;
  return std::filesystem::exists(other, ignored) ? std::optional(other.string()) : std::nullopt;
}

ModelFile read_config(const std::string& path) {
  ModelFile file = config_model(path, OpenFile(path).text(k_max_json_bytes));
  const auto optimizer = file.weights ? std::nullopt : beside(path, k_optimizer_config);
  if (optimizer) read_optimizer_quantisation(*optimizer, OpenFile(*optimizer).text(k_max_json_bytes), file);
  return file;
}

/// The weights alone.
ModelFile read_weights(const std::string& path) {
  if (lower_case(path).ends_with(k_index_ending)) {
    return safetensors_index_model(path, OpenFile(path).text(k_tensor_list_limits.bytes));
  }
  OpenFile file(path);
  return safetensors_model(path, read_safetensors_header(path, file.size(), file.reader()));
}

/// A configuration, with the weights beside it; weights, with the configuration beside them.
ModelFile read_config_and_weights(const std::string& path) {
  const bool is_config = !lower_case(path).ends_with(k_index_ending) && !lower_case(path).ends_with(".safetensors");
  const auto weights = !is_config              ? std::optional(path)
                       : beside(path, k_index) ? beside(path, k_index)
                                               : beside(path, k_weights);
  const auto config = is_config ? std::optional(path) : beside(path, k_config);
  if (!weights) return read_config(*config);
  ModelFile alone = read_weights(*weights);
  if (!config) {
    alone.remarks.emplace_back("There is no config.json beside it: only the size of the weights is known.");
    return alone;
  }
  ModelFile file = with_weights(read_config(*config), alone);
  file.remarks.push_back(
      is_config ? fmt::format("The bytes of its weights are from the {} beside it.", Path(*weights).filename().string())
                : "The shape is from the config.json beside it.");
  if (!is_config) {
    file.path = alone.path;
    file.kind = alone.kind;
  }
  return file;
}

ModelFile read_gguf(const std::string& path) {
  OpenFile file(path);
  return gguf_model(path, read_gguf_header(path, file.size(), file.reader()));
}

/// The GGUF files of a folder that hold a network, the first of each that is split, in the order of their names.
std::vector<std::string> gguf_files(const Path& folder) {
  std::vector<std::string> files;
  std::error_code problem;
  for (std::filesystem::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    const std::string name = lower_case(at->path().filename().string());
    const bool is_later = name.find("-of-") != std::string::npos && name.find("00001-of-") == std::string::npos;
    if (name.ends_with(".gguf") && !name.starts_with("mmproj") && !is_later) files.push_back(at->path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// A folder as a download leaves it: with a configuration, one GGUF file, or snapshots of the hub's cache.
ModelFile read_folder(const Path& folder) {
  const std::string shown = printable(folder.string());
  if (const auto config = beside(folder / "", k_config)) return read_config_and_weights(*config);
  if (beside(folder / "", k_adapter_config)) throw DataError({{shown, 0, "", std::string(k_found_adapter)}});
  const auto files = gguf_files(folder);
  if (files.size() == 1) return read_gguf(files.front());
  if (!files.empty()) {
    std::vector<std::string> names;
    names.reserve(files.size());
    for (const std::string& file : files) names.push_back(printable(Path(file).filename().string()));
    throw DataError({{shown, 0, "",
                      fmt::format("expected one model, found {} GGUF files: name one of {}", files.size(),
                                  enumeration(names, "or"))}});
  }
  std::error_code problem;
  std::vector<Path> snapshots;
  for (std::filesystem::directory_iterator at(folder / "snapshots", problem), end; !problem && at != end;
       at.increment(problem)) {
    snapshots.push_back(at->path());
  }
  std::sort(snapshots.begin(), snapshots.end());
  if (!snapshots.empty()) return read_folder(snapshots.back());
  throw DataError({{shown, 0, "", "expected a folder with a config.json or a .gguf file, found none"}});
}

bool is_folder(const Path& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

}  // namespace

void refuse_unknown_family(const ModelFile& file) {
  std::vector<std::string_view> known;
  known.reserve(model_families().size());
  for (const ModelFamily& one : model_families()) known.push_back(one.name);
  throw DataError(
      {{file.path, 0, "/model_type",
        fmt::format("expected a family of models that is known, found \"{}\"{} (see docs/memory.md#families; with the "
                    "model.safetensors.index.json beside it, the size of its weights is known)",
                    file.unknown_family, did_you_mean(file.unknown_family, known))}});
}

bool is_model_file(std::string_view word) {
  const std::string lower = lower_case(word);
  if (std::any_of(k_endings.begin(), k_endings.end(), [&](auto ending) { return lower.ends_with(ending); }))
    return true;
  return word == "." || (word.find('/') != std::string_view::npos && is_folder(Path(word)));
}

ModelFile read_model_file(const std::string& path) {
  const std::string lower = lower_case(path);
  const bool is_named = std::any_of(k_endings.begin(), k_endings.end(), [&](auto end) { return lower.ends_with(end); });
  if (!is_named && is_folder(path)) return read_folder(path);
  if (lower.ends_with(".gguf")) return read_gguf(path);
  return read_config_and_weights(path);
}

}  // namespace gpuadvisor
