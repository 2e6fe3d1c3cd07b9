#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"

namespace gpuadvisor {

/// What a format is called in short: "Q4_K_M", "16 bits", "AWQ".
[[nodiscard]] std::string format_name(const WeightFormat& format);

/// "Llama 3 70B in Q4_K_M", "Training BERT Large".
[[nodiscard]] std::string job_subject(const Network& network, const MemoryJob& job);

/// What it works on at a time: "with 8,192 tokens of context", "with 4 sequences of 2,048 tokens".
[[nodiscard]] std::string job_size(const Network& network, const MemoryJob& job);

/// "llama.cpp", "a serving engine".
[[nodiscard]] std::string_view engine_title(const MemoryJob& job);

/// How several GPUs share it: "every layer split over the GPUs (tensor parallel)", "weights split over the GPUs (ZeRO
/// 3, FSDP)"; empty for one.
[[nodiscard]] std::string layout_words(const Network& network, const MemoryJob& job);

/// Both together: "Llama 3 70B in Q4_K_M with 8,192 tokens of context", "Training BERT Large with 8 sequences of
/// 384 tokens".
[[nodiscard]] std::string job_title(const Network& network, const MemoryJob& job);

/// What else is in force, in a sentence: "Running with PyTorch: batch 1, keys and values in 16 bits."
[[nodiscard]] std::string job_sentence(const Network& network, const MemoryJob& job);

/// What to know of a network that is used so.
[[nodiscard]] std::vector<Warning> job_warnings(const Network& network, const MemoryJob& job);

}  // namespace gpuadvisor
