#pragma once

#include <string>
#include <vector>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// What a format is called in short: "Q4_K_M", "16 bits", "AWQ".
[[nodiscard]] std::string format_name(const WeightFormat& format);

/// What is to be done: "Llama 3 70B in Q4_K_M with 8,192 tokens of context", "Training BERT Large with 8 sequences of
/// 384 tokens".
[[nodiscard]] std::string job_title(const Network& network, const MemoryJob& job);

/// What else is in force, in a sentence: "Running with PyTorch: batch 1, keys and values in 16 bits."
[[nodiscard]] std::string job_sentence(const Network& network, const MemoryJob& job);

/// What to know of a network that is used so.
[[nodiscard]] std::vector<Warning> job_warnings(const Network& network, const MemoryJob& job);

}  // namespace gpuadvisor
