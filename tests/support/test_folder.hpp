#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace gpuadvisor {

/// An empty folder of its own, removed at the end.
class TestFolder {
 public:
  TestFolder() : m_path(std::filesystem::temp_directory_path() / ("gpuadvisor-test-" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(m_path);
    std::filesystem::create_directories(m_path);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() { std::filesystem::remove_all(m_path); }

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((m_path / file).parent_path());
    std::ofstream(m_path / file) << text;
  }
  [[nodiscard]] std::string path(const std::string& file = "") const {
    return file.empty() ? m_path.generic_string() : (m_path / file).generic_string();
  }

 private:
  std::filesystem::path m_path;
};

}  // namespace gpuadvisor
