#include "applied_rules.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "checks/rules/rule_groups.hpp"
#include "form.hpp"

namespace gpuadvisor {
namespace {

bool is_off(const Rule& rule, const std::vector<RuleException>& exceptions) {
  return std::any_of(exceptions.begin(), exceptions.end(), [&](const RuleException& exception) {
    return exception.rule == rule.id && exception.ids.empty();
  });
}

/// Subjects of the errors among findings. They are copied, since findings move as others are added.
std::set<std::string> explained_subjects(const std::vector<Finding>& findings) {
  std::set<std::string> subjects;
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::error) subjects.insert(finding.subject);
  }
  return subjects;
}

bool is_of_measurements(const Rule& rule) {
  const auto of_measurements = measurement_rules();
  return std::any_of(of_measurements.begin(), of_measurements.end(),
                     [&](const Rule& one) { return one.id == rule.id; });
}

/// Whether a rule judges the texts themselves, whatever their records say.
bool is_about_texts(const Rule& rule) { return is_reading_rule(rule.id) || rule.id == k_form_rule; }

}  // namespace

void apply_rules(const CheckedData& data, const std::vector<RuleException>& exceptions,
                 std::vector<Finding>& findings) {
  const auto apply = [&](bool silent_after_error, std::vector<Finding>& found) {
    for (const Rule* rule : rules()) {
      if (rule->judge == nullptr || rule->silent_after_error != silent_after_error || is_off(*rule, exceptions))
        continue;
      Findings of_rule(*rule, data, found);
      rule->judge(data, of_rule);
    }
  };
  apply(false, findings);
  const auto explained = explained_subjects(findings);
  std::vector<Finding> comparisons;
  apply(true, comparisons);
  std::copy_if(comparisons.begin(), comparisons.end(), std::back_inserter(findings),
               [&](const Finding& finding) { return !explained.contains(finding.subject); });
}

std::vector<UnappliedRule> unapplied_rules(const std::vector<RuleException>& exceptions, bool was_judged,
                                           bool without_measurements) {
  std::vector<UnappliedRule> unapplied;
  for (const Rule* rule : rules()) {
    if (is_off(*rule, exceptions)) {
      unapplied.push_back({rule->id, "left out by an exception"});
    } else if (!was_judged && !is_about_texts(*rule)) {
      unapplied.push_back({rule->id, "the data cannot be read"});
    } else if (is_of_measurements(*rule) && without_measurements) {
      unapplied.push_back({rule->id, "measurements are judged only where all data can be read"});
    }
  }
  return unapplied;
}

}  // namespace gpuadvisor
