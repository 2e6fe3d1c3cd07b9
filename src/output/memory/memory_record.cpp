#include <cmath>
#include <span>

#include "job_record.hpp"
#include "market_record.hpp"
#include "memory_words.hpp"
#include "output/phrases/shared_records.hpp"
#include "report/flat.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// The network of a question, and the file that it was read from.
struct Model {
  const MemoryQuestion& question;
};

/// In the scope of sizes, the GPUs without room.
struct TooSmall {
  const MemoryAnswer& answer;
};

/// The bytes of a memory in gigabytes, which sums of whole bytes are kept in.
double bytes(Gigabytes memory) {
  constexpr double k_gigabyte = 1e9;
  return std::round(memory.value() * k_gigabyte);
}

}  // namespace

template <>
const Record<MemoryQuestion>& record() {
  static const auto k_record =
      Record<MemoryQuestion>("memory_query", "What was asked, defaults included; null: not a matter of the task")
          .members_of<&MemoryQuestion::job>()
          .member<&MemoryQuestion::has_display>("display", "Whether the GPU also drives a display")
          .member<&MemoryQuestion::scope>(
              "scope", "GPUs of the results: those named, all that pass, or the cheapest of each size");
  return k_record;
}

template <>
const Record<ModelFile>& record() {
  static const auto k_record =
      Record<ModelFile>("file", "The file that the model was read from")
          .member<&ModelFile::path>("path", "As given")
          .member<&ModelFile::kind>("kind", "Format of the file")
          .member<&ModelFile::are_parameters_counted>(
              "parameters_counted", "Whether parameters are counted from the shape, as the file does not tell them")
          .member("stored_bytes", "Bytes of all weights, where the file tells them",
                  [](const ModelFile& file) { return file.stored ? std::optional(file.stored->bytes) : std::nullopt; })
          .positive()
          .member("tensors", "How many of which type, where the file tells them",
                  [](const ModelFile& file) { return file.stored ? unless_empty(file.stored->types) : std::nullopt; })
          .member<&ModelFile::remarks>("remarks", "What to know about how the file was read");
  return k_record;
}

template <>
const Record<Model>& record() {
  static const auto k_record =
      Record<Model>("model", "The network")
          .member("id", "In the catalog; null of other networks",
                  [](const Model& model) { return unless_empty(model.question.network->id); })
          .id()
          .member("name", "Of the network, or of the file",
                  [](const Model& model) { return model.question.network->name; })
          .member("kind", "How it is built", [](const Model& model) { return model.question.network->kind; })
          .member("parameters_m", "Millions of parameters; null where nothing tells them",
                  [](const Model& model) {
                    const Millions parameters = model.question.network->parameters;
                    return given(parameters > Millions{0}, parameters);
                  })
          .positive()
          .member("active_parameters_m", "Of these, those that one token uses",
                  [](const Model& model) { return model.question.network->active_parameters; })
          .positive()
          .member("layers", "How many it has", [](const Model& model) { return model.question.network->layers; })
          .least(1)
          .member("hidden", "Width between layers", [](const Model& model) { return model.question.network->hidden; })
          .least(1)
          .member("context", "Tokens that it was made for",
                  [](const Model& model) { return model.question.network->context; })
          .least(1)
          .member("source", "Where its shape is from; null of files",
                  [](const Model& model) { return unless_empty(model.question.network->source); })
          .id()
          .member("file", "Null where it is in the catalog, or was described by options",
                  [](const Model& model) { return model.question.file; });
  return k_record;
}

template <>
const Record<NeedTerm>& record() {
  static const auto k_record =
      Record<NeedTerm>("need_part", "A part of what it needs", Layout::one_line)
          .member<&NeedTerm::part>("part", "What for")
          .member<&NeedTerm::memory>("gb", "In 10^9 bytes")
          .positive()
          .member("bytes", "The same in bytes", [](const NeedTerm& term) { return bytes(term.memory); })
          .positive()
          .member<&NeedTerm::formula>("formula", "How it is computed")
          .member<&NeedTerm::calculation>("calculation", "The formula with its numbers");
  return k_record;
}

