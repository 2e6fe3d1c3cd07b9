#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/figure_words.hpp"
#include "picks_text.hpp"
#include "picks_view.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor {
namespace {

/// Why a guide names a pick, where it is not simply its choice.
std::string role_text(const PersonaPick& pick) {
  switch (pick.role) {
    case PickRole::primary:
      return {};
    case PickRole::alternative:
      return "as an alternative";
    case PickRole::prototype:
      return "to prototype";
    case PickRole::training:
      return "to train";
  }
  return {};
}

std::string share_text(const PersonaPick& pick) {
  if (!pick.share) return {};
  const std::string from = fmt::format("{:.0f}", *pick.share * 100);
  return pick.share_to ? fmt::format("{} to {:.0f} %", from, *pick.share_to * 100) : from + " %";
}

/// A price of today, or the last one where that is too old to count.
std::string now_text(const std::optional<PriceEstimate>& price) {
  if (!price) return "no price now";
  if (price->age == PriceAge::unusable) return fmt::format("last {} on {}", money(price->today), price->seen().text());
  return money(price->today) + " now";
}

std::string remark(const PricedPick& priced, const std::optional<Usd>& budget) {
  std::vector<std::string> parts;
  const auto add = [&](std::string text) {
    if (!text.empty()) parts.push_back(std::move(text));
  };
  add(role_text(*priced.pick));
  add(share_text(*priced.pick));
  if (budget && priced.then && priced.then->today > *budget) add("over the budget then");
  add(std::string(priced.pick->note));
  return joined(std::vector<std::string_view>(parts.begin(), parts.end()), "; ");
}

/// What the same guide says against one of its picks.
std::string avoidance_text(const PricedPick& priced) {
  const Avoidance& avoidance = *priced.avoidance;
  return fmt::format("{}: the same guide advises against it ({}){}.", short_name(*priced.gpu), avoidance.what,
                     avoidance.unless.empty() ? "" : fmt::format(" unless {}", avoidance.unless));
}

Table pick_table(const GuideAdvice& advice, const GuidePicksView& view) {
  Table table{.columns = {{"pick", false, true}, {"then", true}, {"now", true}, {"remark", false, true}},
              .rows = {},
              .has_titles = false};
  for (const PricedPick& priced : advice.picks) {
    table.rows.push_back({pick_text(*priced.pick, *priced.gpu),
                          priced.then ? money(priced.then->today) + " then" : "no price then", now_text(priced.now),
                          remark(priced, view.budget)});
  }
  return table;
}

void add_entry(Document& document, const GuideAdvice& advice, const GuidePicksView& view) {
  const Persona& persona = *advice.persona;
  const std::string budget = budget_text(persona);
  const std::string fallbacks = fallbacks_text(persona);
  document.gap().heading(fmt::format("{} ({}){}{}", persona.title, persona.id, budget.empty() ? "" : ", ", budget));
  document.table(pick_table(advice, view), 2);
  if (!fallbacks.empty()) document.item((advice.picks.empty() ? "Instead: " : "Or: ") + fallbacks + '.');
  if (persona.cooling) document.item(fmt::format("Cooling: {}.", enum_name(*persona.cooling)));
  if (!persona.precision.empty()) document.item(fmt::format("Precision: {}.", persona.precision));
  document.item(std::string(persona.advice)).items(mapped(persona.next_steps, next_step_text));
  for (const PricedPick& priced : advice.picks) {
    if (priced.avoidance != nullptr) document.item(avoidance_text(priced));
  }
}

}  // namespace

Document document_of(const GuidePicksView& view) {
  const Guide& guide = view.guide;
  const std::string day = data_day(view.catalog);
  Document document;
  document.title(fmt::format("{}{}{}{}", guide.title, guide.date ? " (" + guide.date->text() + ")" : "",
                             guide.covers.empty() ? "" : ": ", guide.covers));
  document.paragraph(std::string(view.note));
  for (const GuideAdvice& advice : view.advice) add_entry(document, advice, view);
  document.gap().paragraph(fmt::format("Prices: then: on the guide's day; now: {}.", day.empty() ? "of today" : day));
  if (view.left_out == 0) return document;
  return document.paragraph(counted(view.left_out, "more buyer") + " not on the guide's short list: --all.");
}

Document document_of(const PicksListView& view) {
  Table types{{{"kind of buyer"}, {"name"}, {"asks", false, true}}, {}};
  for (const PersonaType& type : view.types) {
    types.rows.push_back({std::string(type.title), std::string(type.id), std::string(type.reason)});
  }
  Table editions{{{"guide"}, {"date"}, {"buyers", true}, {"title", false, true}}, {}};
  for (const auto& [guide, buyers] : view.guides) {
    if (buyers == 0) continue;
    editions.rows.push_back(
        {std::string(guide->id), date_text(*guide), std::to_string(buyers), std::string(guide->title)});
  }
  Document document;
  return document.table(std::move(types)).gap().table(std::move(editions));
}

}  // namespace gpuadvisor
