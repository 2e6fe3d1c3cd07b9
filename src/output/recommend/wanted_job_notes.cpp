#include "wanted_job_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "output/memory/job_words.hpp"
#include "output/memory/memory_words.hpp"
#include "output/memory/token_text.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// Needs on each of several GPUs that rows have: "23.0 GB on each of 2".
std::string shares_text(const AnswerView& view) {
  std::map<std::pair<int, int>, Gigabytes> needs;  // by GPUs and ZeRO stage
  for (const RankedOffer& row : view.rows()) {
    const auto fit = view.request.job->fit(*row.offer.gpu, row.offer.count);
    if (fit && row.offer.count > 1) needs[{row.offer.count, fit->job->zero_stage}] = fit->need->total;
  }
  std::string text;
  for (const auto& [split, need] : needs) {
    const auto& [count, stage] = split;
    text += fmt::format(", {} on each of {}{}", gigabytes_text(need), count,
                        stage == 0 ? "" : fmt::format(" with ZeRO stage {}", stage));
  }
  return text;
}

std::string need_text(const AnswerView& view) {
  const WantedJob& job = *view.request.job;
  const MemoryNeed& need = job.need();
  return fmt::format("It needs {} ({} to {}) on one GPU{}; `memory` tells of what, and what takes less. {}",
                     gigabytes_text(need.total), rounded(need.low.value()), rounded(need.high.value()),
                     shares_text(view), job_sentence(job.network(), job.job()));
}

/// Whether the job fits on the GPUs of some row only with idle parts in the host's memory.
bool offloads_in_rows(const AnswerView& view) {
  const WantedJob& job = *view.request.job;
  const auto rows = view.rows();
  return !job.job().offloads_parts && std::any_of(rows.begin(), rows.end(), [&](const RankedOffer& row) {
    const auto fit = job.fit(*row.offer.gpu, row.offer.count);
    return fit && fit->job->offloads_parts;
  });
}

std::string columns_text(const AnswerView& view) {
  std::string text = "tight: less than a tenth of the memory is left, or its need may be above it (80 % interval). ";
  if (!view.fields.empty()) return {};
  if (offloads_in_rows(view)) text += std::string(k_offload_legend) + ' ';
  const TokenSpeed tokens = view.token_speed();
  if (!tokens.is_known()) return text;
  const int batch = view.request.job->job().batch;
  const auto rows = view.rows();
  std::vector<RateOfOffer> rates;
  for (const RankedOffer& row : rows) {
    const auto rate = tokens.decode_rate(*row.offer.gpu, row.offer.count);
    if (rate) rates.push_back({&row.offer, *rate});
  }
  const bool has_estimates =
      std::any_of(rates.begin(), rates.end(), [](const RateOfOffer& of) { return of.rate.basis == Basis::estimated; });
  return text +
         fmt::format(
             "tok/s: tokens written per second{}; four in five measurements are within, by whatever "
             "engine{}.",
             batch == 1 ? "" : fmt::format(", by all {} sequences together", batch),
             has_estimates ? "; ~: by the GPU's specifications, nobody measured it" : "") +
         ' ' + measured_rates_text(rates);
}

}  // namespace

std::vector<Warning> wanted_job_warnings(const AnswerView& view) {
  if (!view.request.job) return {};
  const Network& network = view.request.job->network();
  std::vector<Warning> warnings = job_warnings(network, view.request.job->job());
  const auto& day = view.catalog.as_of();
  if (network.released && day && network.released->first_day() > *day) {
    warnings.push_back({"later-network", fmt::format("The network came out later: {}", network.released->text())});
  }
  return warnings;
}

std::vector<std::string> wanted_job_notes(const AnswerView& view) {
  if (!view.request.job) return {};
  std::vector<std::string> sentences = {need_text(view)};
  for (const Warning& warning : wanted_job_warnings(view)) sentences.push_back(warning.text + '.');
  if (!view.answer.rows.empty()) sentences.push_back(columns_text(view));
  return sentences;
}

}  // namespace gpuadvisor
