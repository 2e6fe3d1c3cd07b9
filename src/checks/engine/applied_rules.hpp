#pragma once

#include <vector>

#include "check.hpp"
#include "checks/rules/rule.hpp"

namespace gpuadvisor {

/// Adds what the rules find, but for those that an exception leaves out. Those that yield say nothing of records in
/// which another finds an error.
void apply_rules(const CheckedData& data, const std::vector<RuleException>& exceptions, std::vector<Finding>& findings);

/// Which rules said nothing of the data because they were not asked, and why.
[[nodiscard]] std::vector<UnappliedRule> unapplied_rules(const std::vector<RuleException>& exceptions, bool was_judged,
                                                         bool without_measurements);

}  // namespace gpuadvisor
