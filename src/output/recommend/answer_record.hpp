#pragma once

#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// What programs read of an answer of `recommend`, and of one of `list`, which differ in the name of the command only.
struct ListedAnswer {
  const AnswerView* view = nullptr;
  CatalogStamp catalog;
};

template <>
const Record<Rejection>& record();
template <>
const Record<AnswerView>& record();
template <>
const Record<ListedAnswer>& record();

}  // namespace gpuadvisor
