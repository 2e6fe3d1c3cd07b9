#include "speedups.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "gpuadvisor/catalog/token_work.hpp"
#include "order_statistics.hpp"

namespace gpuadvisor {
namespace {

constexpr auto k_counts = std::to_array<int>({2, 4, 8});  // what datasets have

/// Dataset, gpu, model, precision, framework and its version, batch, tokens read and written, setting.
using Configuration =
    std::tuple<std::string_view, std::string_view, std::string_view, Precision, std::string_view, std::string_view,
               std::optional<int>, std::optional<int>, std::optional<int>, std::string_view>;

struct Mean {
  double sum = 0;
  int count = 0;
  MeasurementKind kind = MeasurementKind::throughput;
  std::set<std::string_view> sources;

  [[nodiscard]] double value() const { return sum / count; }
};

using Means = std::map<Configuration, std::map<int, Mean>>;  // by number of GPUs

Means means_of(const Benchmarks& benchmarks, const Catalog& catalog, std::string_view workload,
               std::optional<Day> known_by) {
  Means means;
  for (const Measurement& row : benchmarks.measurements) {
    const Dataset* dataset = benchmarks.dataset(row.dataset);
    if (row.workload != workload || dataset->kind_of_work != KindOfWork::networks ||
        row.basis != MeasurementBasis::measured || row.kind == MeasurementKind::normalised ||
        (known_by && catalog.known_on(row.published) > *known_by)) {
      continue;
    }
    const bool is_per_gpu = row.unit.ends_with("/gpu");  // of as many users as `batch` says, whatever GPUs they share
    Mean& mean = means[{row.dataset, row.gpu, row.model, row.precision, row.framework, row.version,
                        is_per_gpu ? row.batch : std::nullopt, row.prompt_tokens, row.output_tokens, row.setting}]
                      [row.gpu_count];
    mean.sum += is_per_gpu ? row.value * row.gpu_count : row.value;
    ++mean.count;
    mean.kind = row.kind;
    mean.sources.insert(row.source);
  }
  return means;
}

}  // namespace

std::vector<MeasuredSpeedup> measured_speedups(const Benchmarks& benchmarks, const Catalog& catalog,
                                               std::optional<Day> known_by) {
  std::vector<MeasuredSpeedup> found;
  for (const Workload& workload : catalog.records<Workload>()) {
    const bool is_told_otherwise = !workload.order || workload.id == k_serving_workload;
    if (is_told_otherwise) continue;  // by the speed-ups of others, or in copies
    const Means means = means_of(benchmarks, catalog, workload.id, known_by);
    for (const int count : k_counts) {
      std::vector<double> ratios;
      std::set<std::string_view> sources;
      for (const auto& [configuration, by_count] : means) {
        const auto one = by_count.find(1);
        const auto several = by_count.find(count);
        if (one == by_count.end() || several == by_count.end()) continue;
        const double ratio = several->second.value() / one->second.value();
        ratios.push_back(one->second.kind == MeasurementKind::time ? 1 / ratio : ratio);
        sources.insert(one->second.sources.begin(), one->second.sources.end());
        sources.insert(several->second.sources.begin(), several->second.sources.end());
      }
      if (ratios.empty()) continue;
      found.push_back({workload.id,
                       count,
                       median(ratios),
                       quantile(ratios, 0.1),
                       quantile(ratios, 0.9),
                       static_cast<int>(ratios.size()),
                       {sources.begin(), sources.end()}});
    }
  }
  std::sort(found.begin(), found.end(), [](const MeasuredSpeedup& a, const MeasuredSpeedup& b) {
    return std::tuple(a.workload, a.count) < std::tuple(b.workload, b.count);
  });
  return found;
}

}  // namespace gpuadvisor
