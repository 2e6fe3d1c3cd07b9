#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "finding.hpp"

namespace gpuadvisor {

/// A rule that is not to be applied, and why.
struct RuleException {
  std::string rule;
  std::vector<std::string> ids;  // of the records that it is not applied to; empty: it is applied to none
  std::string reason;
  Place place{};  // of the exception; without a file when it was not read from one
};

/// Reads `{"exceptions": [{"rule": …, "ids": […], "reason": …}]}` (docs/check.md). Throws DataError with every
/// problem: unknown rules and fields, exceptions without a reason, rules about what cannot be read.
[[nodiscard]] std::vector<RuleException> parse_check_config(const std::string& file, const std::string& text);

/// Whether a rule finds what cannot be read, which no exception covers.
[[nodiscard]] bool is_reading_rule(std::string_view id);

/// Whether an exception covers the finding.
[[nodiscard]] bool is_excepted(const Finding& finding, const std::vector<RuleException>& exceptions);

}  // namespace gpuadvisor
