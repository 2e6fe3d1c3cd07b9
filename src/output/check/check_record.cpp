#include "check_view.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

struct CheckQuery {
  const CheckView* view = nullptr;
};

struct CheckSummary {
  const CheckView* view = nullptr;
};

/// A file that --fix brings into canonical form, and whether it did.
struct MendedResult {
  const MendedFile* file = nullptr;
  bool is_written = false;
};

std::vector<MendedResult> mended_results(const CheckView& view) {
  std::vector<MendedResult> results;
  for (const MendedFile& file : view.mended) results.push_back({&file, !view.dry_run});
  return results;
}

std::vector<const Finding*> shown_findings(const CheckView& view) {
  std::vector<const Finding*> shown;
  for (const Finding& finding : view.report.findings) {
    if (view.shows(finding)) shown.push_back(&finding);
  }
  return shown;
}

/// A line or a column; nothing for 0.
std::optional<int> position(int number) { return number > 0 ? std::optional(number) : std::nullopt; }

}  // namespace

template <>
const Record<CheckQuery>& record() {
  static const auto k_record =
      Record<CheckQuery>("query", "What was asked")
          .member("paths", "What was checked, as given", [](const auto& query) { return query.view->paths; })
          .member("disabled", "Rules left out", [](const auto& query) { return query.view->disabled; })
          .member("config", "File of exceptions; null: none",
                  [](const auto& query) { return unless_empty(query.view->config); })
          .member("severity", "Least severity in the results", [](const auto& query) { return query.view->least; })
          .member("strict", "Warnings fail too", [](const auto& query) { return query.view->strict; })
          .member("max_warnings", "More warnings than that fail; null: no limit",
                  [](const auto& query) { return query.view->max_warnings; })
          .least(0)
          .member("fix", "Files without errors are brought into canonical form",
                  [](const auto& query) { return query.view->fixes; })
          .member("dry_run", "With `fix`: files are only listed, not written",
                  [](const auto& query) { return query.view->dry_run; });
  return k_record;
}

template <>
const Record<CheckReport>& record() {
  static const auto k_record =
      Record<CheckReport>("report", "What was checked and what came of it")
          .member("errors", "Findings of that severity",
                  [](const auto& report) { return report.count(Severity::error); })
          .least(0)
          .member("warnings", "Findings of that severity",
                  [](const auto& report) { return report.count(Severity::warning); })
          .least(0)
          .member("notes", "Findings of that severity, listed or not",
                  [](const auto& report) { return report.count(Severity::note); })
          .least(0)
          .member<&CheckReport::excepted>("excepted", "Findings that exceptions cover, which are not listed")
          .least(0)
          .member<&CheckReport::unlisted>("unlisted", "Problems of reading beyond the first thousand")
          .least(0)
          .member<&CheckReport::left_out>(
              "left_out",
              "Records that cannot be read, and those that name them: they are not judged, nor are measurements then")
          .least(0)
          .member<&CheckReport::was_judged>(
              "judged", "False where a catalog could not be read even without such records: then no figure was judged")
          .member<&CheckReport::files>("files", "Files checked")
          .least(0)
          .member<&CheckReport::gpus>("gpus", "GPUs checked")
          .least(0)
          .member<&CheckReport::prices>("prices", "Prices checked")
          .least(0)
          .member<&CheckReport::measurements>("measurements", "Measurements checked")
          .least(0);
  return k_record;
}

template <>
const Record<CheckSummary>& record() {
  static const auto k_record =
      Record<CheckSummary>("summary", "What was checked and what came of it")
          .member("passes", "Whether the exit status is 0", [](const auto& summary) { return summary.view->passes(); })
          .members_of([](const CheckSummary& summary) -> const CheckReport& { return summary.view->report; });
  return k_record;
}

template <>
const Record<MendedResult>& record() {
  static const auto k_record =
      Record<MendedResult>("mended", "A file that `fix` brings into canonical form", Layout::one_line)
          .member("file", "As given", [](const auto& mended) { return mended.file->file; })
          .member("faults", "What was not canonical", [](const auto& mended) { return mended.file->faults; })
          .fewest(1)
          .member<&MendedResult::is_written>("written", "False of a dry run");
  return k_record;
}

template <>
const Record<Finding>& record() {
  static const auto k_record =
      Record<Finding>("finding", "What a rule found")
          .member<&Finding::rule>("rule", "Stable id of the rule")
          .id()
          .member<&Finding::severity>("severity", "How bad it is")
          .member("file", "As given, or `standard input`", [](const auto& finding) { return finding.place.file; })
          .member("line", "From 1; null: the file as a whole",
                  [](const auto& finding) { return position(finding.place.line); })
          .least(1)
          .member("column", "From 1, in characters; null: the whole line",
                  [](const auto& finding) { return position(finding.place.column); })
          .least(1)
          .member("pointer", "JSON Pointer (RFC 6901), or the column of a table; null: the whole document or row",
                  [](const auto& finding) { return unless_empty(finding.place.pointer); })
          .member("subject", "Id of the record that it is about; null: none",
                  [](const auto& finding) { return unless_empty(finding.subject); })
          .member<&Finding::message>("message", "What was found and what was expected");
  return k_record;
}

template <>
const Record<CheckView>& record() {
  static const auto k_record =
      answer_record<CheckView>("check", "check", "Findings about the data that was checked")
          .member("query", "What was asked", [](const auto& view) { return CheckQuery{&view}; })
          .member("summary", "What was checked and what came of it",
                  [](const auto& view) { return CheckSummary{&view}; })
          .member("mended", "Files that `fix` brings into canonical form",
                  [](const auto& view) { return mended_results(view); })
          .member("results", "By file, line, column and rule", [](const auto& view) { return shown_findings(view); })
          .member("warnings", "None", k_no_warnings);
  return k_record;
}

namespace {

struct RulesQuery {};

}  // namespace

template <>
const Record<RulesQuery>& record() {
  static const auto k_record = Record<RulesQuery>("query", "Nothing");
  return k_record;
}

template <>
const Record<Rule>& record() {
  static const auto k_record =
      Record<Rule>("rule", "A rule that judges data")
          .member<&Rule::id>("rule", "Stable id")
          .id()
          .member<&Rule::severity>("severity", "Of its findings")
          .member<&Rule::title>("title", "What it finds")
          .member<&Rule::explanation>("explanation", "What is judged, why, and what to do about a finding");
  return k_record;
}

template <>
const Record<RulesView>& record() {
  static const auto k_record = answer_record<RulesView>("check-rules", "check rules", "The rules that judge data")
                                   .member("query", "Nothing", [](const auto& /*view*/) { return RulesQuery(); })
                                   .member("results", "By id", [](const auto& /*view*/) { return rules(); })
                                   .member("warnings", "None", k_no_warnings);
  return k_record;
}

std::string check_json(const CheckView& view) { return json_text(value_of(view)); }
std::string rules_json(const RulesView& view) { return json_text(value_of(view)); }

}  // namespace gpuadvisor
