#include <span>

#include "market_record.hpp"
#include "output/phrases/shared_records.hpp"
#include "report/flat.hpp"
#include "suite_view.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

/// A suite, with what is missing of its models.
struct ToldSuite {
  const SuiteAnswer& answer;
};

}  // namespace

template <>
const Record<SuiteQuestion>& record() {
  static const auto k_record =
      Record<SuiteQuestion>("suite_query", "What was asked, defaults included", Layout::one_line)
          .member("suite", "Id of the suite", [](const SuiteQuestion& question) { return question.suite->id; })
          .member<&SuiteQuestion::has_display>("display", "Whether the GPU also drives a display")
          .member<&SuiteQuestion::scope>(
              "scope", "GPUs of the results: those named, all that pass, or the cheapest of each size");
  return k_record;
}

template <>
const Record<SuiteModel>& record() {
  static const auto k_record =
      Record<SuiteModel>("suite_model", "A model, and how it is trained", Layout::one_line)
          .member("model", "As the source calls it", [](const SuiteModel& model) { return model.job->model; })
          .member("network", "Id in the catalog; null: the source does not tell which it is",
                  [](const SuiteModel& model) { return unless_empty(model.job->network); })
          .id()
          .member("precision", "Arithmetic of training",
                  [](const SuiteModel& model) { return model.job->job.arithmetic; })
          .member("optimizer", "Of training", [](const SuiteModel& model) { return model.job->job.optimizer; })
          .member("engine", "The software", [](const SuiteModel& model) { return model.job->job.engine; })
          .member("missing", "Why the memory model cannot answer; null: it can",
                  [](const SuiteModel& model) { return unless_empty(model.missing); })
          .member("source", "That names it", [](const SuiteModel& model) { return model.job->source; })
          .id();
  return k_record;
}

template <>
const Record<ToldSuite>& record() {
  static const auto k_record =
      Record<ToldSuite>("suite", "The models")
          .member("id", "Of the suite", [](const ToldSuite& suite) { return suite.answer.question.suite->id; })
          .member("source", "Of the measured batches",
                  [](const ToldSuite& suite) { return suite.answer.question.suite->source; })
          .id()
          .member(
              "models", "In the order of the source",
              [](const ToldSuite& suite) -> const auto& { return suite.answer.models; })
          .fewest(1);
  return k_record;
}

template <>
const Record<SuiteCount>& record() {
  static const auto k_record =
      Record<SuiteCount>("suite_count", "How many of the models the GPU trains", Layout::one_line)
          .member("verdict", "most: more than half of the models; null: it depends on those that are not known",
                  [](const SuiteCount& count) { return count.verdict(); })
          .member<&SuiteCount::trained>("trained", "Models of which some batch fits")
          .least(0)
          .member<&SuiteCount::told>("told", "Models of which it is known whether some batch fits")
          .least(0)
          .member<&SuiteCount::models>("models", "Models of which that is known for some GPU")
          .least(0);
  return k_record;
}

template <>
const Record<SuiteBatch>& record() {
  static const auto k_record =
      Record<SuiteBatch>("batch", "The largest batch of a model; 0: not even one sample fits; null: not known",
                         Layout::one_line)
          .member("model", "As the suite calls it", [](const SuiteBatch& batch) { return batch.job->model; })
          .member("network", "Id in the catalog; null: the source does not tell which it is",
                  [](const SuiteBatch& batch) { return unless_empty(batch.job->network); })
          .id()
          .flat_only()
          .member<&SuiteBatch::estimated>("estimated", "Largest batch by the memory model, a power of two")
          .least(0)
          .member<&SuiteBatch::measured>("measured", "Largest batch that was measured on this GPU")
          .least(0);
  return k_record;
}

template <>
const Record<GpuSuiteFit>& record() {
  static const auto k_record =
      Record<GpuSuiteFit>("fit", "The suite on a GPU")
          .member("id", "Of the GPU", [](const GpuSuiteFit& row) { return row.offer.gpu->id; })
          .id()
          .member("name", "Of the GPU", [](const GpuSuiteFit& row) { return row.offer.gpu->name; })
          .member("vendor", "Of the GPU", [](const GpuSuiteFit& row) { return row.offer.gpu->vendor; })
          .member("memory_gb", "As it is sold: in 2^30 bytes",
                  [](const GpuSuiteFit& row) { return row.memory.nominal; })
          .positive()
          .member("usable_gb", "What programs get of it, in 10^9 bytes",
                  [](const GpuSuiteFit& row) { return row.memory.usable; })
          .least(0)
          .members_of([](const GpuSuiteFit& row) -> const auto& { return row.fit.count; })
          .member(
              "by_model", "The same by the memory model alone",
              [](const GpuSuiteFit& row) -> const auto& { return row.fit.by_model; })
          .member(
              "batches", "One for each model of the suite",
              [](const GpuSuiteFit& row) -> const auto& { return row.fit.batches; })
          .member("condition", "Of the price",
                  [](const GpuSuiteFit& row) {
                    return row.offer.price ? std::optional(row.offer.price->condition) : std::nullopt;
                  })
          .member("price", "The lowest of its conditions", [](const GpuSuiteFit& row) { return row_price(row.offer); })
          .member<&GpuSuiteFit::gpus_of_size>("gpus_of_size", "GPUs of this size that pass; null in other scopes")
          .least(1);
  return k_record;
}

template <>
const Record<SuiteView>& record() {
  static const auto k_record =
      answer_record<SuiteView>("memory-suite", "memory suite", "Which models of a suite GPUs train")
          .member(
              "query", "What was asked", [](const SuiteView& view) -> const auto& { return view.answer.question; })
          .member("suite", "The models", [](const SuiteView& view) { return ToldSuite{view.answer}; })
          .member(
              "market", "What GPUs of the catalog must pass; null where they are named",
              [](const SuiteView& view) { return market_of(view.answer.question.scope, view.answer.question.request); })
          .member("results", "The GPUs; in the scope sizes the smallest first, each the cheapest of its size",
                  [](const SuiteView& view) { return std::span(view.answer.fits).first(view.rows()); })
          .member("warnings", "What to know before trusting",
                  [](const SuiteView& view) { return suite_warnings(view); });
  return k_record;
}

std::string suite_json(const SuiteView& view) { return json_text(value_of(view)); }

Records suite_records(const SuiteView& view) {
  return flat_records(value_of(view), record<SuiteView>().shape(), "results[].batches[]",
                      {{"id", "results[].id"},
                       {"name", "results[].name"},
                       {"memory_per_device_gb", "results[].memory_gb"},
                       {"usable_gb", "results[].usable_gb"},
                       {"trained", "results[].trained"},
                       {"told", "results[].told"},
                       {"models", "results[].models"},
                       {"verdict", "results[].verdict"},
                       {"model", "results[].batches[].model"},
                       {"network", "results[].batches[].network"},
                       {"estimated_batch", "results[].batches[].estimated"},
                       {"measured_batch", "results[].batches[].measured"}});
}

}  // namespace gpuadvisor
