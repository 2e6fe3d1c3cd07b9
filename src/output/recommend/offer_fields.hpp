#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/output/answer_view.hpp"
#include "gpuadvisor/report/records.hpp"

namespace gpuadvisor {

/// A flat field of the rows of `recommend` and `list`, for other programs.
struct OfferField {
  std::string_view key;  // published: it keeps its name and meaning
  CellKind kind;
  std::string_view meaning;  // in a few words, with the unit
  Cell (*cell)(const DetailedOffer& row);

  [[nodiscard]] RecordField field() const { return {key, kind, meaning}; }
};

/// All fields: first those that CSV has unless others are asked for, then further ones of the row, then the figures of
/// the GPU.
[[nodiscard]] std::span<const OfferField> offer_fields();

/// The rows of an answer as flat records: of the fields asked for, else of those that CSV has.
[[nodiscard]] Records answer_records(const AnswerView& view);

}  // namespace gpuadvisor
