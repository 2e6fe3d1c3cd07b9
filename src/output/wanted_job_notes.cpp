#include "wanted_job_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpuadvisor/output/number_text.hpp"
#include "gpuadvisor/output/table.hpp"
#include "job_words.hpp"
#include "memory_words.hpp"

namespace gpuadvisor {
namespace {

std::string need_text(const WantedJob& job) {
  const MemoryNeed& need = job.need();
  return fmt::format("It needs {} ({} to {}) on one GPU; `memory` tells of what, and what takes less. {}",
                     gigabytes_text(need.total), rounded(need.low.value()), rounded(need.high.value()),
                     job_sentence(job.network(), job.job()));
}

std::string columns_text(const AnswerView& view) {
  const auto rows = view.rows();
  const bool has_tight =
      std::any_of(rows.begin(), rows.end(), [](const RankedOffer& row) { return row.offer.fit == FitVerdict::tight; });
  std::string text;
  if (has_tight) {
    text = "tight: the memory lies within the interval of the need, or less than a tenth is left. ";
  }
  if (!view.fields.empty() || !view.token_speed().is_known()) return text;
  const int batch = view.request.job->job().batch;
  return text + fmt::format("tok/s: tokens written per second{}; four in five engines and GPUs lie within it.",
                            batch == 1 ? "" : fmt::format(", by all {} sequences together", batch));
}

}  // namespace

std::string wanted_job_notes(const AnswerView& view, std::size_t width) {
  if (!view.request.job) return {};
  return wrapped(need_text(*view.request.job), width) +
         (view.answer.rows.empty() ? "" : wrapped(columns_text(view), width));
}

}  // namespace gpuadvisor
