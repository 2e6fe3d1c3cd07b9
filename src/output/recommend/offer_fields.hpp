#pragma once

#include <span>
#include <vector>

#include "gpuadvisor/output/answer_view.hpp"
#include "gpuadvisor/report/records.hpp"
#include "report/flat.hpp"

namespace gpuadvisor {

/// All flat fields of the rows of `recommend` and `list`, whose keys and meanings are published: first those that CSV
/// has unless others are asked for, then further ones of the row, then the figures of the GPU.
[[nodiscard]] std::span<const FlatField> offer_fields();

/// The same with their kinds.
[[nodiscard]] std::vector<RecordField> offer_record_fields();

/// The rows of an answer as flat records: of the fields asked for, else of those that CSV has.
[[nodiscard]] Records answer_records(const AnswerView& view);

}  // namespace gpuadvisor
