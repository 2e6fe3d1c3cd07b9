#include "gpu_explanation.hpp"

#include "advice/plan/work_speed.hpp"
#include "core/contains.hpp"

namespace gpuadvisor {
namespace {

/// Every source behind the figures of an explanation, each once.
std::vector<const Source*> sources_of(const GpuExplanation& explained, const Catalog& catalog) {
  std::vector<const Source*> found;
  const auto cite = [&](std::string_view id) {
    const Source* source = catalog.source(id);
    if (source != nullptr && !contains(found, source)) found.push_back(source);
  };
  if (explained.priority) {
    for (const ScoreTerm& term : explained.priority->terms) cite(source_of(*explained.gpu, term.field));
  }
  for (const IndexBreakdown& breakdown : explained.speeds) {
    for (const auto id : breakdown.performance.sources) cite(id);
  }
  for (const Standing& standing : explained.places) {
    if (!standing.offer.price) continue;
    for (const Price& quote : standing.offer.price->quotes) cite(quote.source);
  }
  return found;
}

}  // namespace

GpuExplanation gpu_explanation(const Gpu& gpu, const Answer& answer, const Request& asked, const Catalog& catalog) {
  const Request& request = answer.request;
  GpuExplanation found;
  found.gpu = &gpu;
  found.places = standings(gpu, answer, asked, catalog);
  if (request.speed_kind == SpeedKind::index) {
    const Workload& workload = *catalog.workload(request.workload);
    const WorkSpeed speed(request, catalog);
    const int count = request.count.to;
    found.performance = speed.performance(gpu, 1);
    found.speedup = speed.speedup(count);
    if (count > 1) found.together = speed.performance(gpu, count);
    found.speeds = index_breakdowns(gpu, workload, request.precision, catalog);
  }
  found.priority = priority_score(gpu, request.weights, *catalog.reference());
  found.prices = price_estimates(gpu, catalog, request.price_rule);
  found.history = price_history(gpu, catalog);
  found.sources = sources_of(found, catalog);
  return found;
}

}  // namespace gpuadvisor
