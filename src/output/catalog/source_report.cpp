#include "source_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/source_text.hpp"

namespace gpuadvisor {
namespace {

bool is_in_full(const SourceReport& report) { return !report.ids.empty() || report.gpu != nullptr; }

std::string heading(const SourceReport& report) {
  const std::size_t count = report.sources.size();
  const std::string sources = fmt::format("{} source{}", count, count == 1 ? "" : "s");
  if (report.gpu != nullptr) return fmt::format("{} behind the {}", sources, short_name(*report.gpu));
  const std::string day = data_day(report.catalog);
  return fmt::format("{} of the catalog of {} GPUs{}{}", sources, report.catalog.gpus, day.empty() ? "" : ", ", day);
}

std::string entry_in_full(const SourceReport& report, const SourceUsage& usage, std::size_t width) {
  return wrapped(fmt::format("{} ({})", usage.source->title, usage.source->id), width) +
         source_details(usage, report.gpu != nullptr, width, 2);
}

std::string short_entry(const SourceUsage& usage, std::size_t width) {
  const Table table{{{"text", false, true}}, {{fmt::format("{}: {}", usage.source->id, supplies_text(usage, false))}}};
  return wrapped(source_title(*usage.source), width) + render(table, width, false, 4);
}

}  // namespace

std::string source_report_table(const SourceReport& report, const Page& page) {
  std::string text = wrapped(heading(report) + '.', page.width);
  const bool in_full = is_in_full(report);
  for (std::size_t grade = 0; grade < k_enum_names<SourceGrade>.size(); ++grade) {
    const auto is_of_grade = [&](const SourceUsage& usage) {
      return usage.source->grade == static_cast<SourceGrade>(grade);
    };
    const auto count = std::count_if(report.sources.begin(), report.sources.end(), is_of_grade);
    if (count == 0) continue;
    const std::string title =
        fmt::format("{} ({}): {}", k_enum_names<SourceGrade>[grade], count, meaning(static_cast<SourceGrade>(grade)));
    text += '\n' + emphasised(wrapped(title, page.width), Style::bold, page);
    for (const SourceUsage& usage : report.sources) {
      if (!is_of_grade(usage)) continue;
      text += '\n' + (in_full ? entry_in_full(report, usage, page.width) : short_entry(usage, page.width));
    }
  }
  if (!in_full) text += '\n' + wrapped("`gpuadvisor sources ID` tells address, licence and notes of one.", page.width);
  return text;
}

}  // namespace gpuadvisor
