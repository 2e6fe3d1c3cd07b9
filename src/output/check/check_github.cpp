#include <fmt/format.h>

#include "check_message.hpp"
#include "check_view.hpp"
#include "core/text.hpp"
#include "plain_path.hpp"

namespace gpuadvisor {
namespace {

/// As the runner of the actions reads it back: in properties, what separates them is escaped too.
std::string escaped(std::string_view text, bool is_property) {
  std::string result;
  for (const char c : text) {
    const bool is_special = c == '%' || c == '\r' || c == '\n' || (is_property && (c == ':' || c == ','));
    if (is_special) {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result;
}

std::string_view command(Severity severity) { return severity == Severity::note ? "notice" : enum_name(severity); }

}  // namespace

std::string check_github(const CheckView& view) {
  std::string text;
  for (const Finding& finding : view.report.findings) {
    if (!view.shows(finding)) continue;
    std::string properties = "file=" + escaped(printable(plain_path(finding.place.file)), true);
    if (finding.place.line > 0) properties += fmt::format(",line={}", finding.place.line);
    if (finding.place.column > 0) properties += fmt::format(",col={}", finding.place.column);
    const Rule* of = rule(finding.rule);
    properties += ",title=" + escaped(fmt::format("{} [{}]", of->title, finding.rule), true);
    text += fmt::format("::{} {}::{}\n", command(finding.severity), properties, escaped(check_message(finding), false));
  }
  return text;
}

}  // namespace gpuadvisor
