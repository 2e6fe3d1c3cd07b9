#include "source_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "output/phrases/data_day.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/source_text.hpp"

namespace gpuadvisor {
namespace {

bool is_in_full(const SourceReport& report) { return !report.ids.empty() || report.gpu != nullptr; }

std::string heading(const SourceReport& report) {
  const std::string sources = counted(report.sources.size(), "source");
  if (report.gpu != nullptr) return fmt::format("{} behind the {}", sources, short_name(*report.gpu));
  const std::string day = data_day(report.catalog);
  return fmt::format("{} of the catalog of {} GPUs{}{}", sources, report.catalog.gpus, day.empty() ? "" : ", ", day);
}

void add_entry(Document& document, const SourceReport& report, const SourceUsage& usage) {
  const Source& source = *usage.source;
  document.gap();
  if (is_in_full(report)) {
    document.heading(fmt::format("{} ({})", source.title, source.id), 3);
    document.table(source_table(usage, report.gpu != nullptr), 2);
  } else {
    document.paragraph(source_title(source));
    document.item(fmt::format("{}: {}", source.id, supplies_text(usage, false)), 2);
  }
}

}  // namespace

Document document_of(const SourceReport& report) {
  Document document;
  document.title(heading(report) + '.').gap();
  for (std::size_t i = 0; i < k_enum_names<SourceGrade>.size(); ++i) {
    const auto grade = static_cast<SourceGrade>(i);
    const auto is_of_grade = [grade](const SourceUsage& usage) { return usage.source->grade == grade; };
    const auto count = std::count_if(report.sources.begin(), report.sources.end(), is_of_grade);
    if (count == 0) continue;
    document.heading(fmt::format("{} ({}): {}", grade_word(grade), count, meaning(grade)));
    for (const SourceUsage& usage : report.sources) {
      if (is_of_grade(usage)) add_entry(document, report, usage);
    }
  }
  if (is_in_full(report)) return document;
  return document.gap().paragraph("Address, licence and notes of one: `gpuadvisor sources ID`.");
}

}  // namespace gpuadvisor
