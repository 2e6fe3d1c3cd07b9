#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "calibration/backtest/memory_agreement.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

/// Reports what is more than `most` times off the model, in either direction.
void judge_table(const std::vector<MemoryAgreement>& agreements, const std::string& file, double most,
                 std::string_view what, Findings& findings) {
  if (file.empty()) return;
  for (const MemoryAgreement& one : agreements) {
    const double ratio = one.modelled / one.found;
    if (ratio <= most && ratio >= 1 / most) continue;
    findings.add(one.network->id, {file, one.line, 0, ""},
                 fmt::format("found {} of {:g}; by the memory model of {} it is {:.3g}", what, one.found,
                             one.network->id, one.modelled));
  }
}

void judge_memory(const CheckedData& data, Findings& findings) {
  if (data.memory == nullptr) return;
  constexpr double k_measured = 2;  // frameworks and their versions differ by less
  constexpr double k_batch = 8;     // what is not counted by the shape weighs more in small networks
  judge_table(measured_agreement(data.memory->measurements), data.memory->measured_file, k_measured, "a need in GB",
              findings);
  judge_table(batch_agreement(data.memory->measurements), data.memory->batches_file, k_batch, "a largest batch",
              findings);
}

/// Rows that name one card.
struct CardRows {
  std::size_t rows = 0;
  std::vector<const LargestBatch*> others;  // that give it another size
};

/// Whether the rows agree on a size that the record of the card does not have: then the record has it wrong.
bool contradict_record(const CardRows& card) {
  const auto is_as_first = [&](const LargestBatch* one) { return one->memory == card.others.front()->memory; };
  return card.rows > 1 && card.others.size() == card.rows &&
         std::all_of(card.others.begin(), card.others.end(), is_as_first);
}

void judge_cards(const CheckedData& data, Findings& findings) {
  if (data.memory == nullptr || data.memory->batches_file.empty()) return;
  std::map<std::string_view, CardRows> cards;  // by id
  for (const LargestBatch& one : data.memory->measurements.batches) {
    if (one.gpu == nullptr || !one.gpu->memory) continue;
    CardRows& card = cards[one.gpu->id];
    ++card.rows;
    if (*one.gpu->memory != one.memory) card.others.push_back(&one);
  }
  for (const auto& [id, card] : cards) {
    if (card.others.empty()) continue;
    const Gpu& gpu = *card.others.front()->gpu;
    if (data.is_checked(gpu) && contradict_record(card)) {
      findings.add(gpu, "memory_gb",
                   fmt::format("found {:g}; all {} of its largest batches are of {:g} GB", gpu.memory->value(),
                               card.rows, card.others.front()->memory.value()));
      continue;
    }
    for (const LargestBatch* one : card.others) {
      findings.add(id, {data.memory->batches_file, one->line, 0, ""},
                   fmt::format("found {:g} GB; {} has {:g}", one->memory.value(), id, gpu.memory->value()));
    }
  }
}

constexpr auto k_memory_table_rules = std::to_array<Rule>({
    {"memory-outlier", Severity::warning, "A measurement of memory contradicts the memory model",
     "What a job takes follows from the shape of its model. A measurement of more than twice or less than half of "
     "that, or a largest batch more than eight times off, is mostly of another model, another precision, or of several "
     "GPUs.",
     judge_memory},
    {"memory-of-card", Severity::error, "A measurement of memory gives its card another size",
     "Where a largest batch names a card, the size of memory beside it is that of the card: else the row is about "
     "another variant, and was fitted to the wrong one. Where all rows of a card contradict it, the record of the card "
     "has it wrong.",
     judge_cards},
});

}  // namespace

std::span<const Rule> memory_table_rules() { return k_memory_table_rules; }

}  // namespace gpuadvisor
