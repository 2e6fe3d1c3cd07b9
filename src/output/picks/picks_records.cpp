#include <algorithm>

#include "picks_text.hpp"
#include "picks_view.hpp"

namespace gpuadvisor {
namespace {

Cell cell(std::string_view text) { return text.empty() ? Cell() : Cell(std::string(text)); }

template <class Unit>
Cell cell(const std::optional<Quantity<Unit>>& quantity) {
  return quantity ? Cell(quantity->value()) : Cell();
}

/// The id, memory, condition, price and its date of a candidate; unknown cells without one.
void add_candidate(std::vector<Cell>& row, const PersonaAnswer& answer, std::size_t place) {
  if (place >= answer.candidates.size()) {
    row.insert(row.end(), 5, Cell());
    return;
  }
  const Offer& offer = answer.candidates[place].offer;
  row.insert(row.end(),
             {cell(offer.gpu->id), cell(memory_per_device(*offer.gpu)), cell(enum_name(offer.price->condition)),
              Cell(offer.price->median.value()), cell(offer.price->newest().text())});
}

void add_price(std::vector<Cell>& row, const std::optional<PriceEstimate>& price) {
  row.push_back(price ? Cell(price->median.value()) : Cell());
  row.push_back(price ? cell(price->newest().text()) : Cell());
}

std::vector<Cell> guide_row(const GuideAdvice& advice, const PricedPick* priced) {
  const Persona& persona = *advice.persona;
  std::vector<Cell> row = {cell(persona.guide), cell(advice.guide->date ? advice.guide->date->text() : ""),
                           cell(persona.id), cell(persona.title)};
  if (priced == nullptr) {
    row.insert(row.end(), 8, Cell());
  } else {
    const PersonaPick& pick = *priced->pick;
    row.insert(row.end(), {cell(priced->gpu->id), Cell(static_cast<double>(pick.count.value_or(1))),
                           cell(enum_name(pick.role)), cell(pick.condition ? enum_name(*pick.condition) : "")});
    add_price(row, priced->then);
    add_price(row, priced->now);
  }
  std::string fallbacks;
  for (const auto id : persona.fallbacks) fallbacks += (fallbacks.empty() ? "" : ";") + std::string(id);
  row.push_back(cell(fallbacks));
  row.push_back(cell(persona.advice));
  row.push_back(cell(persona.source));
  return row;
}

}  // namespace

Records picks_records(const PicksView& view) {
  Records records;
  records.fields = {{"type"},
                    {"title"},
                    {"pick"},
                    {"memory_gb", CellKind::number},
                    {"condition"},
                    {"price_usd", CellKind::number},
                    {"price_as_of"},
                    {"runner_up"},
                    {"runner_up_memory_gb", CellKind::number},
                    {"runner_up_condition"},
                    {"runner_up_price_usd", CellKind::number},
                    {"runner_up_price_as_of"},
                    {"guide"},
                    {"guide_said"}};
  for (const TypePick& pick : view.picks) {
    std::vector<Cell> row = {cell(pick.type->id), cell(pick.type->title)};
    add_candidate(row, pick.answer, 0);
    add_candidate(row, pick.answer, 1);
    const bool is_said = !pick.said.empty();
    row.push_back(is_said ? cell(pick.said.back().guide->id) : Cell());
    row.push_back(is_said ? cell(picks_text(pick.said.back())) : Cell());
    records.rows.push_back(std::move(row));
  }
  return records;
}

Records guide_picks_records(const GuidePicksView& view) {
  Records records;
  records.fields = {{"guide"},
                    {"date"},
                    {"persona"},
                    {"title"},
                    {"gpu"},
                    {"count", CellKind::number},
                    {"role"},
                    {"condition"},
                    {"price_then_usd", CellKind::number},
                    {"price_then_as_of"},
                    {"price_now_usd", CellKind::number},
                    {"price_now_as_of"},
                    {"fallbacks"},
                    {"advice"},
                    {"source"}};
  for (const GuideAdvice& advice : view.advice) {
    for (const PricedPick& priced : advice.picks) records.rows.push_back(guide_row(advice, &priced));
    if (advice.picks.empty()) records.rows.push_back(guide_row(advice, nullptr));
  }
  return records;
}

Records picks_list_records(const PicksListView& view) {
  const GuideTables& guides = view.catalog.tables().guides;
  Records records;
  records.fields = {{"id"}, {"title"}, {"author"}, {"date"}, {"buyers", CellKind::number}, {"source"}};
  for (const Guide& guide : guides.guides) {
    const auto buyers = std::count_if(guides.personas.begin(), guides.personas.end(),
                                      [&](const Persona& persona) { return persona.guide == guide.id; });
    records.rows.push_back({cell(guide.id), cell(guide.title), cell(guide.author),
                            cell(guide.date ? guide.date->text() : ""), Cell(static_cast<double>(buyers)),
                            cell(guide.source)});
  }
  return records;
}

}  // namespace gpuadvisor
