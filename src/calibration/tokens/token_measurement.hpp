#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/measurement_loader.hpp"
#include "gpuadvisor/scoring/token_rate.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// Tokens per second that somebody measured, and the work that they took.
struct TokenMeasurement {
  const Measurement* row = nullptr;
  const Network* network = nullptr;
  bool is_prompt = false;  // read, not written
  TokenWork work;
  TokenSetting setting;
};

/// The measurements of language models known by a day, or all, in the order of the benchmarks; those of unknown
/// networks, and of experts in the host's memory, are left out. Of a sequence whose length is not recorded,
/// k_measured_tokens are taken to be written. Views its arguments.
[[nodiscard]] std::vector<TokenMeasurement> token_measurements(const Benchmarks& benchmarks, const Catalog& catalog,
                                                               std::optional<Day> known_by = std::nullopt);

/// The standard network, in the words of datasets.
inline constexpr std::string_view k_standard_network = "Llama 2 7B Q4_0";

}  // namespace gpuadvisor
