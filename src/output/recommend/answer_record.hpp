#pragma once

#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// A row of an answer to a request.
struct AnswerRow {
  const DetailedOffer* shown = nullptr;
  const Request* request = nullptr;

  [[nodiscard]] const Offer& offer() const { return shown->offer; }
  [[nodiscard]] const OfferDetails& details() const { return shown->details; }
};

/// What programs read of an answer of `recommend`, and of one of `list`, which differ in the name of the command only.
struct ListedAnswer {
  const AnswerView* view = nullptr;
  CatalogStamp catalog;
};

/// What is the same in both, but for the members that open every answer.
[[nodiscard]] Record<AnswerView> answer_body_record();

template <>
Record<AnswerRow> description();
template <>
Record<Rejection> description();
template <>
Record<Rental> description();
template <>
Record<AnswerView> description();
template <>
Record<ListedAnswer> description();

}  // namespace gpuadvisor
