#include "check_view.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

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

Record<CheckView> check_query_record() {
  return Record<CheckView>("query", "What was asked")
      .member<&CheckView::paths>("paths", "What was checked, as given")
      .member<&CheckView::disabled>("disabled", "Rules left out")
      .member<&CheckView::config>("config", "File of exceptions; null: none", or_null())
      .member<&CheckView::least>("severity", "Least severity in the results")
      .member<&CheckView::strict>("strict", "Warnings fail too")
      .member<&CheckView::max_warnings>("max_warnings", "More warnings than that fail; null: no limit", least(0))
      .member<&CheckView::fixes>("fix", "Files without errors are brought into canonical form")
      .member<&CheckView::dry_run>("dry_run", "With `fix`: files are only listed, not written");
}

}  // namespace

template <>
Record<CheckReport> description() {
  return Record<CheckReport>("report", "What was checked and what came of it")
      .member("errors", "Findings of that severity", least(0),
              [](const auto& report) { return report.count(Severity::error); })
      .member("warnings", "Findings of that severity", least(0),
              [](const auto& report) { return report.count(Severity::warning); })
      .member("notes", "Findings of that severity, listed or not", least(0),
              [](const auto& report) { return report.count(Severity::note); })
      .member<&CheckReport::excepted>("excepted", "Findings that exceptions cover, which are not listed", least(0))
      .member<&CheckReport::unlisted>("unlisted", "Problems of reading beyond the first thousand", least(0))
      .member<&CheckReport::left_out>(
          "left_out",
          "Records that cannot be read, and those that name them: they are not judged, nor are measurements then",
          least(0))
      .member<&CheckReport::was_judged>(
          "judged", "False where a catalog could not be read even without such records: then no figure was judged")
      .member<&CheckReport::files>("files", "Files checked", least(0))
      .member<&CheckReport::gpus>("gpus", "GPUs checked", least(0))
      .member<&CheckReport::prices>("prices", "Prices checked", least(0))
      .member<&CheckReport::measurements>("measurements", "Measurements checked", least(0));
}

namespace {

Record<CheckView> check_summary_record() {
  return Record<CheckView>("summary", "What was checked and what came of it")
      .member<&CheckView::passes>("passes", "Whether the exit status is 0")
      .members_of([](const CheckView& view) -> const CheckReport& { return view.report; });
}

}  // namespace

template <>
Record<MendedResult> description() {
  return Record<MendedResult>("mended", "A file that `fix` brings into canonical form", Layout::one_line)
      .member<&MendedResult::file, &MendedFile::file>("file", "As given")
      .member<&MendedResult::file, &MendedFile::faults>("faults", "What was not canonical", fewest(1))
      .member<&MendedResult::is_written>("written", "False of a dry run");
}

template <>
Record<Finding> description() {
  return Record<Finding>("finding", "What a rule found")
      .member<&Finding::rule>("rule", "Stable id of the rule", id())
      .member<&Finding::severity>("severity", "How bad it is")
      .member("file", "As given, or `standard input`", [](const auto& finding) { return finding.place.file; })
      .member("line", "From 1; null: the file as a whole", least(1),
              [](const auto& finding) { return position(finding.place.line); })
      .member("column", "From 1, in characters; null: the whole line", least(1),
              [](const auto& finding) { return position(finding.place.column); })
      .member("pointer", "JSON Pointer (RFC 6901), or the column of a table; null: the whole document or row",
              [](const auto& finding) { return unless_empty(finding.place.pointer); })
      .member<&Finding::subject>("subject", "Id of the record that it is about; null: none", or_null())
      .member<&Finding::message>("message", "What was found and what was expected");
}

template <>
Record<CheckView> description() {
  return answer_record<CheckView>("check", "check", "Findings about the data that was checked")
      .member<as<check_query_record>>("query", "What was asked")
      .member<as<check_summary_record>>("summary", "What was checked and what came of it")
      .member("mended", "Files that `fix` brings into canonical form",
              [](const auto& view) { return mended_results(view); })
      .member("results", "By file, line, column and rule", [](const auto& view) { return shown_findings(view); })
      .member("warnings", "None", k_no_warnings);
}

namespace {

Record<RulesView> rules_query_record() { return {"query", "Nothing"}; }

}  // namespace

template <>
Record<Rule> description() {
  return Record<Rule>("rule", "A rule that judges data")
      .member<&Rule::id>("rule", "Stable id", id())
      .member<&Rule::severity>("severity", "Of its findings")
      .member<&Rule::title>("title", "What it finds")
      .member<&Rule::explanation>("explanation", "What is judged, why, and what to do about a finding");
}

template <>
Record<RulesView> description() {
  return answer_record<RulesView>("check-rules", "check rules", "The rules that judge data")
      .member<as<rules_query_record>>("query", "Nothing")
      .member("results", "By id", [](const auto& /*view*/) { return rules(); })
      .member("warnings", "None", k_no_warnings);
}

}  // namespace gpuadvisor
