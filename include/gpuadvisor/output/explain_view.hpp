#pragma once

#include <span>
#include <string>

#include "gpuadvisor/output/answer_view.hpp"

namespace gpuadvisor {

/// GPUs whose places in an answer are to be explained. Views what it is made from.
struct ExplainView {
  const AnswerView& answer;  // of recommend(), to a request for single GPUs
  const Request& asked;      // before its defaults
  std::span<const Gpu* const> gpus;
};

/// The decision as arithmetic, for people: the place of each GPU and what would change it, its speed and its score as
/// sums, its prices as medians of quotes. Every figure follows from others that are printed.
[[nodiscard]] std::string explain_text(const ExplainView& view, const Page& page);

/// One JSON object; `results` holds a record per GPU (docs/output.md).
[[nodiscard]] std::string explain_json(const ExplainView& view);

/// The records alone, one per line.
[[nodiscard]] std::string explain_jsonl(const ExplainView& view);

}  // namespace gpuadvisor
