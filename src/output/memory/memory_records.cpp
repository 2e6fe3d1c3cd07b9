#include <array>

#include "memory_words.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_fields_of_row = std::to_array<RecordField>({
    {"id", CellKind::text},
    {"name", CellKind::text},
    {"count", CellKind::number},
    {"memory_per_device_gb", CellKind::number},
    {"usable_gb", CellKind::number},
    {"need_gb", CellKind::number},
    {"need_low_gb", CellKind::number},
    {"need_high_gb", CellKind::number},
    {"verdict", CellKind::text},
    {"largest_batch", CellKind::number},
    {"largest_context", CellKind::number},
    {"condition", CellKind::text},
    {"price_usd", CellKind::number},
    {"price_as_of", CellKind::text},
    {"tokens_per_second", CellKind::number},
    {"tokens_per_second_low", CellKind::number},
    {"tokens_per_second_high", CellKind::number},
    {"tokens_per_second_basis", CellKind::text},
    {"alone_tokens_per_second", CellKind::number},
    {"alone_tokens_per_second_low", CellKind::number},
    {"alone_tokens_per_second_high", CellKind::number},
    {"prompt_tokens_per_second", CellKind::number},
    {"prompt_tokens_per_second_low", CellKind::number},
    {"prompt_tokens_per_second_high", CellKind::number},
    {"prompt_tokens_per_second_basis", CellKind::text},
    {"tokens_per_second_engine", CellKind::text},
});

Cell known(int count) { return count == 0 ? Cell() : Cell(static_cast<double>(count)); }

constexpr std::size_t k_price_cells = 3;

void add_rate(std::vector<Cell>& cells, const TokenRate& rate) {
  cells.insert(cells.end(), {rate.middle, rate.low, rate.high});
}

void add_rates(std::vector<Cell>& cells, const TokenRates& rates) {
  add_rate(cells, rates.together);
  cells.emplace_back(std::string(enum_name(rates.together.basis)));
  add_rate(cells, rates.alone);
  add_rate(cells, rates.prompt);
  cells.emplace_back(std::string(enum_name(rates.prompt.basis)));
  const auto& measured = rates.together.measured;
  if (measured && !measured->engine.empty()) cells.emplace_back(std::string(measured->engine));
}

std::vector<Cell> row_of(const GpuFit& fit, const ToldNeed& told) {
  const Gpu& gpu = *fit.offer.gpu;
  const bool is_whole = told.is_whole();
  std::vector<Cell> cells = {std::string(gpu.id),
                             std::string(gpu.name),
                             static_cast<double>(fit.offer.count),
                             fit.memory.nominal.value(),
                             fit.memory.usable.value(),
                             told.need.total.value(),
                             is_whole ? Cell(told.need.low.value()) : Cell(),
                             is_whole ? Cell(told.need.high.value()) : Cell(),
                             fit.verdict ? Cell(std::string(enum_name(*fit.verdict))) : Cell(),
                             known(fit.largest_batch),
                             known(fit.largest_context)};
  if (fit.offer.price) {
    cells.insert(cells.end(), {std::string(enum_name(fit.offer.price->condition)), total_price(fit.offer)->value(),
                               fit.offer.price->newest().text()});
  } else {
    cells.insert(cells.end(), k_price_cells, Cell());
  }
  if (fit.rates) add_rates(cells, *fit.rates);
  cells.resize(k_fields_of_row.size());
  return cells;
}

}  // namespace

Records memory_records(const MemoryView& view) {
  Records records{{k_fields_of_row.begin(), k_fields_of_row.end()}, {}};
  records.rows.reserve(view.rows());
  for (std::size_t i = 0; i < view.rows(); ++i) {
    records.rows.push_back(row_of(view.answer.fits[i], view.answer.need));
  }
  return records;
}

}  // namespace gpuadvisor
