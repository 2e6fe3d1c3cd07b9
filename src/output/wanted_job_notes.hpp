#pragma once

#include <string>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// What the job of a request takes, and what the columns that tell of it mean, as lines for a page; nothing without
/// one.
[[nodiscard]] std::string wanted_job_notes(const AnswerView& view, std::size_t width);

}  // namespace gpuadvisor
