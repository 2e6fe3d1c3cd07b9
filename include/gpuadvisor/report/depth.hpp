#pragma once

#include <string>
#include <string_view>

namespace gpuadvisor {

/// How much of an answer is asked for: the facts alone, all of them with what belongs below each, or so of one.
struct Depth {
  bool is_explained = false;
  std::string fact = {};  // the name of the one that is asked for; empty: all

  /// Whether what belongs below a fact is asked for.
  [[nodiscard]] bool wants(std::string_view name) const { return is_explained && (fact.empty() || fact == name); }
};

}  // namespace gpuadvisor
