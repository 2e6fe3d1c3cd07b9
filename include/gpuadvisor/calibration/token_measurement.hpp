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

/// A network in a format, as datasets write it, with how many sequences at a time.
struct NamedModel {
  const Network* network = nullptr;
  WeightFormat weights;
  int batch = 1;
};

/// What "Meta Llama 3.1 8B Instruct Q4_K_M" or "Mistral 7B AWQ-4bit GEMM, batch 8" means: the longest beginning that is
/// a network's name, then the format of its weights. Nothing where either is not known.
[[nodiscard]] std::optional<NamedModel> named_model(std::string_view words, const Catalog& catalog);

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
