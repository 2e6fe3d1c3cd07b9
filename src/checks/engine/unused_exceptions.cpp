#include "unused_exceptions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "checks/rules/rule_groups.hpp"
#include "core/text.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_exception_rules = std::to_array<Rule>({
    {"unused-exception", Severity::warning, "An exception covers nothing",
     "An exception says why the data are right where a rule finds fault. Where the rule finds none any more, the "
     "exception would hide the next slip: take it out. Told of the `check.json` of a folder that is checked as a "
     "whole, where there is no error."},
});

bool has_errors(const std::vector<RuleException>& exceptions, const CheckReport& report) {
  return std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
    return finding.severity == Severity::error && !is_excepted(finding, exceptions);
  });
}

bool was_applied(std::string_view rule, const CheckReport& report) {
  return std::none_of(report.unapplied.begin(), report.unapplied.end(),
                      [&](const UnappliedRule& one) { return one.rule == rule; });
}

}  // namespace

std::span<const Rule> exception_rules() { return k_exception_rules; }

std::vector<Finding> unused_exceptions(const std::vector<RuleException>& exceptions, const CheckReport& report) {
  std::vector<Finding> unused;
  if (!report.was_judged || report.left_out > 0 || has_errors(exceptions, report)) return unused;
  std::set<std::pair<std::string_view, std::string_view>> found;  // rule and subject
  for (const Finding& finding : report.findings) {
    found.insert({finding.rule, finding.subject});
    found.insert({finding.rule, finding.quote});
  }
  const Rule& rule = k_exception_rules.front();
  for (const RuleException& exception : exceptions) {
    if (!was_applied(exception.rule, report)) continue;
    for (const std::string& id : exception.ids) {
      if (found.contains({exception.rule, id})) continue;
      unused.push_back({rule.id, rule.severity, exception.place, id,
                        fmt::format("{} finds nothing about \"{}\"", exception.rule, printable(id))});
    }
  }
  return unused;
}

}  // namespace gpuadvisor
