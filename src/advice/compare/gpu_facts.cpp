#include "gpuadvisor/advice/gpu_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/contains.hpp"
#include "economics/own_or_rent.hpp"
#include "gpuadvisor/scoring/rank_order_weights.hpp"

namespace gpuadvisor {
namespace {

std::vector<WorkloadPerformance> known_performance(const Gpu& gpu, const Catalog& catalog) {
  std::vector<WorkloadPerformance> found;
  for (const Workload& workload : catalog.records<Workload>()) {
    for (const ScorePrecision precision : {ScorePrecision::fp16, ScorePrecision::fp32}) {
      const PerformanceIndex index(catalog, workload, precision);
      const auto performance = index.performance(gpu);
      if (!performance) continue;
      found.push_back({&workload, precision, *performance, {}});
      if (workload.mean_of.empty())
        found.back().familiar = reference_throughputs(catalog, workload, precision, gpu, *performance);
    }
  }
  return found;
}

std::vector<WorkloadScore> scores_of(const Gpu& gpu, const Catalog& catalog) {
  std::vector<WorkloadScore> found;
  for (const Workload& workload : catalog.records<Workload>()) {
    const Weights weights = weights_of(workload, catalog);
    found.push_back({&workload, priority_score(gpu, weights, *catalog.reference())});
  }
  return found;
}

std::vector<const Price*> newest_first(std::span<const Price> prices) {
  std::vector<const Price*> found;
  for (const Price& price : prices) found.push_back(&price);
  std::stable_sort(found.begin(), found.end(), [](const Price* a, const Price* b) { return a->date > b->date; });
  return found;
}

/// In the order in which the facts cite them.
std::vector<const Source*> cited_sources(const GpuFacts& facts, const Catalog& catalog) {
  std::vector<const Source*> found;
  const auto cite = [&](std::string_view id) {
    const Source* source = catalog.source(id);
    if (source != nullptr && !contains(found, source)) found.push_back(source);
  };
  cite(facts.gpu->source);
  for (const FieldSource& exception : facts.gpu->sources) cite(exception.source);
  for (const auto source : facts.gpu->further_sources) cite(source);
  for (const WorkloadPerformance& one : facts.performance) {
    for (const auto source : one.performance.sources) cite(source);
    for (const ReferenceThroughput& rate : one.familiar) {
      for (const auto source : rate.reference->sources) cite(source);
    }
  }
  for (const Measurement& row : facts.published) cite(row.source);
  for (const Price* quote : facts.quotes) cite(quote->source);
  return found;
}

Weights default_weights(const Catalog& catalog) {
  const Workload* workload = catalog.workload(catalog.default_workload());
  return workload == nullptr ? Weights{} : weights_of(*workload, catalog);
}

/// Of one, bought as cheaply as it is.
std::shared_ptr<const OwnOrRent> usual_own_or_rent(const Gpu& gpu, const Catalog& catalog) {
  const auto price = purchase_price(gpu, 1, std::nullopt, catalog);
  const auto owned = price ? owned_gpus(gpu, 1, *price, owning_basis({}, catalog), catalog) : std::nullopt;
  const auto found = owned ? own_or_rent(gpu, 1, *owned, catalog) : std::nullopt;
  return found ? std::make_shared<const OwnOrRent>(*found) : nullptr;
}

std::vector<Warning> untold_warnings(const Gpu& gpu, const PriceEstimates& prices, const Catalog& catalog) {
  std::vector<Offer> offers;
  for (const PriceEstimate& price : prices) offers.push_back({&gpu, price});
  if (offers.empty()) offers.push_back({&gpu});
  const Weights weights = default_weights(catalog);
  std::vector<Warning> found;
  for (const Offer& offer : offers) {
    for (auto& warning : warnings(offer, weights, catalog)) {
      if (is_told_by_price(warning)) continue;
      const auto is_same = [&](const Warning& other) { return other.text == warning.text; };
      if (std::none_of(found.begin(), found.end(), is_same)) found.push_back(std::move(warning));
    }
  }
  return found;
}

}  // namespace

GpuFacts gpu_facts(const Gpu& gpu, const Catalog& catalog, std::vector<Measurement> published) {
  GpuFacts facts;
  facts.gpu = &gpu;
  facts.performance = known_performance(gpu, catalog);
  facts.scores = scores_of(gpu, catalog);
  facts.published = std::move(published);
  facts.prices = price_estimates(gpu, catalog);
  facts.quotes = newest_first(catalog.prices_of(gpu));
  facts.sources = cited_sources(facts, catalog);
  facts.usage = source_usage(catalog, {}, {&gpu, {}});
  facts.catalog_sources = catalog.records<Source>();
  facts.own_or_rent = usual_own_or_rent(gpu, catalog);
  facts.warnings = untold_warnings(gpu, facts.prices, catalog);
  return facts;
}

}  // namespace gpuadvisor
