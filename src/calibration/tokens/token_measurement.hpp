#pragma once

#include <optional>
#include <set>
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

/// The measurements of language models, in the order of the benchmarks; of unknown networks they are left out. What
/// no dataset records, the length of the sequences, is taken to be k_measured_tokens. Views its arguments.
[[nodiscard]] std::vector<TokenMeasurement> token_measurements(const Benchmarks& benchmarks, const Catalog& catalog);

inline constexpr int k_measured_tokens = 1024;

}  // namespace gpuadvisor
