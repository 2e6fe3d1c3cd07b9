#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "constraint.hpp"
#include "sizing/format_cost.hpp"
#include "sizing/memory_remedies.hpp"

// The constraint that a job must fit in the memory of each device.

namespace gpuadvisor {

/// A remedy as a change of the request.
[[nodiscard]] inline Change change_of(const RemedyOutcome& outcome) {
  const MemoryJob& job = outcome.job;
  switch (outcome.remedy) {
    case Remedy::smaller_batch:
      return {"batch", static_cast<double>(job.batch)};
    case Remedy::checkpointing:
      return {"checkpointing", std::string(enum_name(job.checkpointing))};
    case Remedy::loss_in_chunks:
      return {"chunked-loss", true};
    case Remedy::smaller_kv_cache:
      return {"kv", job.kv == KvFormat::bits_8 ? 8.0 : 4.0};
    case Remedy::optimizer_8bit:
      return {"optimizer", std::string(enum_name(job.optimizer))};
    case Remedy::lower_quantisation:
      return {"quant", std::string(job.weights.id)};
    case Remedy::host_memory:
      return {"ram", job.host->size.value()};
    case Remedy::shorter_context:
      return {"context", static_cast<double>(job.tokens)};
    case Remedy::lora:
    case Remedy::qlora:
      return {"task", std::string(enum_name(job.task))};
    case Remedy::offload:
      return {"offload", true};
    case Remedy::more_cards:
      return {"count", static_cast<double>(job.gpus)};
  }
  return {};
}

/// The first single change that makes room on the offer's GPUs; nothing where it takes several, or more GPUs than can
/// be asked for. Experts go to the host's memory before they lose bits: that changes no result, and few work at a time.
[[nodiscard]] inline std::optional<RemedyOutcome> single_remedy(const WantedJob& wanted, const JobFit& fit,
                                                                const std::vector<HostMemory>& hosts) {
  auto outcomes = remedies(wanted.network(), fit.way->job, fit.memory, hosts);
  if (wanted.network().experts) {
    std::stable_partition(outcomes.begin(), outcomes.end(),
                          [](const RemedyOutcome& outcome) { return outcome.remedy == Remedy::host_memory; });
  }
  for (RemedyOutcome& outcome : outcomes) {
    const bool is_enough = outcome.verdict != FitVerdict::does_not_fit;
    if (!is_enough) return std::nullopt;  // they come as a series
    if (outcome.job.gpus <= k_most_gpus) return std::move(outcome);
  }
  return std::nullopt;
}

inline constexpr Constraint k_fit_constraint = {
    .id = "fit",
    .failing = "too small for the job",
    .is_asked = [](const Request& request) { return request.job != nullptr; },
    .fails = [](const Case& c) { return c.offer.fit.value_or(FitVerdict::does_not_fit) == FitVerdict::does_not_fit; },
    .reason = [](const Case& c) -> std::string {
      const auto fit = c.request.job->fit(c.gpu(), c.offer.count);
      if (!fit) return "memory unknown";
      return fmt::format("{:.1f} GB of the {:.1f} GB needed{} are usable", fit->memory.usable.value(),
                         fit->way->need.total.value(), c.offer.count > 1 ? " on each" : "");
    },
    .relax =
        [](const RelaxationBuilder& draft) {
          const WantedJob& wanted = *draft.in_force.job;
          draft.result.is_possible &= !wanted.job().queues;  // what makes room for one user is too slow for all
          if (!draft.result.is_possible) return;
          const auto fit = wanted.fit(*draft.offer.gpu, draft.offer.count);
          const auto remedy = fit ? single_remedy(wanted, *fit, memory_to_buy(draft.catalog)) : std::nullopt;
          draft.result.is_possible &= remedy.has_value();
          if (!remedy) return;
          if (remedy->remedy == Remedy::more_cards) {
            draft.lift(change_of(*remedy));
          } else {
            Change change = change_of(*remedy);
            if (remedy->remedy == Remedy::lower_quantisation) {
              const auto cost = format_cost(wanted.network(), remedy->job.weights.id, draft.catalog);
              if (cost) change.cost = format_cost_words(*cost);
            }
            draft.change_job(std::move(change), remedy->need.total.value() / fit->way->need.total.value());
          }
          MemoryJob job = remedy->job;
          job.layers_on_host = 0;  // which each GPU has its own number of
          draft.result.request.job = std::make_shared<const WantedJob>(wanted.network(), job, wanted.file(),
                                                                       wanted.zero_stage(), wanted.own());
          if (job.weights.id != wanted.job().weights.id) draft.result.request.measured.reset();  // of another format
          const int most = std::max(draft.in_force.count.to, job.gpus);
          draft.result.request.count.to = most;
        },
};

}  // namespace gpuadvisor
