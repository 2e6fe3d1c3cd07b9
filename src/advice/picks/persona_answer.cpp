#include "persona_answer.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "advice/guides/avoidance.hpp"
#include "core/contains.hpp"
#include "core/order_statistics.hpp"
#include "gpuadvisor/advice/recommend.hpp"

namespace gpuadvisor {
namespace {

/// Whether what a source states was known on the catalog's day.
bool is_stated(std::string_view source, const Catalog& catalog) {
  const Source* cited = catalog.source(source);
  return cited == nullptr || !cited->date || !catalog.as_of() || catalog.known_on(*cited->date) <= *catalog.as_of();
}

/// What the type states, but for its shares.
Request stated_request(const PersonaType& type, std::optional<Usd> budget, std::string_view unheeded,
                       const Catalog& catalog) {
  Request request;
  const Workload& workload = *catalog.workload(type.workload);
  request.workload = workload.id;
  request.weights = weights_of(workload, catalog);
  request.rank_by = type.rank_by;
  request.condition = type.condition;
  request.deployment = type.deployment;
  const bool is_known = is_stated(type.source, catalog);
  request.budget = budget || !is_known ? budget : type.budget;
  if (type.count) request.count = {*type.count, *type.count};
  if (type.segment) request.segments = {*type.segment};
  if (type.heeds_avoidances) request.exclude = avoided_gpus(catalog, unheeded);
  if (type.min_memory && is_known) {
    const auto floor = memory_floor_of(type.workload, catalog);
    request.min_memory = floor ? std::max(*type.min_memory, floor->memory) : *type.min_memory;
  }
  return request;
}

bool is_on_sale(const Offer& offer) { return price_tier(offer) <= 1 && offer.speed; }

std::vector<Offer> offers_on_sale(const Request& request, const Catalog& catalog) {
  std::vector<Offer> offers;
  for (const RankedOffer& row : recommend(catalog, request).rows) {
    if (is_on_sale(row.offer)) offers.push_back(row.offer);
  }
  return offers;
}

/// The lowest price of each GPU.
std::vector<Usd> lowest_prices(std::vector<Offer> offers) {
  std::sort(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) {
    return a.gpu->id != b.gpu->id ? a.gpu->id < b.gpu->id : *total_price(a) < *total_price(b);
  });
  std::vector<Usd> prices;
  for (std::size_t i = 0; i < offers.size(); ++i) {
    if (i == 0 || offers[i].gpu != offers[i - 1].gpu) prices.push_back(*total_price(offers[i]));
  }
  return prices;
}

/// The memory of each GPU.
std::vector<Gibibytes> memories(const std::vector<Offer>& offers) {
  std::vector<const Gpu*> gpus;
  std::vector<Gibibytes> found;
  for (const Offer& offer : offers) {
    const auto memory = memory_per_device(*offer.gpu);
    if (!memory || contains(gpus, offer.gpu)) continue;
    gpus.push_back(offer.gpu);
    found.push_back(*memory);
  }
  return found;
}

}  // namespace

std::shared_ptr<const NamedGpus> avoided_gpus(const Catalog& catalog, std::string_view unheeded) {
  const auto avoided = std::make_shared<NamedGpus>();
  for (const Avoidance& avoidance : catalog.records<Avoidance>()) {
    if (avoidance.guide == unheeded) continue;
    const Guide* guide = catalog.guide(avoidance.guide);
    avoided->add(std::string(guide == nullptr ? avoidance.guide : guide->title), gpus_of(avoidance, catalog));
  }
  return avoided->patterns().empty() ? nullptr : avoided;
}

const Avoidance* avoidance_of(const Gpu& gpu, std::string_view guide, const Catalog& catalog) {
  for (const Avoidance& avoidance : catalog.records<Avoidance>()) {
    if (avoidance.guide != guide) continue;
    const auto gpus = gpus_of(avoidance, catalog);
    if (std::any_of(gpus.begin(), gpus.end(), [&](const Gpu* one) { return one->id == gpu.id; })) return &avoidance;
  }
  return nullptr;
}

Request persona_request(const PersonaType& type, std::optional<Usd> budget, const Catalog& catalog,
                        std::string_view unheeded) {
  Request request = stated_request(type, budget, unheeded, catalog);
  const bool wants_budget = type.budget_share && !budget;
  if (!wants_budget && !type.memory_share) return request;
  Request unlimited = request;
  unlimited.budget.reset();
  const auto offers = offers_on_sale(unlimited, catalog);
  if (offers.empty()) return request;
  if (wants_budget) request.budget = quantile(lowest_prices(offers), *type.budget_share);
  const auto memory = memories(offers);
  if (type.memory_share && !memory.empty()) request.min_memory = quantile(memory, *type.memory_share);
  return request;
}

namespace {

PersonaAnswer answer_to(const Request& request, const Catalog& catalog) {
  PersonaAnswer answer{request, {}};
  for (const RankedOffer& row : recommend(catalog, answer.request).rows) {
    const bool is_known = std::any_of(answer.candidates.begin(), answer.candidates.end(),
                                      [&](const RankedOffer& one) { return one.offer.gpu == row.offer.gpu; });
    if (is_on_sale(row.offer) && !is_known) answer.candidates.push_back(row);
  }
  return answer;
}

}  // namespace

PersonaAnswer persona_answer(const PersonaType& type, std::optional<Usd> budget, const Catalog& catalog,
                             std::string_view unheeded) {
  const Request request = persona_request(type, budget, catalog, unheeded);
  const auto floor = type.wants_advised_memory ? memory_floor_of(type.workload, catalog) : std::nullopt;
  if (floor && floor->advised) {
    Request roomy = request;
    roomy.min_memory = floor->advised;
    PersonaAnswer answer = answer_to(roomy, catalog);
    if (!answer.candidates.empty()) return answer;
  }
  return answer_to(request, catalog);
}

}  // namespace gpuadvisor
