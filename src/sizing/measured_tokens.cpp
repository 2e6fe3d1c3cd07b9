#include "measured_tokens.hpp"

#include <array>

#include "core/contains.hpp"
#include "gpuadvisor/catalog/token_work.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_in_use = std::to_array<std::string_view>(
    {k_told_engine, "Ollama", "ik_llama.cpp", "exllamav2", "exllamav3", "mlx-lm", "vLLM"});

int job_tokens(const Measurement& row) {
  if (row.workload == k_prompt_workload) {
    return 2 * row.context_tokens.value_or(0) + row.prompt_tokens.value_or(k_measured_tokens);
  }
  if (!row.prompt_tokens && !row.output_tokens) return k_measured_tokens;
  return 2 * (row.context_tokens.value_or(0) + row.prompt_tokens.value_or(0)) + row.output_tokens.value_or(2);
}

}  // namespace

bool is_token_rate(const Measurement& row) {
  return is_of_tokens(row.workload) && row.kind == MeasurementKind::throughput &&
         row.basis == MeasurementBasis::measured && row.split != MeasuredSplit::experts_in_ram;
}

MemoryJob measured_job(const Measurement& row, const NamedModel& model) {
  MemoryJob job = default_job(*model.network, MemoryTask::run);
  job.weights = model.weights;
  job.batch = row.batch.value_or(model.batch);
  job.tokens = job_tokens(row);
  return job;
}

std::string_view engine_of(std::string_view framework) {
  return framework.starts_with(k_told_engine) ? k_told_engine : framework;
}

bool is_in_use(std::string_view engine) { return contains(k_in_use, engine); }

}  // namespace gpuadvisor
