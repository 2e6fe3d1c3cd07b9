#include <fmt/format.h>

#include "catalog_diff_words.hpp"
#include "core/text.hpp"
#include "output/phrases/data_day.hpp"

namespace gpuadvisor {
namespace {

std::string side_text(const ComparedCatalog& compared) {
  const std::string day = data_day(compared.catalog);
  return fmt::format("{} ({} GPUs{}{})", printable(compared.name), compared.catalog.gpus, day.empty() ? "" : ", ", day);
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

}  // namespace

CutDocument catalog_diff_document(const CatalogDiffReport& report, std::size_t limit) {
  CutDocument cut;
  Document& document = cut.document;
  document.paragraph(heading(report) + ' ' + diff_summary(report.records));
  for (const DiffSection& section : all_sections(report, limit)) {
    document.heading(section.title);
    for (const DiffEntry& entry : section.entries) {
      document.item(entry.text);
      for (const auto& detail : entry.details) document.item(detail, 2);
    }
    if (section.left_out > 0) document.item(fmt::format("and {} more", section.left_out));
    cut.left_out += section.left_out;
  }
  return cut;
}

}  // namespace gpuadvisor
