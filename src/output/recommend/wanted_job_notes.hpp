#pragma once

#include <string>
#include <vector>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// What to know of the network of a request's job; nothing without one.
[[nodiscard]] std::vector<Warning> wanted_job_warnings(const AnswerView& view);

/// What the job of a request takes, and what the columns that tell of it mean; nothing without one.
[[nodiscard]] std::vector<std::string> wanted_job_notes(const AnswerView& view);

}  // namespace gpuadvisor
