#include "candidates.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "economics/warranty.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/advice/recommend.hpp"

namespace gpuadvisor {
namespace {

/// Whether an offer may stand for its size of memory: what is no ordinary product, only where its price is known.
bool may_stand_for_size(const Offer& offer) { return !offer.gpu->distinction || offer.price; }

/// Of those in the order of their prices the first of each size.
std::vector<MemoryCandidate> first_of_each_size(const std::vector<MemoryCandidate>& all) {
  std::map<Gigabytes, MemoryCandidate> sizes;  // by usable memory
  for (const MemoryCandidate& one : all) {
    if (!may_stand_for_size(one.offer)) continue;
    MemoryCandidate& first = sizes.try_emplace(one.machine.memory.usable, one).first->second;
    first.gpus_of_size = first.gpus_of_size.value_or(0) + 1;
  }
  std::vector<MemoryCandidate> firsts;
  firsts.reserve(sizes.size());
  for (auto& [usable, one] : sizes) firsts.push_back(std::move(one));
  return firsts;
}

}  // namespace

MemoryCandidates candidates(const GpuSearch& search, const Catalog& catalog) {
  std::vector<Offer> offers;
  if (search.scope == MemoryScope::named) {
    for (const Gpu* gpu : search.gpus) offers.push_back(cheapest_offer(*gpu, search.count, catalog));
  } else {
    offers = offers_by_price(search.request, search.count, catalog);
  }
  MemoryCandidates found;
  for (const Offer& offer : offers) {
    auto machine = machine_of({{offer.gpu, search.count}}, search.has_display);
    if (machine) {
      found.gpus.push_back({offer, std::move(*machine)});
    } else if (search.scope == MemoryScope::named) {
      found.unknown.push_back(offer.gpu);
    }
  }
  if (search.scope == MemoryScope::sizes) found.gpus = first_of_each_size(found.gpus);
  return found;
}

Offer cheapest_offer(const Gpu& gpu, int count, const Catalog& catalog) {
  Offer best{&gpu};
  best.count = count;
  for (const PriceEstimate& price : price_estimates(gpu, catalog)) {
    Offer offer{&gpu, price};
    offer.count = count;
    if (!price.is_for(count)) continue;
    const bool is_better = !best.price || std::pair(price_tier(offer), deciding_amount(*offer.price)) <
                                              std::pair(price_tier(best), deciding_amount(*best.price));
    if (is_better) best = offer;
  }
  return best;
}

std::vector<Offer> offers_by_price(Request request, int count, const Catalog& catalog) {
  request.rank_by = RankBy::price;
  std::vector<Offer> offers;
  const Answer all = list(catalog, request);
  offers.reserve(all.rows.size());
  for (const RankedOffer& row : all.rows) offers.push_back(row.offer);
  std::stable_sort(offers.begin(), offers.end(),
                   [](const Offer& a, const Offer& b) { return price_tier(a) < price_tier(b); });
  for (Offer& offer : offers) offer.count = count;
  return offers;
}

}  // namespace gpuadvisor
