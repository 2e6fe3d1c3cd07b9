#include "build_comparison_document.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "build_words.hpp"
#include "core/text.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/fact.hpp"
#include "report/number_text.hpp"
#include "report/sheet.hpp"

namespace gpuadvisor {
namespace {

/// The workloads for which scores stand in for speeds.
std::string scores(const BuildView& view) {
  std::vector<std::string> titles;
  for (const BuildSpeed& speed : view.builds.front().speeds) {
    if (speed.speed_kind == SpeedKind::score) titles.emplace_back(speed.workload->title);
  }
  if (titles.empty()) return {};
  return fmt::format(" {}: no speed is known, so the score, a ranking, is used.", enumeration(titles));
}

/// A row per figure, a column per build.
Table figures(const BuildView& view) {
  Table table{{{""}}, {}};
  std::vector<std::vector<std::string>> rows = {
      {"machines"}, {"memory per GPU"}, {"power of a machine"}, {"GPUs"}, {"whole system"}};
  for (const Build& build : view.builds) {
    table.columns.push_back({build_name(build), true});
    rows[0].push_back(std::to_string(build.machines.size()));
    rows[1].push_back(or_dash(build.memory, [](Gibibytes memory) { return json_number(memory.value()) + " GB"; }));
    rows[2].push_back(or_dash(build.power.need, [](const PowerNeed& need) { return watts_text(need.total()); }));
    rows[3].push_back(or_dash(build.deciding, [](const BuildPrice& price) { return money(price.gpus); }));
    rows[4].push_back(or_dash(build.deciding, [](const BuildPrice& price) { return money(price.total); }));
  }
  for (const BuildComparison& duel : view.duels) {
    const std::string title(duel.workload->title);
    rows.push_back({title + ", speed", or_dash(duel.speeds[0], rounded), or_dash(duel.speeds[1], rounded)});
    rows.push_back({title + ", per $1000", or_dash(duel.values[0], rounded), or_dash(duel.values[1], rounded)});
  }
  table.rows = std::move(rows);
  return table;
}

/// Who has more speed per dollar, and at which cost of a machine that turns.
std::string verdict(const BuildComparison& duel, const BuildView& view) {
  const auto title = duel.workload->title;
  if (!duel.speeds[0] || !duel.speeds[1]) {
    return fmt::format("{}: the speed of a build is not known{}.", title,
                       view.builds.front().question.mode == BuildMode::parallel
                           ? "; compare independent runs with --mode experiments"
                           : "");
  }
  const bool first_leads = *duel.values[0] >= *duel.values[1];
  const std::size_t lead = first_leads ? 0 : 1;
  const std::string leader = fmt::format("{} at {}", build_name(view.builds[lead]), money(*duel.costs[lead]));
  const double ratio = first_leads ? *duel.values[0] / *duel.values[1] : *duel.values[1] / *duel.values[0];
  if (!duel.break_even && rounded(ratio) == rounded(1)) {
    return fmt::format("{}: about the same speed per dollar, whatever the machine costs.", title);
  }
  std::string text = fmt::format("{}: {} has {} times the speed per dollar", title, leader, rounded(ratio));
  if (!duel.break_even) return text + ", whatever the machine costs.";
  if (first_leads == *duel.first_leads_above) {
    return text + fmt::format("; if a machine costs less than {}, {} has more.", money(*duel.break_even),
                              build_name(view.builds[first_leads ? 1 : 0]));
  }
  return text + fmt::format("; if a machine costs more than {}, {} has more.", money(*duel.break_even),
                            build_name(view.builds[first_leads ? 1 : 0]));
}

std::string range_text(const std::vector<double>& figures) {
  const auto [least, most] = std::minmax_element(figures.begin(), figures.end());
  return rounded_range(*least, *most);
}

/// Where one build has more speed for the money for all work, whatever a machine costs; else nothing.
std::string common_verdict(const BuildView& view) {
  const auto leads = [](const BuildComparison& duel) -> std::optional<std::size_t> {
    if (!duel.values[0] || !duel.values[1] || duel.break_even || rounded(*duel.values[0]) == rounded(*duel.values[1]))
      return {};
    return *duel.values[0] > *duel.values[1] ? 0 : 1;
  };
  const auto first = leads(view.duels.front());
  std::vector<double> values;
  std::vector<double> speeds;
  for (const BuildComparison& duel : view.duels) {
    if (!first || leads(duel) != first) return {};
    values.push_back(*duel.values[*first] / *duel.values[1 - *first]);
    speeds.push_back(*duel.speeds[*first] / *duel.speeds[1 - *first]);
  }
  return fmt::format("Take {} at {}: {} times the speed of {} at {}, {} times the speed for the money.",
                     build_name(view.builds[*first]), money(*view.duels.front().costs[*first]), range_text(speeds),
                     build_name(view.builds[1 - *first]), money(*view.duels.front().costs[1 - *first]),
                     range_text(values));
}

/// Which builds no value for money can be told of, and what helps; nothing where all have a price.
std::string unpriced(const BuildView& view) {
  std::vector<std::string> names;
  std::string option;
  for (const Build& build : view.builds) {
    if (build.deciding) continue;
    names.push_back(build_name(build));
    option = fmt::format("--my-price \"{}=PRICE\"", short_name(*build.question.parts.front().gpu));
  }
  if (names.empty()) return {};
  return fmt::format("Value for money cannot be told: nobody was seen to ask a price for {} lately; give yours by {}.",
                     enumeration(names, "or"), option);
}

std::string prices(const Build& build) {
  if (!build.deciding) return build_name(build) + ": no current price is known.";
  return fmt::format("{}: {}, {}.", build_name(build), condition_text(*build.deciding),
                     price_text(build, *build.deciding));
}

/// What to know of the builds, once those are told.
std::vector<std::string> warnings(const BuildView& view) {
  std::vector<std::string> found;
  for (const Build& build : view.builds) {
    for (const Warning& warning : build.warnings) {
      const bool is_asked = warning.id != "heat" || build.question.spacing;
      if (warning.id == "memory-per-gpu" || !is_asked) continue;
      found.push_back(fmt::format("{}: {}.", build_name(build), warning.text));
    }
  }
  return found;
}

}  // namespace

Document build_comparison_document(const BuildView& view) {
  Document document;
  if (const std::string one = common_verdict(view); !one.empty()) {
    document.title(one);
  } else if (const std::string text = unpriced(view); !text.empty()) {
    document.title(text);
  } else {
    document.title(verdict(view.duels.front(), view));
    for (std::size_t i = 1; i < view.duels.size(); ++i) document.paragraph(verdict(view.duels[i], view));
  }
  Sheet sheet;
  sheet.lead(std::move(document.gap()));
  sheet.fact(Fact::speed, Document().table(figures(view), view.depth.is_explained ? 2 : 0));
  sheet.fact(Fact::each);
  for (const Build& build : view.builds) sheet.more(prices(build));
  sheet.more(warnings(view));
  const auto& cost = view.builds.front().question.system_cost;
  const std::string day = data_day(view.catalog);
  sheet.last(fmt::format("{}speed: {} = 1.00; per $1000: of the whole system.{} {}", day.empty() ? "" : day + "; ",
                         view.catalog.reference_name, scores(view),
                         cost ? fmt::format("A machine without its GPUs: {}.", money(*cost))
                              : "Machines are not counted; add the price of one without GPUs by --system-cost USD."));
  return sheet.document(view.depth);
}

}  // namespace gpuadvisor
