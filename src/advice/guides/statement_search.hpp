#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guide_statement.hpp"

namespace gpuadvisor {

/// Words to look for in statements. All of them must be there, in any order and case; a number must stand alone, so
/// that "8" is not found in 80, and finds "8 GB" when "8GB" is asked for.
class StatementSearch {
 public:
  explicit StatementSearch(std::string_view words);
  /// Whether they are in its words, notes, steps, figures, or names of GPUs. Without words: true.
  [[nodiscard]] bool finds(const GuideStatement& said) const;

 private:
  std::vector<std::vector<std::string>> m_words;  // each with its spellings
};

}  // namespace gpuadvisor
