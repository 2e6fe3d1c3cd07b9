#include <array>

#include "chart_text.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_record_fields = std::to_array<RecordField>({{"answers", CellKind::text},
                                                             {"end", CellKind::text},
                                                             {"label", CellKind::text},
                                                             {"says", CellKind::text},
                                                             {"gpus", CellKind::text},
                                                             {"providers", CellKind::text},
                                                             {"type", CellKind::text},
                                                             {"budget_usd", CellKind::number},
                                                             {"pick", CellKind::text},
                                                             {"pick_condition", CellKind::text},
                                                             {"pick_price_usd", CellKind::number},
                                                             {"pick_price_as_of", CellKind::text}});

Cell cell_of(std::string_view text) { return text.empty() ? Cell() : Cell(std::string(text)); }

std::string gpus_of(const ChartAnswer& answer) {
  std::string ids;
  for (const PricedChoice& choice : answer.choices) ids += (ids.empty() ? "" : ";") + std::string(choice.choice->gpu);
  return ids;
}

std::string providers_of(const ChartNode& node) {
  std::string ids;
  for (const auto id : node.providers) ids += (ids.empty() ? "" : ";") + std::string(id);
  return ids;
}

std::vector<Cell> cells_of(const ChartAnswer& answer) {
  const ChartNode& end = *answer.walk.at;
  const auto& [type, budget, pick, runner_up] = answer.equivalent;
  std::vector<Cell> cells = {cell_of(answers_text(answer.walk)),
                             cell_of(end.id),
                             cell_of(end.label),
                             cell_of(chart_says(answer)),
                             cell_of(gpus_of(answer)),
                             cell_of(providers_of(end)),
                             type == nullptr ? Cell() : cell_of(type->id),
                             budget ? Cell(budget->value()) : Cell()};
  if (pick) {
    const PriceEstimate& price = *pick->offer.price;
    cells.insert(cells.end(), {cell_of(pick->offer.gpu->id), cell_of(enum_name(price.condition)),
                               total_price(pick->offer)->value(), cell_of(price.newest().text())});
  }
  cells.resize(k_record_fields.size());
  return cells;
}

}  // namespace

Records chart_records(const ChartView& view) {
  Records records{{k_record_fields.begin(), k_record_fields.end()}, {}};
  for (const ChartAnswer& answer : view.answers) records.rows.push_back(cells_of(answer));
  return records;
}

}  // namespace gpuadvisor
