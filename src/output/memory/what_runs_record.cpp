#include <span>

#include "job_record.hpp"
#include "output/phrases/fit_words.hpp"
#include "output/phrases/shared_records.hpp"
#include "what_runs_view.hpp"

namespace gpuadvisor {

template <>
Record<GpuGroup> description();

template <>
Record<Machine> description() {
  return Record<Machine>("machine", "GPUs of one machine, or memory of which nothing else is known")
      .member("id", "Of equal GPUs; null: they differ, or only the memory is known", id(),
              [](const Machine& gpus) {
                return gpus.kinds.size() == 1 ? std::optional(gpus.kinds.front().gpu->id) : std::nullopt;
              })
      .member("name", "Likewise",
              [](const Machine& gpus) {
                return gpus.kinds.size() == 1 ? std::optional(gpus.kinds.front().gpu->name) : std::nullopt;
              })
      .member<&Machine::kinds>("kinds", "Each kind with its number; empty: only the memory is known")
      .member<&Machine::count>("count", "All of them", least(1))
      .member<&Machine::memory>("memory", "Of each; where they differ, of that with the least");
}

template <>
Record<WhatRunsQuestion> description() {
  return Record<WhatRunsQuestion>("what_runs_query", "What was asked")
      .member<&WhatRunsQuestion::gpus>("gpus", "What is at hand")
      .member<&WhatRunsQuestion::task>("task", "Null: running, and the largest models of each way of training")
      .member<&WhatRunsQuestion::use>("use", "Of the models; null: all")
      .member<&WhatRunsQuestion::least_rate>("min_tokens_per_second", "That a language model must write", positive());
}

template <>
Record<NetworkThatFits> description() {
  return Record<NetworkThatFits>("network_that_fits", "A model that fits, in a format in which it does",
                                 JsonWriter::Layout::one_line)
      .member<&NetworkThatFits::network, &Network::id>("id", "Of the model", id())
      .member<&NetworkThatFits::network, &Network::name>("name", "Of the model")
      .member<&NetworkThatFits::network, &Network::use>("use", "What it takes in and gives out")
      .member<&NetworkThatFits::network, &Network::parameters>("parameters_m", "Millions of parameters", positive())
      .member<&NetworkThatFits::network, &Network::active_parameters>("active_parameters_m",
                                                                      "Of these, those that one token uses", positive())
      .member<&NetworkThatFits::network, &Network::released>("released", "First publication")
      .member("downloads", "Of all its sizes in 30 days; null: not known", least(1),
              [](const NetworkThatFits& row) { return unless_zero(row.downloads); })
      .member<&NetworkThatFits::job, &MemoryJob::task>("task", "What is done with it")
      .member<&NetworkThatFits::job, &MemoryJob::weights, &WeightFormat::id>("format", "Of its weights")
      .member<&NetworkThatFits::is_format_smaller>("smaller_format",
                                                   "Whether the usual format does not fit, so a smaller one is taken")
      .member<&NetworkThatFits::on, &Machine::kinds>(
          "gpus",
          "Those that do it: all, or where they differ those that are best at it; empty: only the memory is known")
      .member("largest_format", "Of those that fit too; null: none is larger",
              [](const NetworkThatFits& row) {
                return row.largest_format == nullptr ? std::nullopt : std::optional(row.largest_format->id);
              })
      .member("tokens", "Of each sequence; null where samples are no sequences", least(1),
              [](const NetworkThatFits& row) { return unless_zero(row.job.tokens); })
      .member<&NetworkThatFits::need, &MemoryNeed::total>("need_gb", "On each GPU, in 10^9 bytes", positive())
      .member<&NetworkThatFits::need, &MemoryNeed::low>("need_low_gb", "Lower end of its 80 % interval", positive())
      .member<&NetworkThatFits::need, &MemoryNeed::high>("need_high_gb", "Upper end of its 80 % interval", positive())
      .member<&NetworkThatFits::verdict>("verdict", k_tight_meaning)
      .member<&NetworkThatFits::is_shape_assumed>("assumed_shape",
                                                  "Whether its shape is not known, so that of another is assumed")
      .member<&NetworkThatFits::job, &MemoryJob::offloads_parts>(
          "offload", "Whether it fits only with its idle parts in the host's memory")
      .member("layers_on_host", "Layers whose experts, or that as a whole, are in the host's memory; null: none",
              least(1), [](const NetworkThatFits& row) { return unless_zero(row.job.layers_on_host); })
      .member("host_gb", "What is in the host's memory of a decoder; null: nothing", positive(),
              [](const NetworkThatFits& row) { return given(row.on_host > Gigabytes{0}, row.on_host); })
      .member("largest_context", "Tokens that fit, all else as told; null: not a matter of it", least(1),
              [](const NetworkThatFits& row) { return unless_zero(row.largest_context); })
      .member("tokens_per_second", "Written, of language models that run; null where the GPU's speed is not known",
              positive(),
              [](const NetworkThatFits& row) { return row.rate ? std::optional(row.rate->middle) : std::nullopt; })
      .member("tokens_per_second_low", "Lower end of its 80 % interval", positive(),
              [](const NetworkThatFits& row) { return row.rate ? std::optional(row.rate->low) : std::nullopt; })
      .member("tokens_per_second_high", "Upper end of its 80 % interval", positive(),
              [](const NetworkThatFits& row) { return row.rate ? std::optional(row.rate->high) : std::nullopt; });
}

namespace {

Record<WhatRunsAnswer> count_record() {
  return Record<WhatRunsAnswer>("what_runs_counts", "Networks that are not among the results")
      .member<&WhatRunsAnswer::too_large>("too_large", "To run", least(0))
      .member<&WhatRunsAnswer::too_slow>("too_slow", "Or whose speed is not known, where one was asked for", least(0))
      .member<&WhatRunsAnswer::untold>("not_told", "Of which the need cannot be told", least(0));
}

}  // namespace

template <>
Record<WhatRunsView> description() {
  return answer_record<WhatRunsView>("memory-runs", "memory runs", "Which models GPUs at hand run and train")
      .member(
          "query", "What was asked", [](const WhatRunsView& view) -> const auto& { return view.answer.question; })
      .member("results", "By task and use; those that are fetched most first, then the largest of recent years",
              [](const WhatRunsView& view) { return std::span(view.answer.rows); })
      .member("left_out", "Networks that do not run",
              [](const WhatRunsView& view) { return as<count_record>(view.answer); })
      .member("warnings", "What to know before trusting", [](const WhatRunsView& view) { return view.notes; })
      .rows("results[]", {"id", "name", "use", "task", "parameters_m", "active_parameters_m", "released", "format",
                          "largest_format", "need_gb", "need_low_gb", "need_high_gb", "verdict", "largest_context",
                          "tokens_per_second", "tokens_per_second_low", "tokens_per_second_high"});
}

}  // namespace gpuadvisor
