#pragma once

#include <string>

#include "advice/report/request_report.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/output/answer_view.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// An answer as a page, for `report`. Views what it is made from.
struct ReportView {
  CatalogStamp catalog;
  const AnswerView& answer;  // its command is "recommend"
  const RequestReport& report;
};

/// One page that needs no other file and no network, with charts and the tables behind them.
[[nodiscard]] std::string report_page(const ReportView& view);

template <>
Record<ReportView> description();

}  // namespace gpuadvisor
