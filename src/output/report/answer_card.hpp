#pragma once

#include <string>

#include "report_view.hpp"

namespace gpuadvisor {

/// The row that a page calls the best buy; null where nothing qualifies, or nothing needs to be bought.
[[nodiscard]] const DetailedOffer* best_buy(const AnswerView& view);

/// What opens a page: the question with its day, the verdict, the best buy as a card (price, what it runs, why,
/// runner-up), the first rows, and what was asked, as HTML.
[[nodiscard]] std::string answer_html(const ReportView& view);

}  // namespace gpuadvisor
