#include <array>

#include "upgrade_text.hpp"

namespace gpuadvisor {
namespace {

Cell cell_of(const std::optional<double>& number) { return number ? Cell(*number) : Cell(); }

template <class Unit>
Cell cell_of(const std::optional<Quantity<Unit>>& quantity) {
  return quantity ? Cell(quantity->value()) : Cell();
}

Cell cell_of(std::string_view text) { return {std::string(text)}; }

constexpr auto k_record_fields = std::to_array<RecordField>({
    {"workload", CellKind::text},
    {"guides", CellKind::text},
    {"today", CellKind::text},
    {"owned_speed", CellKind::number},
    {"step", CellKind::number},
    {"id", CellKind::text},
    {"name", CellKind::text},
    {"condition", CellKind::text},
    {"memory_gb", CellKind::number},
    {"speed", CellKind::number},
    {"gain", CellKind::number},
    {"gain_low", CellKind::number},
    {"gain_high", CellKind::number},
    {"price_usd", CellKind::number},
    {"price_as_of", CellKind::text},
    {"cost_usd", CellKind::number},
    {"cost_per_point_usd", CellKind::number},
    {"within_budget", CellKind::boolean},
});

std::vector<Cell> answer_cells(const WorkloadUpgrade& answer) {
  const Cell guides = answer.guides ? cell_of(enum_name(answer.guides->advice)) : Cell();
  return {cell_of(answer.workload->id), guides, cell_of(enum_name(answer.today)), cell_of(answer.speed)};
}

std::vector<Cell> step_cells(const UpgradeStep& step, double number) {
  const Gpu& gpu = *step.offer.gpu;
  return {number,
          cell_of(gpu.id),
          cell_of(gpu.name),
          cell_of(enum_name(step.offer.price->condition)),
          cell_of(memory_per_device(gpu)),
          cell_of(step.offer.speed),
          step.gain.ratio,
          cell_of(step.gain.low),
          cell_of(step.gain.high),
          step.offer.price->median.value(),
          cell_of(step.offer.price->newest().text()),
          step.cost.value(),
          cell_of(step.cost_per_point),
          step.is_within_budget};
}

}  // namespace

Records upgrade_records(const UpgradeView& view) {
  Records records{{k_record_fields.begin(), k_record_fields.end()}, {}};
  for (const WorkloadUpgrade& answer : view.upgrade.workloads) {
    for (std::size_t i = 0; i < answer.steps.size(); ++i) {
      records.rows.push_back(answer_cells(answer));
      const auto cells = step_cells(answer.steps[i], static_cast<double>(i + 1));
      records.rows.back().insert(records.rows.back().end(), cells.begin(), cells.end());
    }
    if (!answer.steps.empty()) continue;
    records.rows.push_back(answer_cells(answer));
    records.rows.back().resize(records.fields.size());
  }
  return records;
}

}  // namespace gpuadvisor
