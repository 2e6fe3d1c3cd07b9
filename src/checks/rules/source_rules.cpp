#include <fmt/format.h>

#include <array>
#include <string>

#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

/// Sources of measurements are read at other times than prices.
constexpr int k_months_ahead = 3;

void judge_source_dates(const CheckedData& data, Findings& findings) {
  for (const Source& source : data.catalog.records<Source>()) {
    const std::string id(source.id);
    if (source.date || source.grade == SourceGrade::recalled || !data.index.has("sources", id)) continue;
    findings.add(id, data.index.place("sources", id),
                 fmt::format("source \"{}\" has no date, expected that of the page or of the copy used", id));
  }
}

void judge_future_sources(const CheckedData& data, Findings& findings) {
  const auto today = data.catalog.as_of();
  if (!today) return;
  for (const Source& source : data.catalog.records<Source>()) {
    const std::string id(source.id);
    if (!source.date || months_before(source.date->first_day(), k_months_ahead) <= *today ||
        !data.index.has("sources", id))
      continue;
    findings.add(id, data.index.place("sources", id, "date"),
                 fmt::format("found {}, which is more than {} months later than the newest price, {}",
                             source.date->text(), k_months_ahead, text(*today)));
  }
}

constexpr auto k_source_rules = std::to_array<Rule>({
    {"source-date", Severity::note, "A source has no date",
     "Pages change, and a figure is only as good as its day: the date of the page, or of the copy that was used, lets "
     "an answer as of an earlier day leave out what was not known then. Sources graded `recalled` have none.",
     judge_source_dates},
    {"source-from-the-future", Severity::warning, "A source is months later than the newest price",
     "The day of the data is that of its newest price. A source more than three months later is mostly a slip in its "
     "year; else the prices are due.",
     judge_future_sources},
});

}  // namespace

std::span<const Rule> source_rules() { return k_source_rules; }

}  // namespace gpuadvisor
