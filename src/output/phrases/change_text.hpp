#pragma once

#include <string>
#include <vector>

#include "gpuadvisor/advice/relaxation.hpp"

namespace gpuadvisor {

/// Whether an option is to be left out.
[[nodiscard]] bool is_without(const Change& change);

/// A change of a request as the option to give or to leave out: "--budget 584", "--vendor".
[[nodiscard]] std::string option_text(const Change& change);

/// Each change in words: "--budget 584", "without --vendor".
[[nodiscard]] std::vector<std::string> change_texts(const std::vector<Change>& changes);

/// The options that lift default constraints for every GPU: "--form any --support any". Requires that all are defaults.
[[nodiscard]] std::string lifting_text(const Failures& constraints);

}  // namespace gpuadvisor
