#include <fmt/format.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "gpuadvisor/calibration/memory_agreement.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

/// Reports what is more than `most` times off the model, in either direction.
void judge_table(const std::vector<MemoryAgreement>& agreements, const std::string& file, double most,
                 std::string_view unit, Findings& findings) {
  if (file.empty()) return;
  for (const MemoryAgreement& one : agreements) {
    const double ratio = one.modelled / one.found;
    if (ratio <= most && ratio >= 1 / most) continue;
    findings.add(one.network->id, {file, one.line, 0, ""},
                 fmt::format("found {:g} {}; by the memory model {} takes {:.3g}", one.found, unit, one.network->id,
                             one.modelled));
  }
}

void judge_memory(const CheckedData& data, Findings& findings) {
  if (data.memory == nullptr) return;
  constexpr double k_measured = 2;  // frameworks and their versions differ by less
  constexpr double k_batch = 8;     // what is not counted by the shape weighs more in small networks
  judge_table(measured_agreement(data.memory->measurements), data.memory->measured_file, k_measured, "GB", findings);
  judge_table(batch_agreement(data.memory->measurements), data.memory->batches_file, k_batch, "samples", findings);
}

void judge_cards(const CheckedData& data, Findings& findings) {
  if (data.memory == nullptr || data.memory->batches_file.empty()) return;
  for (const LargestBatch& one : data.memory->measurements.batches) {
    if (one.gpu == nullptr || !one.gpu->memory || *one.gpu->memory == one.memory) continue;
    findings.add(one.gpu->id, {data.memory->batches_file, one.line, 0, ""},
                 fmt::format("found {:g} GB; {} has {:g}", one.memory.value(), one.gpu->id, one.gpu->memory->value()));
  }
}

constexpr auto k_rules = std::to_array<Rule>({
    {"memory-outlier", Severity::warning, "A measurement of memory contradicts the memory model",
     "What a job takes follows from the shape of its network. A measurement of more than twice or less than half of "
     "that, or a largest batch more than eight times off, is mostly of another network, another precision, or of "
     "several GPUs.",
     judge_memory},
    {"memory-of-card", Severity::error, "A measurement of memory gives its card another size",
     "Where a largest batch names a card, the size of memory beside it is that of the card: else the row is about "
     "another variant, and was fitted to the wrong one.",
     judge_cards},
});

}  // namespace

std::span<const Rule> memory_table_rules() { return k_rules; }

}  // namespace gpuadvisor
