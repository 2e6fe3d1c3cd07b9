#pragma once

#include <vector>

#include "check.hpp"

namespace gpuadvisor {

/// A finding for each id of these exceptions that covers none of the findings in `report`, which must hold those that
/// are covered, too. None where that may be for another reason: an error that hides what follows, a rule that was not
/// applied, records left out.
[[nodiscard]] std::vector<Finding> unused_exceptions(const std::vector<RuleException>& exceptions,
                                                     const CheckReport& report);

}  // namespace gpuadvisor
