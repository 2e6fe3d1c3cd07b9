#include <cmath>
#include <span>

#include "job_record.hpp"
#include "market_record.hpp"
#include "memory_words.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// The bytes of a memory in gigabytes, which sums of whole bytes are kept in.
double bytes(Gigabytes memory) {
  constexpr double k_gigabyte = 1e9;
  return std::round(memory.value() * k_gigabyte);
}

}  // namespace

template <>
Record<MemoryQuestion> description() {
  return Record<MemoryQuestion>("memory_query", "What was asked, defaults included; null: not a matter of the task")
      .members_of<&MemoryQuestion::job>()
      .member<&MemoryQuestion::has_display>("display", "Whether the GPU also drives a display")
      .member<&MemoryQuestion::scope>(
          "scope",
          "GPUs of the results: those named, those named together, all that pass, or the cheapest "
          "of each size");
}

template <>
Record<ModelFile> description() {
  return Record<ModelFile>("file", "The file that the model was read from")
      .member<&ModelFile::path>("path", "As given")
      .member<&ModelFile::kind>("kind", "Format of the file")
      .member<&ModelFile::are_parameters_counted>(
          "parameters_counted", "Whether parameters are counted from the shape, as the file does not tell them")
      .member("stored_bytes", "Bytes of all weights, where the file tells them", positive(),
              [](const ModelFile& file) { return file.stored ? std::optional(file.stored->bytes) : std::nullopt; })
      .member("tensors", "How many of which type, where the file tells them",
              [](const ModelFile& file) { return file.stored ? unless_empty(file.stored->types) : std::nullopt; })
      .member<&ModelFile::remarks>("remarks", "What to know about how the file was read");
}

namespace {

Record<MemoryQuestion> model_record() {
  return Record<MemoryQuestion>("model", "The model")
      .member<&MemoryQuestion::network, &Network::id>("id", "In the catalog; null of other models", id(), or_null())
      .member<&MemoryQuestion::network, &Network::name>("name", "Of the model, or of the file")
      .member<&MemoryQuestion::network, &Network::kind>("kind", "How it is built")
      .member("parameters_m", "Millions of parameters; null where nothing tells them", positive(),
              [](const MemoryQuestion& question) {
                const Millions parameters = question.network->parameters;
                return given(parameters > Millions{0}, parameters);
              })
      .member<&MemoryQuestion::network, &Network::active_parameters>("active_parameters_m",
                                                                     "Of these, those that one token uses", positive())
      .member<&MemoryQuestion::network, &Network::layers>("layers", "How many it has", least(1))
      .member<&MemoryQuestion::network, &Network::hidden>("hidden", "Width between layers", least(1))
      .member<&MemoryQuestion::network, &Network::context>("context", "Tokens that it was made for", least(1))
      .member<&MemoryQuestion::network, &Network::source>("source", "Where its shape is from; null of files", id(),
                                                          or_null())
      .member<&MemoryQuestion::file>("file", "Null where it is in the catalog, or was described by options");
}

}  // namespace

template <>
Record<NeedTerm> description() {
  return Record<NeedTerm>("need_part", "A part of what it needs", Layout::one_line)
      .member<&NeedTerm::part>("part", "What for")
      .member<&NeedTerm::memory>("gb", "In 10^9 bytes", positive())
      .member("bytes", "The same in bytes", positive(), [](const NeedTerm& term) { return bytes(term.memory); })
      .member<&NeedTerm::formula>("formula", "How it is computed")
      .member<&NeedTerm::calculation>("calculation", "The formula with its numbers");
}

template <>
Record<MemoryNeed> description() {
  return Record<MemoryNeed>("need", "What it needs on each GPU")
      .member<&MemoryNeed::is_complete>("complete", "Whether that is all of it")
      .member<&MemoryNeed::missing>(
          "missing", "What would have to be known to tell the rest; null where it is complete", or_null())
      .member<&MemoryNeed::total>("total_gb", "The sum of its parts, in 10^9 bytes", positive())
      .member("low_gb", "Lower end of the 80 % interval; null where it is not complete", positive(),
              [](const MemoryNeed& told) { return given(told.is_complete(), told.low); })
      .member("high_gb", "Upper end of the 80 % interval; null where it is not complete", positive(),
              [](const MemoryNeed& told) { return given(told.is_complete(), told.high); })
      .member<&MemoryNeed::terms>("parts", "Parts that add up to it", fewest(1));
}

