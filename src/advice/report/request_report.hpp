#pragma once

#include <optional>
#include <vector>

#include "advice/cost/cost_answer.hpp"
#include "advice/memory/what_runs.hpp"
#include "economics/price_history.hpp"
#include "gpuadvisor/advice/answer_details.hpp"
#include "gpuadvisor/catalog/source.hpp"

namespace gpuadvisor {

/// An offer of a report. Its rank is that in the answer.
struct ReportedOffer : DetailedOffer {
  bool is_answer = false;       // it has a row in the answer; else only the budget keeps it out
  bool is_on_frontier = false;  // no other current one is at least as fast for no more money
};

/// What the use of GPUs has cost after so many years, owned and then sold, or rented for the same hours.
struct OwningStep {
  double years = 0;
  Usd owned;
  std::optional<Usd> rented_cheapest;
  std::optional<Usd> rented;  // at the median provider
  std::optional<Usd> rented_dearest;
};

struct OwningCurve {
  CostAnswer cost;
  std::vector<OwningStep> steps;  // evenly from 0 to the years that they are owned
};

/// What a page tells of a request beside its answer. Points into the catalog.
struct RequestReport {
  std::vector<ReportedOffer> offers;    // the rows of the answer, then those beyond the budget in their own order
  std::vector<PriceHistory> histories;  // of the GPUs of the first rows
  std::vector<OwningCurve> curves;      // of the same, in such numbers, where their cost is known
  std::vector<const Source*> sources;   // of all figures, by id
  std::optional<WhatRunsAnswer> runs;   // models that the first GPUs on offer run; of a request without a job
};

/// `answer` is that to the request as it was asked, with its details; `use` tells how GPUs are owned.
[[nodiscard]] RequestReport request_report(const Request& asked, const Answer& answer, const AnswerDetails& details,
                                           const OwningTerms& use, const Catalog& catalog);

}  // namespace gpuadvisor
