#pragma once

#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/catalog/serving_work.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"
#include "gpuadvisor/sizing/weight_format.hpp"

namespace gpuadvisor {

/// Lengths of a request where nobody says: a question with some context, and an answer of a page.
inline constexpr int k_usual_prompt = 1024;
inline constexpr int k_usual_answer = 512;

/// What a GPU computes with for weights of a format.
[[nodiscard]] WeightKind weight_kind(const WeightFormat& format);

/// What serving a network in a job's formats asks. Drafts of further tokens are left out, encoders of images are held.
/// Requires writes_tokens(), a prompt and an answer of 1 token or more.
[[nodiscard]] ServingWork serving_work(const Network& network, const MemoryJob& job, int prompt_tokens = k_usual_prompt,
                                       int answer_tokens = k_usual_answer);

}  // namespace gpuadvisor