template <>
Record<TokenWork> description() {
  return Record<TokenWork>("token_work", "What one token of each sequence takes", Layout::one_line)
      .member<&TokenWork::weights>("weights_gb", "Weights that a step reads", positive())
      .member<&TokenWork::keys_values>("keys_values_gb",
                                       "Keys and values that it reads for each sequence, halfway through it", least(0))
      .member<&TokenWork::on_host>("host_gb", "What it reads from the host's memory", least(0))
      .member<&TokenWork::gflops>("gflops", "Operations for each sequence, in 10^9", positive());
}

template <>
Record<UsableMemory> description() {
  return Record<UsableMemory>("usable_memory", "How much of its memory a GPU leaves to a program", Layout::one_line)
      .member<&UsableMemory::nominal>("nominal_gb", "As it is sold: in 2^30 bytes", positive())
      .member<&UsableMemory::installed>("installed_gb", "The same in 10^9 bytes", positive())
      .member<&UsableMemory::share>("share", "The share of it that programs can have", positive(), most(1))
      .member<&UsableMemory::reason>("reason", "Why not more")
      .member<&UsableMemory::display>("display_gb", "What a display takes of that", least(0))
      .member<&UsableMemory::usable>("usable_gb", "What is left", least(0));
}

template <>
Record<GpuRemedy> description() {
  return Record<GpuRemedy>("remedy",
                           "A change that makes it fit; where none is enough alone, each includes those before",
                           Layout::one_line)
      .member<&GpuRemedy::remedy>("remedy", "What is changed")
      .member<&GpuRemedy::change>("change", "The same in words")
      .member<&GpuRemedy::need, &MemoryNeed::total>("total_gb", "What it needs then", positive())
      .member<&GpuRemedy::verdict>("verdict", "Whether that fits")
      .member<&GpuRemedy::rate>("tokens_per_second", "Written then; null where it does not fit, or writes none")
      .member(
          "perplexity_up_percent",
          "How much worse it tells the next words of a text than in 16 bits, from and to, where that was measured",
          items<double>(), [](const GpuRemedy& remedy) {
            return remedy.quality ? std::vector{remedy.quality->least, remedy.quality->most} : std::vector<double>();
          });
}

template <>
Record<GpuFit> description() {
  return Record<GpuFit>("fit", "How it fits on a GPU")
      .member<&GpuFit::offer, &Offer::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&GpuFit::offer, &Offer::gpu, &Gpu::name>("name", "Of the GPU")
      .member<&GpuFit::offer, &Offer::gpu, &Gpu::vendor>("vendor", "Of the GPU")
      .member<&GpuFit::offer, &Offer::count>("count", "Equal GPUs", least(1))
      .member<&GpuFit::memory>("memory", "Of each of them")
      .member<&GpuFit::verdict>("verdict",
                                "tight: the upper end of the need's 80 % interval is above the usable memory; "
                                "null: only a part of the need is known, and there is room for that")
      .member<&GpuFit::is_in_host>("offload",
                                   "Whether it fits only with idle parts, or layers, of the model in the host's memory")
      .member(
          "layers_on_host", "Layers whose experts, or that as a whole, are in the host's memory; null: none", least(1),
          [](const GpuFit& fit) { return fit.is_in_host ? unless_zero(fit.way->job.layers_on_host) : std::nullopt; })
      .member<&GpuFit::layers>(
          "layers",
          "Of the model, that the GPU holds beside different ones; 0: they do it better without it; null elsewhere",
          least(0))
      .member("zero_stage", "Of training on several GPUs: what is split over them; null of other jobs", least(0),
              [](const GpuFit& fit) {
                const bool is_split = fit.way && fit.way->job.task != MemoryTask::run && fit.way->job.gpus > 1;
                return is_split ? std::optional(fit.way->job.zero_stage) : std::nullopt;
              })
      .member(
          "total_gb",
          "What it needs on the GPU where that is not as asked: with layers elsewhere, idle parts, or split further",
          positive(), [](const GpuFit& fit) { return fit.way ? std::optional(fit.way->need.total) : std::nullopt; })
      .member("largest_batch", "That fits, all else as asked; null: none, or not known", least(1),
              [](const GpuFit& fit) { return unless_zero(fit.largest_batch); })
      .member("largest_context", "Tokens that fit, all else as asked; null: none, or not known", least(1),
              [](const GpuFit& fit) { return unless_zero(fit.largest_context); })
      .member<&GpuFit::rates>("tokens_per_second",
                              "Of a decoder that runs; null where it does not fit, of other jobs, and where no "
                              "index of the GPU is known")
      .member<&GpuFit::training>("training", "How fast it trains a language model; null of other jobs, or not known")
      .member<&GpuFit::run>("run", "What --tokens take; null without")
      .member(
          "condition", "Of the price",
          [](const GpuFit& fit) { return fit.offer.price ? std::optional(fit.offer.price->condition) : std::nullopt; })
      .member<&GpuFit::offer, row_price>("price", "The lowest of its conditions, for all of them")
      .member<&GpuFit::gpus_of_size>("gpus_of_size", "GPUs of this size that pass; null in other scopes", least(1))
      .member<&GpuFit::remedies>("remedies", "What makes it fit, the cheapest first; empty where it fits");
}

