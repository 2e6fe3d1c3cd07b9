#include "core/two_digits.hpp"
#include "measured_view.hpp"
#include "output/phrases/shared_records.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor {
namespace {

std::optional<std::string_view> id_of(const Gpu* gpu) { return gpu == nullptr ? std::nullopt : std::optional(gpu->id); }

Record<MeasuredQuestion> measured_query_record() {
  return Record<MeasuredQuestion>("query", "What was asked")
      .member("gpus", "Ids of the GPUs, any of them; empty: all", ids(),
              [](const MeasuredQuestion& asked) { return mapped(asked.gpus, &Gpu::id); })
      .member<&MeasuredQuestion::dataset>("dataset", "Null: any", or_null())
      .member("workload", "Null: any", id(),
              [](const MeasuredQuestion& asked) {
                return asked.workload == nullptr ? std::nullopt : std::optional(asked.workload->id);
              })
      .member("against", "The GPU whose speed is 1; null: none", id(),
              [](const MeasuredQuestion& asked) { return id_of(asked.against); });
}

Record<MeasuredValue> measured_value_record() {
  return Record<MeasuredValue>("measurement", "A value as published", JsonWriter::Layout::one_line)
      .member<&MeasuredValue::measurement, &Measurement::dataset>("dataset", "Id, also of its file")
      .member<&MeasuredValue::measurement, &Measurement::gpu>("gpu", "Id of the GPU", id())
      .member<&MeasuredValue::measurement, &Measurement::gpu_count>("count", "GPUs working together", least(1))
      .member<&MeasuredValue::measurement, &Measurement::workload>("workload", "Whose index it counts for", id())
      .member<&MeasuredValue::measurement, &Measurement::model>("model", "In the dataset's words")
      .member<&MeasuredValue::measurement, &Measurement::precision>("precision", "Of the arithmetic")
      .member<&MeasuredValue::measurement, &Measurement::framework>("framework", "Null: not told", or_null())
      .member<&MeasuredValue::measurement, &Measurement::batch>("batch", "On each GPU; null: not told", least(1))
      .member<&MeasuredValue::measurement, &Measurement::value>("value", "As published", positive())
      .member<&MeasuredValue::measurement, &Measurement::unit>("unit", "Of the value")
      .member<&MeasuredValue::measurement, &Measurement::kind>("kind", "Which values are better")
      .member<&MeasuredValue::measurement, &Measurement::basis>("basis", "How the value came about")
      .member(
          "times", "As fast as the GPU that was asked for, in the same dataset; null: not told", positive(),
          [](const MeasuredValue& rate) { return rate.times ? std::optional(four_digits(*rate.times)) : std::nullopt; })
      .member<&MeasuredValue::measurement, &Measurement::published>("published", "When")
      .member<&MeasuredValue::measurement, &Measurement::source>("source", "Id of the source", id());
}

}  // namespace

template <>
Record<MeasuredView> description() {
  return answer_record<MeasuredView>("scores-measurements", "scores measurements", "Measurements as published")
      .member<&MeasuredView::question, as<measured_query_record>>("query", "What was asked")
      .member<&MeasuredView::rates, as<measured_value_record>>("results", "By dataset, in the order of its file")
      .rows("results[]", {"dataset", "gpu", "count", "workload", "model", "precision", "framework", "batch", "value",
                          "unit", "kind", "basis", "times", "published", "source"});
}

}  // namespace gpuadvisor
