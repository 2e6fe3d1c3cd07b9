#include "wanted_job_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "answer_notes.hpp"
#include "output/memory/job_words.hpp"
#include "output/memory/memory_words.hpp"
#include "output/memory/token_text.hpp"
#include "output/phrases/familiar_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/fit_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// Needs on each of several GPUs that rows have: "23.0 GB on each of 2".
std::string shares_text(const AnswerView& view) {
  std::map<std::pair<int, int>, Gigabytes> needs;  // by GPUs and ZeRO stage
  for (const DetailedOffer& row : view.rows()) {
    const auto& fit = row.details.plan;
    if (fit && row.offer.count > 1) needs[{row.offer.count, fit->way->job.zero_stage}] = fit->way->need.total;
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
  const WantedJob& job = *view.request().job;
  const MemoryNeed& need = job.need();
  if (!need.is_complete()) {
    return fmt::format("It needs at least {} on one GPU{} ({} is not known). {}", gigabytes_text(need.total),
                       shares_text(view), need.missing, job_sentence(job.network(), job.job()));
  }
  return fmt::format("It needs {} ({} to {}) on one GPU{}; what for, and what would need less: `memory`. {}",
                     gigabytes_text(need.total), rounded(need.low.value()), rounded(need.high.value()),
                     shares_text(view), job_sentence(job.network(), job.job()));
}

/// Whether the job fits on the GPUs of some row only with idle parts in the host's memory.
bool offloads_in_rows(const AnswerView& view) {
  const auto rows = view.rows();
  return !view.request().job->job().offloads_parts &&
         std::any_of(rows.begin(), rows.end(), [](const DetailedOffer& row) {
           return row.details.plan && row.details.plan->way->job.offloads_parts;
         });
}

/// Whether the job fits on the GPUs of some row only with layers in the host's memory.
bool in_host_in_rows(const AnswerView& view) {
  const auto rows = view.rows();
  return std::any_of(rows.begin(), rows.end(), [](const DetailedOffer& row) {
    return row.details.plan && row.details.plan->way->job.layers_on_host > 0;
  });
}

/// "tok/s: trained per second by all GPUs together with usual software (Hugging Face TRL, axolotl), 4 sequences at a
/// time on each: 36 % of the data sheet's rate (MFU); software tuned for them (Megatron, NeMo): 1.5 times as much."
std::string training_text(const TrainingSpeed& speed) {
  const auto utilisation = [](const std::optional<double>& mfu) {
    return mfu ? fmt::format(", {:.0f} % of the data sheet's rate (MFU)", 100 * *mfu) : std::string();
  };
  std::string text = fmt::format(
      "tok/s: trained per second by all GPUs together with {}. The first row: {} at a time on each{}; software tuned "
      "for it (Megatron, NeMo, torchtitan) reaches {:.1f} times as much{}",
      k_usual_training_software, counted(static_cast<std::size_t>(speed.sequences), "sequence"),
      utilisation(speed.usual_mfu), speed.tuned.middle / speed.usual.middle, utilisation(speed.tuned_mfu));
  if (speed.tuned_fp8) text += fmt::format(", in FP8 {:.1f} times", speed.tuned_fp8->middle / speed.usual.middle);
  return text +
         ". 80 % of published rates are in the range; ~: by the data sheet, its matrix products were not measured.";
}

/// Whether the job fits on the GPUs of some row only with a decoder that works in tiles.
bool tiles_in_rows(const AnswerView& view) {
  const auto rows = view.rows();
  return !view.request().job->job().decoder_in_tiles &&
         std::any_of(rows.begin(), rows.end(), [](const DetailedOffer& row) {
           return row.details.plan && row.details.plan->way->job.decoder_in_tiles;
         });
}

std::string columns_text(const AnswerView& view) {
  std::string text = std::string(k_tight_meaning) + ". ";
  if (!view.fields.empty()) return {};
  if (tiles_in_rows(view)) text += "The smallest decode pictures in tiles. ";
  if (offloads_in_rows(view)) text += std::string(k_offload_legend) + ' ';
  if (in_host_in_rows(view)) {
    const Network& network = view.request().job->network();
    text += fmt::format("fits*, tight*: with {} in RAM. ", network.kind == NetworkKind::diffusion
                                                               ? "blocks of its denoiser, read each step (slower),"
                                                           : network.experts ? "experts"
                                                                             : "layers");
  }
  if (!view.details.has_token_rates) return text;
  if (view.request().job->job().task != MemoryTask::run) {
    const TrainingSpeed* training = first_training(view);
    return training == nullptr ? text : text + training_text(*training);
  }
  const int batch = view.request().job->job().batch;
  std::vector<RateOfOffer> rates;
  for (const DetailedOffer& row : view.rows()) {
    if (row.details.rate) rates.push_back({&row.offer, *row.details.rate});
  }
  return text + rates_text("tok/s", batch, rates);
}

}  // namespace

std::vector<Warning> wanted_job_warnings(const AnswerView& view) {
  if (!view.request().job) return {};
  const Network& network = view.request().job->network();
  std::vector<Warning> warnings = job_warnings(network, view.request().job->job());
  const auto& day = view.catalog.as_of;
  if (network.released && day && network.released->first_day() > *day) {
    warnings.push_back({"later-network", fmt::format("The model came out later: {}", network.released->text())});
  }
  return warnings;
}

std::vector<std::string> wanted_job_notes(const AnswerView& view) {
  if (!view.request().job) return {};
  std::vector<std::string> sentences = {need_text(view)};
  for (const Warning& warning : wanted_job_warnings(view)) sentences.push_back(warning.text + '.');
  if (!view.answer.rows.empty()) sentences.push_back(columns_text(view));
  return sentences;
}

}  // namespace gpuadvisor
