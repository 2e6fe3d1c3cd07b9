#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/gpu.hpp"

namespace gpuadvisor {

/// GPUs picked by names or patterns (find_by_pattern). Views their catalog.
class NamedGpus {
 public:
  /// Adds the GPUs that `pattern` stands for.
  void add(std::string pattern, const std::vector<const Gpu*>& gpus);

  /// As they were given.
  [[nodiscard]] const std::vector<std::string>& patterns() const { return m_patterns; }
  /// The first pattern that stands for the GPU; null when none does.
  [[nodiscard]] const std::string* pattern_of(const Gpu& gpu) const;

 private:
  struct Named {
    std::string_view id;
    std::size_t pattern;
  };
  std::vector<std::string> m_patterns;
  std::vector<Named> m_gpus;  // by id, each once
};

}  // namespace gpuadvisor
