/// Runs a fuzz target on the files that it is given, or on all in a folder: the kept inputs, without libFuzzer.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "target.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// False when the file cannot be read.
bool replay(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) return false;
  (void)std::fprintf(stderr, "%s\n", path.filename().c_str());  // the last one is where a failure was
  // A buffer of just that size, so that reading behind it is seen.
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  (void)LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& file : files_in(argv[i])) {
      if (!replay(file)) {
        (void)std::fprintf(stderr, "%s: cannot be read\n", file.c_str());
        return 1;
      }
      ++count;
    }
  }
  (void)std::printf("%zu inputs\n", count);
  return count > 0 ? 0 : 1;  // an empty corpus tests nothing
}
