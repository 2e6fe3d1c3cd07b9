#pragma once

#include <string>

#include "checks/engine/finding.hpp"

namespace gpuadvisor {

/// What a finding says where its place is shown apart from it, or not at all: with the record and the member.
[[nodiscard]] std::string check_message(const Finding& finding);

}  // namespace gpuadvisor
