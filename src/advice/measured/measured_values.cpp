#include "measured_values.hpp"

#include <algorithm>
#include <tuple>

namespace gpuadvisor {
namespace {

/// All that must be alike for two values to compare, but for the batch.
auto setting_of(const Measurement& one) {
  return std::tie(one.dataset, one.gpu_count, one.workload, one.model, one.precision, one.framework, one.kind, one.unit,
                  one.version, one.context_tokens, one.prompt_tokens, one.output_tokens, one.split, one.setting);
}

/// Null where there is none, or where several in other batches could be meant.
const Measurement* counterpart(const Measurement& measurement, std::span<const Measurement> of_other) {
  const Measurement* found = nullptr;
  int count = 0;
  for (const Measurement& one : of_other) {
    if (setting_of(one) != setting_of(measurement)) continue;
    if (one.batch == measurement.batch) return &one;
    found = &one;
    ++count;
  }
  return count == 1 ? found : nullptr;
}

std::optional<double> times(const Measurement& measurement, std::span<const Measurement> of_other) {
  const Measurement* other = counterpart(measurement, of_other);
  if (other == nullptr) return std::nullopt;
  const double ratio = measurement.value / other->value;
  return measurement.kind == MeasurementKind::time ? 1 / ratio : ratio;
}

bool is_wanted(const Measurement& measurement, const MeasuredQuestion& question) {
  const auto is_asked = [&](const Gpu* gpu) { return gpu->id == measurement.gpu; };
  return (question.gpus.empty() || std::any_of(question.gpus.begin(), question.gpus.end(), is_asked)) &&
         (question.dataset.empty() || question.dataset == measurement.dataset) &&
         (question.workload == nullptr || question.workload->id == measurement.workload);
}

}  // namespace

std::vector<MeasuredValue> measured_values(const MeasuredQuestion& question, std::span<const Measurement> measurements,
                                           const Catalog& catalog) {
  std::vector<Measurement> of_other;
  if (question.against != nullptr) {
    std::copy_if(measurements.begin(), measurements.end(), std::back_inserter(of_other),
                 [&](const Measurement& one) { return one.gpu == question.against->id; });
  }
  std::vector<MeasuredValue> found;
  for (const Measurement& one : measurements) {
    const Gpu* gpu = catalog.gpu(one.gpu);
    if (gpu != nullptr && is_wanted(one, question)) found.push_back({&one, gpu, times(one, of_other)});
  }
  return found;
}

}  // namespace gpuadvisor
