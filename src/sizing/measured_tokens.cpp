#include "measured_tokens.hpp"

#include <array>
#include <charconv>

#include "core/contains.hpp"
#include "gpuadvisor/catalog/token_work.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"
#include "gpuadvisor/sizing/network_work.hpp"
#include "serving_work.hpp"

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

/// The number before a word in what was set: 220 of "220 W, 2 replicas" for "W".
std::optional<int> told_before(std::string_view word, std::string_view setting) {
  for (std::size_t begin = 0; begin < setting.size();) {
    const std::string_view part = setting.substr(begin, setting.find(", ", begin) - begin);
    int number = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    const std::string_view rest = part.substr(static_cast<std::size_t>(end - part.data()));
    if (error == std::errc() && rest.size() > 1 && rest.substr(1) == word) return number;
    begin += part.size() + 2;
  }
  return std::nullopt;
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

std::optional<MeasuredServing> measured_serving(const Measurement& row, const NamedModel& model) {
  constexpr int k_more_than_have_room = 4096;  // on each GPU
  const bool is_full = row.setting == "max";
  const bool is_served = row.workload == k_serving_workload && row.kind == MeasurementKind::throughput &&
                         row.basis == MeasurementBasis::measured && row.split != MeasuredSplit::experts_in_ram;
  if (!is_served || row.setting.starts_with("input and output tokens") || !row.prompt_tokens || !row.output_tokens ||
      (!row.batch && !is_full)) {
    return std::nullopt;
  }
  const MemoryJob job = measured_job(row, model);
  if (!writes_tokens(*model.network, job)) return std::nullopt;
  MeasuredServing served;
  served.work = serving_work(*model.network, job, *row.prompt_tokens, *row.output_tokens);
  served.users = row.batch.value_or(k_more_than_have_room * row.gpu_count);
  served.copies = told_before("replicas", row.setting).value_or(row.split ? 1 : row.gpu_count);
  if (const auto watts = told_before("W", row.setting)) served.power_limit = Watts{static_cast<double>(*watts)};
  return served;
}

std::string_view engine_of(std::string_view framework) {
  return framework.starts_with(k_told_engine) ? k_told_engine : framework;
}

bool is_in_use(std::string_view engine) { return contains(k_in_use, engine); }

}  // namespace gpuadvisor
