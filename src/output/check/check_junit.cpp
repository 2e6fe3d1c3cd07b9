#include <fmt/format.h>

#include <algorithm>

#include "check_message.hpp"
#include "check_view.hpp"
#include "core/text.hpp"

namespace gpuadvisor {
namespace {

/// As XML 1.0 wants it in text and attributes. Of what printable() leaves, it has no place for U+FFFE and U+FFFF.
std::string escaped(std::string_view text) {
  std::string shown = printable(text);
  for (const std::string_view none : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) {
    for (auto at = shown.find(none); at != std::string::npos; at = shown.find(none))
      shown.replace(at, none.size(), 1, '?');
  }
  std::string result;
  for (const char c : shown) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string place_text(const Place& place) {
  std::string text = printable(place.file);
  if (place.line > 0) text += fmt::format(":{}", place.line);
  if (place.column > 0) text += fmt::format(":{}", place.column);
  return text;
}

bool fails(const CheckView& view, const Finding& finding) {
  return finding.severity == Severity::error ||
         (finding.severity == Severity::warning && (view.strict || view.max_warnings.has_value()) && !view.passes());
}

/// Null where the rule was applied.
const UnappliedRule* unapplied_rule(const CheckView& view, const Rule& rule) {
  const auto& all = view.report.unapplied;
  const auto at = std::find_if(all.begin(), all.end(), [&](const UnappliedRule& one) { return one.rule == rule.id; });
  return at == all.end() ? nullptr : &*at;
}

std::string test_case(const CheckView& view, const Rule& rule) {
  std::string failures;
  std::string remarks;
  for (const Finding& finding : view.report.findings) {
    if (finding.rule != rule.id || !view.shows(finding)) continue;
    const std::string message = escaped(check_message(finding));
    const std::string line = escaped(place_text(finding.place)) + ": " + message;
    if (fails(view, finding)) {
      failures += fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", enum_name(finding.severity),
                              message, line);
    } else {
      remarks += line + '\n';
    }
  }
  std::string content = failures;
  if (const UnappliedRule* unapplied = unapplied_rule(view, rule)) {
    content += fmt::format("      <skipped message=\"{}\"/>\n", escaped(unapplied->reason));
  }
  if (!remarks.empty()) content += fmt::format("      <system-out>{}</system-out>\n", remarks);
  const std::string start = fmt::format(R"(    <testcase classname="gpuadvisor.check" name="{}")", rule.id);
  return content.empty() ? start + "/>\n" : start + ">\n" + content + "    </testcase>\n";
}

}  // namespace

std::string check_junit(const CheckView& view) {
  std::string cases;
  for (const Rule* rule : rules()) cases += test_case(view, *rule);
  const auto failing = static_cast<std::size_t>(std::count_if(rules().begin(), rules().end(), [&](const Rule* rule) {
    return std::any_of(view.report.findings.begin(), view.report.findings.end(),
                       [&](const Finding& finding) { return finding.rule == rule->id && fails(view, finding); });
  }));
  const std::string counts = fmt::format(R"(tests="{}" failures="{}" errors="0" skipped="{}")", rules().size(), failing,
                                         view.report.unapplied.size());
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {0}>\n  <testsuite name=\"gpuadvisor check\" {0}>\n{1}"
      "  </testsuite>\n</testsuites>\n",
      counts, cases);
}

}  // namespace gpuadvisor