namespace {

Record<MemoryAnswer> too_small_record() {
  return Record<MemoryAnswer>("too_small", "In the scope sizes, the GPUs without room")
      .member<&MemoryAnswer::too_small>("gpus", "How many", least(0))
      .member<&MemoryAnswer::largest_too_small>("largest", "The cheapest of the largest size, with what makes it fit");
}

}  // namespace

template <>
Record<MemoryView> description() {
  return answer_record<MemoryView>("memory", "memory", "How much memory a model takes, and where that fits")
      .member(
          "query", "What was asked", [](const MemoryView& view) -> const auto& { return view.answer.question; })
      .member("model", "The model", [](const MemoryView& view) { return as<model_record>(view.answer.question); })
      .member(
          "need", "What it needs on each GPU", [](const MemoryView& view) -> const auto& { return view.answer.need; })
      .member(
          "token_work", "What writing a token takes; null of other jobs",
          [](const MemoryView& view) -> const auto& { return view.answer.token_work; })
      .member(
          "market", "What GPUs of the catalog must pass; null where they are named",
          [](const MemoryView& view) { return market_of(view.answer.question.scope, view.answer.question.request); })
      .member<&MemoryView::shown>("results", "The GPUs; in the scope sizes those with room, the smallest first")
      .member(
          "offered", "In the scope sizes, where the cheapest with room is not offered lately: the cheapest that is",
          [](const MemoryView& view) -> const auto& { return view.answer.offered; })
      .member("too_small", "In the scope sizes, the GPUs without room",
              [](const MemoryView& view) { return as<too_small_record>(view.answer); })
      .member("warnings", "What to know before trusting", [](const MemoryView& view) { return memory_warnings(view); })
      .rows("results[]", {"id",
                          "name",
                          "count",
                          "memory_per_device_gb: memory.nominal_gb",
                          "memory.usable_gb",
                          "need_gb: need.total_gb",
                          "need_low_gb: need.low_gb",
                          "need_high_gb: need.high_gb",
                          "verdict",
                          "largest_batch",
                          "largest_context",
                          "condition",
                          "price_usd: price.usd",
                          "price_as_of: price.as_of",
                          "tokens_per_second: tokens_per_second.together.middle",
                          "tokens_per_second_low: tokens_per_second.together.low",
                          "tokens_per_second_high: tokens_per_second.together.high",
                          "tokens_per_second_basis: tokens_per_second.together.basis",
                          "alone_tokens_per_second: tokens_per_second.alone.middle",
                          "alone_tokens_per_second_low: tokens_per_second.alone.low",
                          "alone_tokens_per_second_high: tokens_per_second.alone.high",
                          "prompt_tokens_per_second: tokens_per_second.prompt.middle",
                          "prompt_tokens_per_second_low: tokens_per_second.prompt.low",
                          "prompt_tokens_per_second_high: tokens_per_second.prompt.high",
                          "prompt_tokens_per_second_basis: tokens_per_second.prompt.basis",
                          "tokens_per_second_engine: tokens_per_second.together.same_network.framework",
                          "price_basis: price.basis",
                          "price_age: price.age",
                          "price_age_days: price.age_days"});
}

}  // namespace gpuadvisor
