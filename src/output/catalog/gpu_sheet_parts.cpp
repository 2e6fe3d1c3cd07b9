#include "gpu_sheet_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gpuadvisor {
namespace {

/// Weights of the catalog's default workload.
Weights default_weights(const GpuSheet& sheet) {
  const Workload* workload = sheet.catalog.workload(sheet.catalog.tables().default_workload);
  return workload == nullptr ? Weights{} : weights_of(*workload, sheet.catalog);
}

}  // namespace

std::vector<WorkloadScore> scores(const GpuSheet& sheet) {
  std::vector<WorkloadScore> found;
  for (const Workload& workload : sheet.catalog.tables().workloads) {
    const Weights weights = weights_of(workload, sheet.catalog);
    found.push_back({&workload, priority_score(sheet.gpu, weights, *sheet.catalog.tables().reference)});
  }
  return found;
}

std::vector<Warning> sheet_warnings(const GpuSheet& sheet) {
  std::vector<Offer> offers;
  for (const PriceEstimate& price : price_estimates(sheet.gpu, sheet.catalog)) {
    offers.push_back({&sheet.gpu, price});
  }
  if (offers.empty()) offers.push_back({&sheet.gpu});
  std::vector<Warning> found;
  for (const Offer& offer : offers) {
    for (auto& warning : warnings(offer, default_weights(sheet), sheet.catalog)) {
      if (warning.id == "old-price" || warning.id == "list-price") continue;  // the prices tell
      if (warning.id == "rising-price")
        warning.text = fmt::format("{} {}", enum_name(offer.price->condition), warning.text);
      const auto is_same = [&](const Warning& other) { return other.text == warning.text; };
      if (std::none_of(found.begin(), found.end(), is_same)) found.push_back(std::move(warning));
    }
  }
  return found;
}

std::vector<const Price*> quotes(const GpuSheet& sheet) {
  std::vector<const Price*> found;
  for (const Price& price : sheet.catalog.prices_of(sheet.gpu)) found.push_back(&price);
  std::stable_sort(found.begin(), found.end(), [](const Price* a, const Price* b) { return a->date > b->date; });
  return found;
}

}  // namespace gpuadvisor
