#pragma once

#include <cstddef>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// The rows of an answer as people read them: with the fields asked for, else with the columns that have room in
/// `room` characters per line.
[[nodiscard]] Table offer_table(const AnswerView& view, std::size_t room);

}  // namespace gpuadvisor
