#include "stated_ratio.hpp"

#include <algorithm>

#include "advice/guides/guide_name.hpp"
#include "advice/guides/guide_ratio_text.hpp"
#include "gpuadvisor/catalog/guide.hpp"

namespace gpuadvisor {
namespace {

/// Guides tell ratios of single GPUs.
std::optional<std::size_t> place_of(std::string_view id, const Comparison& comparison) {
  const auto& gpus = comparison.gpus;
  const auto at = std::find_if(gpus.begin(), gpus.end(),
                               [id](const ComparedGpu& gpu) { return gpu.gpu->id == id && gpu.count == 1; });
  if (at == gpus.end()) return std::nullopt;
  return static_cast<std::size_t>(at - gpus.begin());
}

std::vector<OwnRatio> own_ratios(const StatedRatio& stated, const Comparison& comparison) {
  const auto figure = stated.said->of == "value" ? &WorkloadFigures::value : &WorkloadFigures::speed;
  std::vector<OwnRatio> found;
  for (std::size_t i = 0; i < comparison.question.workloads.size(); ++i) {
    const Workload* workload = comparison.question.workloads[i];
    if (!stated.said->workload.empty() && stated.said->workload != workload->id) continue;
    const WorkloadFigures& gpu = comparison.gpus[stated.gpu].figures[i];
    const WorkloadFigures& over = comparison.gpus[stated.over].figures[i];
    if (!(gpu.*figure) || !(over.*figure)) continue;
    std::optional<Basis> basis;
    if (gpu.performance && over.performance) basis = std::max(gpu.performance->basis, over.performance->basis);
    found.push_back({workload, *(gpu.*figure) / *(over.*figure), basis});
  }
  return found;
}

}  // namespace

std::vector<StatedRatio> stated_ratios(const Comparison& comparison, const Catalog& catalog) {
  std::vector<StatedRatio> found;
  for (const GuideRatio& said : catalog.records<GuideRatio>()) {
    const auto gpu = place_of(said.gpu, comparison);
    const auto over = place_of(said.over, comparison);
    const Guide* guide = catalog.guide(said.guide);
    if (!gpu || !over || guide == nullptr) continue;
    found.push_back({&said, guide, ratio_text(said, catalog), *gpu, *over, {}});
    found.back().own = own_ratios(found.back(), comparison);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const StatedRatio& a, const StatedRatio& b) { return is_newer(*a.guide, *b.guide); });
  return found;
}

}  // namespace gpuadvisor
