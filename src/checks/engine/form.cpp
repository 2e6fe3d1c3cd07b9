#include "form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "checks/rules/rule_groups.hpp"
#include "core/text.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_form_rules = std::to_array<Rule>({
    {k_form_rule, Severity::warning, "A file is not in canonical form",
     "Data files have one form (docs/data.md): records in their order, members in the order of the schema, numbers and "
     "texts spelled one way, two blanks of indentation, a line end at the end. So a change shows as what it is, "
     "and two edits that do not meet merge. `check --fix` brings files into that form, and changes nothing that they "
     "say."},
});

constexpr auto k_words = std::to_array<std::string_view>(
    {"the order of records", "the order of members", "numbers", "texts", "white space"});
static_assert(k_words.size() == k_enum_names<FormFault>.size());

template <class Visit>
void for_each_document(const CheckInput& input, Visit visit) {
  for (const CatalogLayer& folder : input.folders) std::for_each(folder.begin(), folder.end(), visit);
  std::for_each(input.files.begin(), input.files.end(), visit);
}

}  // namespace

std::span<const Rule> form_rules() { return k_form_rules; }

std::string words_of(const std::vector<FormFault>& faults) {
  std::vector<std::string> words;
  words.reserve(faults.size());
  for (const FormFault fault : faults) words.emplace_back(k_words[static_cast<std::size_t>(fault)]);
  return enumeration(words);
}

void judge_form(std::span<const CatalogDocument* const> documents, std::vector<Finding>& findings) {
  std::vector<Finding> found;
  for (const CatalogDocument* one : documents) {
    const CatalogDocument& document = *one;
    const bool has_error = std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
      return finding.severity == Severity::error && finding.place.file == document.file;
    });
    if (has_error || document.file == k_standard_input) continue;
    const CanonicalText canonical = canonical_text(document);
    if (canonical.faults.empty()) continue;
    Place place{document.file, first_different_line(document.text, canonical.text), 0, ""};
    found.push_back(
        {k_form_rule, Severity::warning, std::move(place), "",
         fmt::format("not canonical from here on: {}; check --fix mends that", words_of(canonical.faults))});
  }
  findings.insert(findings.end(), found.begin(), found.end());
}

std::vector<MendedFile> mended_files(const CheckInput& input, const CheckReport& report) {
  std::vector<MendedFile> mended;
  for_each_document(input, [&](const CatalogDocument& document) {
    const bool is_meant = std::any_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
      return finding.rule == k_form_rule && finding.place.file == document.file;
    });
    if (!is_meant) return;
    CanonicalText canonical = canonical_text(document);
    mended.push_back({document.file, document.text, std::move(canonical.text), std::move(canonical.faults)});
  });
  return mended;
}

CheckInput with_mended(CheckInput input, const std::vector<MendedFile>& mended) {
  const auto mend = [&](CatalogLayer& layer) {
    for (CatalogDocument& document : layer) {
      const auto found =
          std::find_if(mended.begin(), mended.end(), [&](const MendedFile& one) { return one.file == document.file; });
      if (found != mended.end()) document.text = found->text;
    }
  };
  std::for_each(input.folders.begin(), input.folders.end(), mend);
  mend(input.files);
  return input;
}

}  // namespace gpuadvisor
