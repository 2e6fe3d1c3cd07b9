#include "market_record.hpp"
#include "output/phrases/shared_records.hpp"
#include "suite_view.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

}  // namespace

template <>
Record<SuiteQuestion> description() {
  return Record<SuiteQuestion>("suite_query", "What was asked, defaults included", Layout::one_line)
      .member<&SuiteQuestion::suite, &MemorySuite::id>("suite", "Id of the suite")
      .member<&SuiteQuestion::has_display>("display", "Whether the GPU also drives a display")
      .member<&SuiteQuestion::scope>("scope",
                                     "GPUs of the results: those named, all that pass, or the cheapest of each size");
}

template <>
Record<SuiteModel> description() {
  return Record<SuiteModel>("suite_model", "A model, and how it is trained", Layout::one_line)
      .member<&SuiteModel::job, &SuiteJob::model>("model", "As the source calls it")
      .member<&SuiteModel::job, &SuiteJob::network>(
          "network", "Id in the catalog; null: the source does not tell which it is", id(), or_null())
      .member<&SuiteModel::job, &SuiteJob::job, &MemoryJob::arithmetic>("precision", "Arithmetic of training")
      .member<&SuiteModel::job, &SuiteJob::job, &MemoryJob::optimizer>("optimizer", "Of training")
      .member<&SuiteModel::job, &SuiteJob::job, &MemoryJob::engine>("engine", "The software")
      .member<&SuiteModel::missing>("missing", "Why the memory model cannot answer; null: it can", or_null())
      .member<&SuiteModel::job, &SuiteJob::source>("source", "That names it", id());
}

namespace {

Record<SuiteAnswer> told_suite_record() {
  return Record<SuiteAnswer>("suite", "The models")
      .member<&SuiteAnswer::question, &SuiteQuestion::suite, &MemorySuite::id>("id", "Of the suite")
      .member<&SuiteAnswer::question, &SuiteQuestion::suite, &MemorySuite::source>("source", "Of the measured batches",
                                                                                   id())
      .member<&SuiteAnswer::models>("models", "In the order of the source", fewest(1));
}

}  // namespace

template <>
Record<SuiteCount> description() {
  return Record<SuiteCount>("suite_count", "How many of the models the GPU trains", Layout::one_line)
      .member<&SuiteCount::verdict>("verdict",
                                    "most: more than half of the models; null: it depends on those that are not known")
      .member<&SuiteCount::trained>("trained", "Models of which some batch fits", least(0))
      .member<&SuiteCount::told>("told", "Models of which it is known whether some batch fits", least(0))
      .member<&SuiteCount::models>("models", "Models of which that is known for some GPU", least(0));
}

template <>
Record<SuiteBatch> description() {
  return Record<SuiteBatch>("batch", "The largest batch of a model; 0: not even one sample fits; null: not known",
                            Layout::one_line)
      .member<&SuiteBatch::job, &SuiteJob::model>("model", "As the suite calls it")
      .member<&SuiteBatch::job, &SuiteJob::network>(
          "network", "Id in the catalog; null: the source does not tell which it is", id(), flat_only(), or_null())
      .member<&SuiteBatch::estimated>("estimated", "Largest batch by the memory model, a power of two", least(0))
      .member<&SuiteBatch::measured>("measured", "Largest batch that was measured on this GPU", least(0));
}

template <>
Record<GpuSuiteFit> description() {
  return Record<GpuSuiteFit>("fit", "The suite on a GPU")
      .member<&GpuSuiteFit::offer, &Offer::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&GpuSuiteFit::offer, &Offer::gpu, &Gpu::name>("name", "Of the GPU")
      .member<&GpuSuiteFit::offer, &Offer::gpu, &Gpu::vendor>("vendor", "Of the GPU")
      .member<&GpuSuiteFit::memory, &UsableMemory::nominal>("memory_gb", "As it is sold: in 2^30 bytes", positive())
      .member<&GpuSuiteFit::memory, &UsableMemory::usable>("usable_gb", "What programs get of it, in 10^9 bytes",
                                                           least(0))
      .members_of<&GpuSuiteFit::fit, &SuiteFit::count>()
      .member<&GpuSuiteFit::fit, &SuiteFit::by_model>("by_model", "The same by the memory model alone")
      .member<&GpuSuiteFit::fit, &SuiteFit::batches>("batches", "One for each model of the suite")
      .member("condition", "Of the price",
              [](const GpuSuiteFit& row) {
                return row.offer.price ? std::optional(row.offer.price->condition) : std::nullopt;
              })
      .member<&GpuSuiteFit::offer, row_price>("price", "The lowest of its conditions")
      .member<&GpuSuiteFit::gpus_of_size>("gpus_of_size", "GPUs of this size that pass; null in other scopes",
                                          least(1));
}

template <>
Record<SuiteView> description() {
  return answer_record<SuiteView>("memory-suite", "memory suite", "Which models of a suite GPUs train")
      .member(
          "query", "What was asked", [](const SuiteView& view) -> const auto& { return view.answer.question; })
      .member("suite", "The models", [](const SuiteView& view) { return as<told_suite_record>(view.answer); })
      .member("market", "What GPUs of the catalog must pass; null where they are named",
              [](const SuiteView& view) { return market_of(view.answer.question.scope, view.answer.question.request); })
      .member<&SuiteView::shown>("results",
                                 "The GPUs; in the scope sizes the smallest first, each the cheapest of its size")
      .member("warnings", "What to know before trusting", [](const SuiteView& view) { return suite_warnings(view); })
      .rows("results[].batches[]",
            {"id", "name", "memory_per_device_gb: memory_gb", "usable_gb", "trained", "told", "models", "verdict",
             "model", "network", "estimated_batch: estimated", "measured_batch: measured"});
}

}  // namespace gpuadvisor
