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
#include "core/text.hpp"
#include "formats/gguf.hpp"
#include "formats/json_limits.hpp"
#include "formats/safetensors.hpp"
#include "gguf_model.hpp"
#include "gpuadvisor/core/error.hpp"
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

ModelFile read_config(const std::string& path) { return config_model(path, OpenFile(path).text(k_max_json_bytes)); }

/// The index of several files, with the configuration beside it.
ModelFile read_index(const std::string& path) {
  const std::string text = OpenFile(path).text(k_tensor_list_limits.bytes);
  const std::string config = (std::filesystem::path(path).parent_path() / "config.json").string();
  std::error_code ignored;  // a file that cannot be looked at is taken for none
  const bool has_config = std::filesystem::exists(config, ignored);
  return safetensors_index_model(path, text, has_config ? std::optional(read_config(config)) : std::nullopt);
}

}  // namespace

bool is_model_file(std::string_view word) {
  const std::string lower = lower_case(word);
  return std::any_of(k_endings.begin(), k_endings.end(), [&](auto ending) { return lower.ends_with(ending); });
}

ModelFile read_model_file(const std::string& path) {
  const std::string lower = lower_case(path);
  if (lower.ends_with(k_index_ending)) return read_index(path);
  if (lower.ends_with(".gguf")) {
    OpenFile file(path);
    return gguf_model(path, read_gguf_header(path, file.size(), file.reader()));
  }
  if (lower.ends_with(".safetensors")) {
    OpenFile file(path);
    return safetensors_model(path, read_safetensors_header(path, file.size(), file.reader()));
  }
  return read_config(path);
}

}  // namespace gpuadvisor
