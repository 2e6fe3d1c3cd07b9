#include "type_answer.hpp"

#include <algorithm>

#include "gpuadvisor/advice/recommend.hpp"

namespace gpuadvisor {
namespace {

Request request_of(const PersonaType& type, std::optional<Usd> budget, const Catalog& catalog) {
  const Workload& workload = *catalog.workload(type.workload);
  Request request;
  request.workload = workload.id;
  request.weights = weights_of(workload, catalog);
  request.rank_by = type.rank_by;
  request.condition = type.condition;
  request.budget = budget ? budget : type.budget;
  if (type.count) request.count = {*type.count, *type.count};
  if (type.min_memory) {
    const auto floor = memory_floor_of(type.workload, catalog);
    request.min_memory = floor ? std::max(*type.min_memory, floor->memory) : *type.min_memory;
  }
  return request;
}

}  // namespace

TypeAnswer type_answer(const PersonaType& type, std::optional<Usd> budget, const Catalog& catalog) {
  Answer answer = recommend(catalog, request_of(type, budget, catalog));
  TypeAnswer found{std::move(answer.request), {}};
  for (const RankedOffer& row : answer.rows) {
    const bool is_known = std::any_of(found.candidates.begin(), found.candidates.end(),
                                      [&](const RankedOffer& one) { return one.offer.gpu == row.offer.gpu; });
    const bool decides = row.offer.speed && price_tier(row.offer) <= 1;
    if (decides && !is_known) found.candidates.push_back(row);
  }
  return found;
}

}  // namespace gpuadvisor
