#include <fmt/format.h>

#include <map>
#include <utility>
#include <vector>

#include "check_view.hpp"
#include "core/text.hpp"
#include "output/phrases/figure_words.hpp"

namespace gpuadvisor {
namespace {

using ReferenceText = std::pair<std::string_view, std::string_view>;  // file and message

/// By which references that lead nowhere are the same to a reader: a record that is gone may be named everywhere.
ReferenceText text_of_reference(const Finding& finding) {
  if (finding.rule != "reference") return {};
  return {finding.place.file, finding.message};
}

std::map<ReferenceText, std::size_t> repeated_references(const std::vector<Finding>& findings) {
  std::map<ReferenceText, std::size_t> counts;
  for (const Finding& finding : findings) ++counts[text_of_reference(finding)];
  std::erase_if(counts, [](const auto& one) { return one.second < 2 || one.first == ReferenceText(); });
  return counts;
}

}  // namespace

bool CheckView::passes() const {
  const std::size_t warnings = report.count(Severity::warning);
  const std::size_t allowed = strict ? 0 : max_warnings.value_or(warnings);
  return report.count(Severity::error) == 0 && warnings <= allowed;
}

std::string check_text(const CheckView& view) {
  std::string text;
  auto repeats = repeated_references(view.report.findings);
  for (const Finding& finding : view.report.findings) {
    if (!view.shows(finding)) continue;
    std::size_t others = 0;
    if (const auto at = repeats.find(text_of_reference(finding)); at != repeats.end()) {
      if (at->second == 0) continue;
      others = std::exchange(at->second, 0) - 1;
    }
    std::string place = printable(finding.place.file);
    if (finding.place.line > 0) place += fmt::format(":{}", finding.place.line);
    if (finding.place.column > 0) place += fmt::format(":{}", finding.place.column);
    const std::string pointer = finding.place.pointer.empty() ? "" : finding.place.pointer + ": ";
    const std::string more = others == 0 ? "" : fmt::format(", and at {} of this file", counted(others, "more place"));
    text += fmt::format("{}: {}: {}{}{} [{}]\n", place, enum_name(finding.severity), pointer, finding.message, more,
                        finding.rule);
  }
  return text;
}

std::string mended_text(const CheckView& view, std::string_view lead) {
  std::string text;
  for (const MendedFile& file : view.mended) {
    text += fmt::format("{}{}: {}: {}\n", lead, printable(file.file), view.dry_run ? "would be mended" : "mended",
                        words_of(file.faults));
  }
  return text;
}

std::string check_summary(const CheckView& view, std::string_view lead) {
  const CheckReport& report = view.report;
  std::vector<std::string> checked = {counted(report.files, "file")};
  if (report.gpus > 0) checked.push_back(counted(report.gpus, "GPU"));
  if (report.prices > 0) checked.push_back(counted(report.prices, "price"));
  if (report.measurements > 0) checked.push_back(counted(report.measurements, "measurement"));
  const std::vector<std::string> found = {counted(report.count(Severity::error), "error"),
                                          counted(report.count(Severity::warning), "warning"),
                                          counted(report.count(Severity::note), "note")};
  std::vector<std::string> lines = {fmt::format("{}: {}", enumeration(checked), enumeration(found))};
  if (view.least != Severity::note && report.count(Severity::note) > 0) {
    lines.emplace_back("--severity note shows the notes");
  }
  if (report.unlisted > 0) {
    lines.push_back(fmt::format("{} not listed", counted(report.unlisted, "more problem is", "more problems are")));
  }
  if (report.excepted > 0) {
    lines.push_back(fmt::format("{} covered by exceptions", counted(report.excepted, "finding is", "findings are")));
  }
  if (!report.was_judged) {
    lines.emplace_back("no figure was judged, since the data cannot be read");
  } else if (report.left_out > 0) {
    lines.push_back(
        fmt::format("{} not judged, nor are measurements",
                    counted(report.left_out, "record that cannot be read is", "records that cannot be read are")));
  }
  std::string text;
  for (const auto& line : lines) text += fmt::format("{}{}\n", lead, line);
  return text;
}

Document rules_document() {
  Table table{{{"rule"}, {"severity"}, {"what it finds", false, true}}, {}};
  for (const Rule* rule : rules()) {
    table.rows.push_back({std::string(rule->id), std::string(enum_name(rule->severity)), std::string(rule->title)});
  }
  Document document;
  return document.table(std::move(table));
}

Document rule_document(const Rule& rule) {
  Document document;
  document.paragraph(fmt::format("{} ({}): {}.", rule.id, enum_name(rule.severity), rule.title));
  return document.gap().paragraph(std::string(rule.explanation));
}

}  // namespace gpuadvisor
