#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "checks/engine/check.hpp"
#include "checks/engine/form.hpp"
#include "checks/rules/rule.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// A report of `check`, and what was asked. Views what it is made from.
struct CheckView {
  const CheckReport& report;              // findings of all severities
  CatalogStamp catalog;                   // the built-in one
  std::span<const std::string> paths;     // as given
  std::span<const std::string> disabled;  // ids of rules
  std::string_view config;                // file of exceptions; empty: none
  Severity least = Severity::warning;     // findings below are only counted
  bool strict = false;                    // warnings fail
  std::optional<std::size_t> max_warnings{};
  bool fixes = false;    // files are brought into canonical form
  bool dry_run = false;  // only told which would be
  std::span<const MendedFile> mended{};

  [[nodiscard]] bool shows(const Finding& finding) const { return finding.severity <= least; }
  /// Whether the data passes: no errors, and no more warnings than are allowed.
  [[nodiscard]] bool passes() const;
};

/// All rules. Views what it is made from.
struct RulesView {
  CatalogStamp catalog;  // the built-in one
};

/// A line per finding: `file:line:column: severity: message [rule]`.
[[nodiscard]] std::string check_text(const CheckView& view);
/// A line per file that --fix brings into canonical form, each after `lead`.
[[nodiscard]] std::string mended_text(const CheckView& view, std::string_view lead = {});
/// What was checked and what came of it, in a line or a few, each after `lead`.
[[nodiscard]] std::string check_summary(const CheckView& view, std::string_view lead = {});
/// Workflow commands of GitHub Actions, which annotate the lines of a change.
[[nodiscard]] std::string check_github(const CheckView& view);
/// A log in the Static Analysis Results Interchange Format, SARIF 2.1.0 (OASIS), with all rules.
[[nodiscard]] std::string check_sarif(const CheckView& view);
/// JUnit's XML: a test per rule.
[[nodiscard]] std::string check_junit(const CheckView& view);

/// All rules in a table: id, severity, title.
[[nodiscard]] Document rules_document();
/// One rule in full.
[[nodiscard]] Document rule_document(const Rule& rule);

template <>
Record<CheckView> description();
template <>
Record<RulesView> description();

}  // namespace gpuadvisor