template <>
const Record<PartialNeed>& record() {
  static const auto k_record =
      Record<PartialNeed>("need", "What it needs on each GPU")
          .member("complete", "Whether that is all of it", [](const PartialNeed& told) { return told.is_complete(); })
          .member("missing", "What would have to be known to tell the rest; null where it is complete",
                  [](const PartialNeed& told) { return unless_empty(told.missing); })
          .member("total_gb", "The sum of its parts, in 10^9 bytes",
                  [](const PartialNeed& told) { return told.need.total; })
          .positive()
          .member("low_gb", "Lower end of the 80 % interval; null where it is not complete",
                  [](const PartialNeed& told) { return given(told.is_complete(), told.need.low); })
          .positive()
          .member("high_gb", "Upper end of the 80 % interval; null where it is not complete",
                  [](const PartialNeed& told) { return given(told.is_complete(), told.need.high); })
          .positive()
          .member(
              "parts", "Parts that add up to it",
              [](const PartialNeed& told) -> const auto& { return told.need.terms; })
          .fewest(1);
  return k_record;
}

template <>
const Record<TokenWork>& record() {
  static const auto k_record =
      Record<TokenWork>("token_work", "What one token of each sequence takes", Layout::one_line)
          .member<&TokenWork::weights>("weights_gb", "Weights that a step reads")
          .positive()
          .member<&TokenWork::keys_values>("keys_values_gb",
                                           "Keys and values that it reads for each sequence, halfway through it")
          .least(0)
          .member<&TokenWork::gflops>("gflops", "Operations for each sequence, in 10^9")
          .positive();
  return k_record;
}

template <>
const Record<UsableMemory>& record() {
  static const auto k_record =
      Record<UsableMemory>("usable_memory", "How much of its memory a GPU leaves to a program", Layout::one_line)
          .member<&UsableMemory::nominal>("nominal_gb", "As it is sold: in 2^30 bytes")
          .positive()
          .member<&UsableMemory::installed>("installed_gb", "The same in 10^9 bytes")
          .positive()
          .member<&UsableMemory::share>("share", "The share of it that programs can have")
          .positive()
          .most(1)
          .member<&UsableMemory::reason>("reason", "Why not more")
          .member<&UsableMemory::display>("display_gb", "What a display takes of that")
          .least(0)
          .member<&UsableMemory::usable>("usable_gb", "What is left")
          .least(0);
  return k_record;
}

template <>
const Record<RemedyOutcome>& record() {
  static const auto k_record =
      Record<RemedyOutcome>("remedy",
                            "A change that makes it fit; where none is enough alone, each includes those before",
                            Layout::one_line)
          .member<&RemedyOutcome::remedy>("remedy", "What is changed")
          .member<&RemedyOutcome::change>("change", "The same in words")
          .member("total_gb", "What it needs then", [](const RemedyOutcome& outcome) { return outcome.need.total; })
          .positive()
          .member<&RemedyOutcome::verdict>("verdict", "Whether that fits");
  return k_record;
}

template <>
const Record<GpuFit>& record() {
  static const auto k_record =
      Record<GpuFit>("fit", "How it fits on a GPU")
          .member("id", "Of the GPU", [](const GpuFit& fit) { return fit.offer.gpu->id; })
          .id()
          .member("name", "Of the GPU", [](const GpuFit& fit) { return fit.offer.gpu->name; })
          .member("vendor", "Of the GPU", [](const GpuFit& fit) { return fit.offer.gpu->vendor; })
          .member("count", "Equal GPUs", [](const GpuFit& fit) { return fit.offer.count; })
          .least(1)
          .member<&GpuFit::memory>("memory", "Of each of them")
          .member<&GpuFit::verdict>("verdict",
                                    "tight: the memory lies within the need's interval, or less than a tenth is left; "
                                    "null: only a part of the need is known, and there is room for that")
          .member<&GpuFit::offloads_parts>(
              "offload", "Whether it fits only with the idle parts of the network in the host's memory")
          .member("largest_batch", "That fits, all else as asked; null: none, or not known",
                  [](const GpuFit& fit) { return unless_zero(fit.largest_batch); })
          .least(1)
          .member("largest_context", "Tokens that fit, all else as asked; null: none, or not known",
                  [](const GpuFit& fit) { return unless_zero(fit.largest_context); })
          .least(1)
          .member<&GpuFit::rates>("tokens_per_second",
                                  "Of a decoder that runs; null where it does not fit, of other jobs, and where no "
                                  "index of the GPU is known")
          .member("condition", "Of the price",
                  [](const GpuFit& fit) {
                    return fit.offer.price ? std::optional(fit.offer.price->condition) : std::nullopt;
                  })
          .member("price", "The lowest of its conditions, for all of them",
                  [](const GpuFit& fit) { return row_price(fit.offer); })
          .member<&GpuFit::gpus_of_size>("gpus_of_size", "GPUs of this size that pass; null in other scopes")
          .least(1)
          .member<&GpuFit::remedies>("remedies", "What makes it fit, the cheapest first; empty where it fits");
  return k_record;
}

