#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "described_command.hpp"

namespace gpuadvisor::cli {

/// What all manual pages say of the program that they belong to.
struct Edition {
  std::string version;
  std::string date;  // of the data: pages of one build are the same whenever they are made
};

/// "gpuadvisor-catalog-diff": the name of a command's manual page.
[[nodiscard]] std::string page_name(std::string_view command);

/// The manual page of a command of this summary, in section 1, for man. `related` are commands whose pages it names.
[[nodiscard]] std::string man_page(const DescribedCommand& command, std::string_view summary, const Edition& edition,
                                   const std::vector<std::string>& related);

}  // namespace gpuadvisor::cli
