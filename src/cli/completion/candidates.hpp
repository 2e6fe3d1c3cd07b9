#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {
namespace cli {

/// A word that may be completed to, and what it means, in a few words.
struct Candidate {
  std::string word;
  std::string meaning;
};

/// What else a shell does.
enum class Beside {
  nothing,
  same_word,  // the word goes on: no blank after it
  files,      // without candidates: names of files
  folders,    // without candidates: names of folders
};

struct Completion {
  std::vector<Candidate> candidates;
  Beside beside = Beside::nothing;
};

/// Whether `word` begins as typed, whatever its case.
[[nodiscard]] inline bool begins_as_typed(std::string_view word, std::string_view typed) {
  return lower_case(word.substr(0, typed.size())) == lower_case(typed);
}

}  // namespace cli

template <>
inline constexpr auto k_enum_names<cli::Beside> = std::to_array<std::string_view>({"nothing", "same-word", "files",
                                                                                   "folders"});

}  // namespace gpuadvisor