template <>
const Record<TooSmall>& record() {
  static const auto k_record =
      Record<TooSmall>("too_small", "In the scope sizes, the GPUs without room")
          .member("gpus", "How many", [](const TooSmall& small) { return small.answer.too_small; })
          .least(0)
          .member(
              "largest", "The cheapest of the largest size, with what makes it fit",
              [](const TooSmall& small) -> const auto& { return small.answer.largest_too_small; });
  return k_record;
}

template <>
const Record<MemoryView>& record() {
  static const auto k_record =
      answer_record<MemoryView>("memory", "memory", "How much memory a network takes, and where that fits")
          .member(
              "query", "What was asked", [](const MemoryView& view) -> const auto& { return view.answer.question; })
          .member("model", "The network", [](const MemoryView& view) { return Model{view.answer.question}; })
          .member(
              "need", "What it needs on each GPU",
              [](const MemoryView& view) -> const auto& { return view.answer.need; })
          .member(
              "token_work", "What writing a token takes; null of other jobs",
              [](const MemoryView& view) -> const auto& { return view.answer.token_work; })
          .member("market", "What GPUs of the catalog must pass; null where they are named",
                  [](const MemoryView& view) {
                    return market_of(view.answer.question.scope, view.answer.question.request);
                  })
          .member("results", "The GPUs; in the scope sizes those with room, the smallest first",
                  [](const MemoryView& view) { return std::span(view.answer.fits).first(view.rows()); })
          .member("too_small", "In the scope sizes, the GPUs without room",
                  [](const MemoryView& view) { return TooSmall{view.answer}; })
          .member("warnings", "What to know before trusting",
                  [](const MemoryView& view) { return memory_warnings(view); });
  return k_record;
}

std::string memory_json(const MemoryView& view) { return json_text(value_of(view)); }

Records memory_records(const MemoryView& view) {
  return flat_records(value_of(view), record<MemoryView>().shape(), "results[]",
                      {{"id", "results[].id"},
                       {"name", "results[].name"},
                       {"count", "results[].count"},
                       {"memory_per_device_gb", "results[].memory.nominal_gb"},
                       {"usable_gb", "results[].memory.usable_gb"},
                       {"need_gb", "need.total_gb"},
                       {"need_low_gb", "need.low_gb"},
                       {"need_high_gb", "need.high_gb"},
                       {"verdict", "results[].verdict"},
                       {"largest_batch", "results[].largest_batch"},
                       {"largest_context", "results[].largest_context"},
                       {"condition", "results[].condition"},
                       {"price_usd", "results[].price.usd"},
                       {"price_as_of", "results[].price.as_of"},
                       {"tokens_per_second", "results[].tokens_per_second.together.middle"},
                       {"tokens_per_second_low", "results[].tokens_per_second.together.low"},
                       {"tokens_per_second_high", "results[].tokens_per_second.together.high"},
                       {"tokens_per_second_basis", "results[].tokens_per_second.together.basis"},
                       {"alone_tokens_per_second", "results[].tokens_per_second.alone.middle"},
                       {"alone_tokens_per_second_low", "results[].tokens_per_second.alone.low"},
                       {"alone_tokens_per_second_high", "results[].tokens_per_second.alone.high"},
                       {"prompt_tokens_per_second", "results[].tokens_per_second.prompt.middle"},
                       {"prompt_tokens_per_second_low", "results[].tokens_per_second.prompt.low"},
                       {"prompt_tokens_per_second_high", "results[].tokens_per_second.prompt.high"},
                       {"prompt_tokens_per_second_basis", "results[].tokens_per_second.prompt.basis"},
                       {"tokens_per_second_engine", "results[].tokens_per_second.together.same_network.framework"}});
}

}  // namespace gpuadvisor
