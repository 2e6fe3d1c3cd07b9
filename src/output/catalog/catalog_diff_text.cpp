#include <fmt/format.h>

#include "catalog_diff_words.hpp"
#include "core/text.hpp"
#include "output/phrases/data_day.hpp"
#include "report/list_item.hpp"
#include "report/markdown.hpp"

namespace gpuadvisor {
namespace {

std::string side_text(const ComparedCatalog& compared) {
  const std::string day = data_day(compared.catalog);
  return fmt::format("{} ({} GPUs{}{})", printable(compared.name), compared.catalog.gpus().size(),
                     day.empty() ? "" : ", ", day);
}

std::string heading(const CatalogDiffReport& report) {
  return fmt::format("From {} to {}{}.", side_text(report.before), side_text(report.after),
                     report.is_overlay ? ", each laid over the built-in catalog" : "");
}

/// Nothing where no record differs: then the advice is the same, but for nobody to ask.
std::vector<DiffSection> all_sections(const CatalogDiffReport& report, std::size_t limit) {
  std::vector<DiffSection> sections = record_sections(report, limit);
  if (report.records.is_empty()) return sections;
  for (DiffSection& section : advice_sections(report, limit)) sections.push_back(std::move(section));
  return sections;
}

std::string more_text(std::size_t left_out) { return fmt::format("and {} more", left_out); }

}  // namespace

CutText catalog_diff_table(const CatalogDiffReport& report, std::size_t limit, const Page& page) {
  constexpr std::size_t k_indent = 4;
  CutText cut{wrapped(heading(report) + ' ' + diff_summary(report.records), page.width), 0};
  for (const DiffSection& section : all_sections(report, limit)) {
    cut.text += '\n' + emphasised(wrapped(section.title, page.width), Style::bold, page);
    for (const DiffEntry& entry : section.entries) {
      cut.text += list_item(entry.text, page.width);
      for (const auto& detail : entry.details) {
        const Table block{{{"", false, true}}, {{detail}}};
        cut.text += render(block, page.width, false, k_indent);
      }
    }
    if (section.left_out > 0) cut.text += list_item(more_text(section.left_out), page.width);
    cut.left_out += section.left_out;
  }
  return cut;
}

CutText catalog_diff_markdown(const CatalogDiffReport& report, std::size_t limit) {
  CutText cut{markdown_paragraph(heading(report)) + "\n" + markdown_paragraph(diff_summary(report.records)), 0};
  for (const DiffSection& section : all_sections(report, limit)) {
    cut.text += "\n### " + markdown_text(section.title) + "\n";
    if (!section.entries.empty()) cut.text += '\n';
    for (const DiffEntry& entry : section.entries) {
      cut.text += "- " + markdown_text(entry.text) + '\n';
      for (const auto& detail : entry.details) cut.text += "  - " + markdown_text(detail) + '\n';
    }
    if (section.left_out > 0) cut.text += "- " + markdown_text(more_text(section.left_out)) + '\n';
    cut.left_out += section.left_out;
  }
  return cut;
}

}  // namespace gpuadvisor
