#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/data_day.hpp"
#include "picks_text.hpp"
#include "picks_view.hpp"
#include "report/list_item.hpp"

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
  if (price->age == PriceAge::unusable)
    return fmt::format("last {} on {}", money(price->median), price->newest().text());
  return money(price->median) + " now";
}

std::string remark(const PricedPick& priced, const std::optional<Usd>& budget) {
  std::vector<std::string> parts;
  const auto add = [&](std::string text) {
    if (!text.empty()) parts.push_back(std::move(text));
  };
  add(role_text(*priced.pick));
  add(share_text(*priced.pick));
  if (budget && priced.then && priced.then->median > *budget) add("over the budget then");
  add(std::string(priced.pick->note));
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

/// What the same guide says against its picks.
std::string avoidance_lines(const GuideAdvice& advice, std::size_t width) {
  std::string text;
  for (const PricedPick& priced : advice.picks) {
    if (priced.avoidance == nullptr) continue;
    const Avoidance& avoidance = *priced.avoidance;
    text +=
        list_item(fmt::format("{}: the same guide advises against it ({}){}.", short_name(*priced.gpu), avoidance.what,
                              avoidance.unless.empty() ? "" : fmt::format(" unless {}", avoidance.unless)),
                  width);
  }
  return text;
}

std::string entry(const GuideAdvice& advice, const GuidePicksView& view, const Page& page) {
  const Persona& persona = *advice.persona;
  const std::string budget = budget_text(persona);
  std::string text = emphasised(
      wrapped(fmt::format("{} ({}){}", persona.title, persona.id, budget.empty() ? "" : ", " + budget), page.width),
      Style::bold, page);
  Table picks{{{"pick", false, true}, {"then", true}, {"now", true}, {"remark", false, true}}, {}};
  for (const PricedPick& priced : advice.picks) {
    picks.rows.push_back({pick_text(*priced.pick, *priced.gpu),
                          priced.then ? money(priced.then->median) + " then" : "no price then", now_text(priced.now),
                          remark(priced, view.budget)});
  }
  if (!picks.rows.empty()) text += render(picks, page, false, 2);
  const std::string fallbacks = fallbacks_text(persona);
  if (!fallbacks.empty()) text += list_item((picks.rows.empty() ? "Instead: " : "Or: ") + fallbacks + '.', page.width);
  if (persona.cooling) text += list_item(fmt::format("Cooling: {}.", enum_name(*persona.cooling)), page.width);
  if (!persona.precision.empty()) text += list_item(fmt::format("Precision: {}.", persona.precision), page.width);
  text += list_item(std::string(persona.advice), page.width);
  for (const NextStep& step : persona.next_steps) text += list_item(next_step_text(step), page.width);
  return text + avoidance_lines(advice, page.width);
}

}  // namespace

std::string guide_picks_table(const GuidePicksView& view, const Page& page) {
  std::string text = wrapped(
      fmt::format("{}{}{}", view.guide.title, view.guide.date ? " (" + view.guide.date->text() + ")" : std::string(),
                  view.guide.covers.empty() ? "" : fmt::format(": {}", view.guide.covers)),
      page.width);
  if (!view.note.empty()) text += wrapped(view.note, page.width);
  for (const GuideAdvice& advice : view.advice) text += '\n' + entry(advice, view, page);
  const std::string day = data_day(view.catalog);
  text += '\n' + wrapped(fmt::format("Prices: then, of the guide's day; now, {}.", day.empty() ? "of today" : day),
                         page.width);
  if (view.left_out > 0) {
    text += wrapped(fmt::format("{} more buyer{} outside the guide's short list: --all.", view.left_out,
                                view.left_out == 1 ? "" : "s"),
                    page.width);
  }
  return text;
}

std::string picks_list_table(const PicksListView& view, const Page& page) {
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
  return render(types, page) + '\n' + render(editions, page);
}

}  // namespace gpuadvisor
