#include "token_readings.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "sizing/measured_tokens.hpp"

namespace gpuadvisor {

GpuFamily kin_of(const Gpu& gpu) { return {gpu.vendor, gpu.architecture, gpu.memory_type.starts_with("HBM")}; }

std::vector<TokenReading> token_readings(std::span<const TokenMeasurement> measurements, const Catalog& catalog,
                                         bool prompts) {
  using Configuration = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view,
                                   std::optional<int>, std::optional<int>>;  // dataset, gpu, model, engine, tokens
  std::map<Configuration, std::size_t> first;
  std::vector<TokenReading> readings;
  for (const TokenMeasurement& one : measurements) {
    const Measurement& row = *one.row;
    if (one.is_prompt != prompts || one.setting.gpus > 1 || one.setting.batch > 1) continue;
    const Gpu& gpu = *catalog.gpu(row.gpu);
    const auto times = time_features_of(gpu, *catalog.reference());
    if (!times) continue;
    const std::string_view engine = engine_of(row.framework);
    const double gigabytes = one.work.weights.value() + one.work.keys_values.value();
    const TokenReading reading{row.gpu,
                               kin_of(gpu),
                               engine,
                               row.dataset,
                               row.source,
                               std::log(row.value),
                               one.work.layers / k_standard_layers,
                               prompts ? one.work.gflops / k_standard_gflops : gigabytes / k_standard_gigabytes,
                               one.work.has_experts,
                               *times};
    const auto [at, is_new] = first.try_emplace(
        {row.dataset, row.gpu, row.model, engine, row.context_tokens, row.prompt_tokens}, readings.size());
    if (is_new) {
      readings.push_back(reading);
    } else if (reading.log_rate > readings[at->second].log_rate) {
      readings[at->second] = reading;
    }
  }
  return readings;
}

}  // namespace gpuadvisor
