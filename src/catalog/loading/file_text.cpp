#include "file_text.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) (void)std::fclose(file);  // only read from
  }
};

}  // namespace

std::string file_text(const std::string& path) {
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

}  // namespace gpuadvisor
