#include <cmath>

#include "explain_view.hpp"
#include "gpuadvisor/scoring/index_breakdown.hpp"
#include "report/value.hpp"

namespace gpuadvisor {
namespace {

/// Adds the terms of one sum after the other.
class Terms {
 public:
  Terms(Records& records, std::string_view gpu) : m_records(records), m_gpu(gpu) {}

  void add(std::string_view workload, std::string_view sum, std::string_view term, double figure, double factor) {
    m_records.rows.push_back({std::string(m_gpu), std::string(workload), std::string(sum), std::string(term),
                              published(figure), published(factor), published(figure * factor)});
  }

 private:
  Records& m_records;
  std::string_view m_gpu;
};

/// The terms of ln estimate; where it adds times, these make the sum "time", and ln of that one term of the estimate.
void add_estimate(Terms& terms, std::string_view workload, const Estimate& estimate) {
  const EstimateTerm& other_vendor = estimate.other_vendor();
  for (const EstimateTerm& term : estimate.terms) {
    const bool is_time = estimate.adds_times && &term != &other_vendor;
    terms.add(workload, is_time ? "time" : "estimate", term.name, term.feature, term.coefficient);
  }
  if (estimate.adds_times) {
    terms.add(workload, "estimate", "time", estimate.log_index() - other_vendor.product(), 1);
  }
}

void add_breakdown(Terms& terms, const IndexBreakdown& breakdown) {
  const auto& estimate = breakdown.estimate;
  for (const auto& [dataset, index, share, measurements] : breakdown.evidence) {
    terms.add(breakdown.workload->id, "speed", dataset, std::log(index.value()), share);
  }
  if (!estimate || breakdown.estimate_share == 0) return;
  terms.add(breakdown.workload->id, "speed", "estimate", std::log(estimate->index), breakdown.estimate_share);
  add_estimate(terms, breakdown.workload->id, estimate->of);
}

}  // namespace

Records flat_records(const ExplainView& view) {
  constexpr auto k_text = CellKind::text;
  constexpr auto k_number = CellKind::number;
  Records records{{{"gpu", k_text, "Id of the GPU"},
                   {"workload", k_text, "What for"},
                   {"sum", k_text, "Which: speed, estimate, time or priority"},
                   {"term", k_text, "What it stands for"},
                   {"figure", k_number, "Of the GPU against the reference card, as a logarithm; of times a ratio"},
                   {"factor", k_number, "Its share, coefficient or weight"},
                   {"product", k_number, "Of the two; those of a sum add up"}},
                  {}};
  for (const GpuExplanation& explained : view.gpus) {
    Terms terms(records, explained.gpu->id);
    for (const IndexBreakdown& breakdown : explained.speeds) add_breakdown(terms, breakdown);
    if (!explained.priority) continue;
    for (const ScoreTerm& term : explained.priority->terms) {
      terms.add(view.answer.request.workload, "priority", enum_name(term.criterion), std::log(term.ratio), term.weight);
    }
  }
  return records;
}

}  // namespace gpuadvisor
