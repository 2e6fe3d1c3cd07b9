#pragma once

#include <span>
#include <string>
#include <vector>

#include "advice/ranking/gpu_explanation.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "gpuadvisor/report/records.hpp"
#include "report/record.hpp"
#include "report/sheet.hpp"

namespace gpuadvisor {

/// GPUs whose places in an answer are to be explained. Views what it is made from.
struct ExplainView {
  CatalogStamp catalog;
  const Answer& answer;  // of recommend(), to a request for one number of GPUs
  const Workload& workload;
  const ScoreReference& reference;
  std::span<const Source> sources;  // all of the catalog
  const std::vector<GpuExplanation>& gpus;
  const std::vector<Warning>& warnings;  // about the question
  Depth depth = {};                      // explained: every sum, quote and source
};

/// The decision for people: the place of each GPU and what would change it, its prices, and what its speed and its
/// score are made of; explained, as arithmetic, in which every figure follows from others that are printed.
[[nodiscard]] Document document_of(const ExplainView& view);

template <>
Record<ExplainView> description();

/// The records alone, one per line.
[[nodiscard]] std::string explain_json_lines(const ExplainView& view);

/// The terms of all sums as flat records: `id`, `workload`, `sum` (speed, estimate or priority), `term`, `figure`,
/// `factor` and `product` of the two. The products of a sum add up to ln of the index or score.
[[nodiscard]] Records flat_records(const ExplainView& view);

}  // namespace gpuadvisor
