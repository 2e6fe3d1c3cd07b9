#include "rent_answer.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "advice/plan/work_speed.hpp"
#include "core/text.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/advice/software_support.hpp"

namespace gpuadvisor {
namespace {

bool passes(const RentOffer& offer, const RentFilter& filter) {
  if (filter.terms && offer.quote->terms != *filter.terms) return false;
  if (!filter.provider.empty() && lower_case(offer.quote->provider) != filter.provider) return false;
  if (filter.most && offer.all > *filter.most) return false;
  return !filter.also || filter.also(*offer.quote);
}

std::vector<RentOffer> offers_of(const Gpu& gpu, int count, const RentFilter& filter, const Catalog& catalog,
                                 Day today) {
  auto offers = rent_offers(gpu, count, catalog, today, filter.region);
  std::erase_if(offers, [&](const RentOffer& offer) { return !passes(offer, filter); });
  return offers;
}

/// The first that is current and stays as long as it is paid; else the first of all.
std::optional<RentOffer> best_of(const std::vector<RentOffer>& offers) {
  const auto at = std::find_if(offers.begin(), offers.end(), lasts);
  if (at != offers.end()) return *at;
  return offers.empty() ? std::nullopt : std::optional(offers.front());
}

/// Whether current software of its vendor no longer runs on it, or not yet.
bool is_left_behind(const Gpu& gpu, const Catalog& catalog) {
  const SupportState state = support_status(gpu, catalog).state;
  return state == SupportState::ended || state == SupportState::not_yet;
}

/// How many of the GPUs do work that is known to go together: those of one machine, whose speed-up is known.
int together_in(const RentOffer& offer, int count, const WorkSpeed& speed) {
  const bool is_split = offer.machines == Machines::several && !offer.quote->is_per_gpu();
  return speed.known_count(std::min(is_split ? offer.quote->count : count, k_most_gpus));
}

/// Less is better.
std::tuple<double, UsdPerHour> rank_of(const RentedGpu& one, RentOrder order) {
  const UsdPerHour price = one.offer.all;
  if (order == RentOrder::price) return {price.value(), price};
  return {-(order == RentOrder::value ? one.value.value_or(0) : one.performance ? one.performance->index : 0), price};
}

}  // namespace

RentAnswer rent_answer(const RentQuestion& question, const Catalog& catalog) {
  RentAnswer answer{question, rent_day(catalog), {}, {}, {}};
  for (const Gpu* gpu : question.gpus) {
    const auto own = offers_of(*gpu, question.count, question.filter, catalog, answer.day);
    answer.offers.insert(answer.offers.end(), own.begin(), own.end());
  }
  std::stable_sort(answer.offers.begin(), answer.offers.end(), comes_before);
  for (const RentTerms terms : {RentTerms::on_demand, RentTerms::marketplace, RentTerms::spot}) {
    if (const auto range = rent_range(answer.offers, terms)) answer.ranges.push_back(*range);
  }
  answer.best = best_of(answer.offers);
  return answer;
}

RentedGpus rented_gpus(const RentedGpusQuestion& question, const Catalog& catalog) {
  RentedGpus answer{question, rent_day(catalog), {}};
  auto& floor = answer.question.memory_floor;
  if (!question.min_memory) floor = memory_floor_of(question.workload->id, catalog);
  const Gibibytes least = floor ? floor->memory : question.min_memory.value_or(Gibibytes{0});
  const WorkSpeed speed(*question.workload, question.precision, catalog);
  std::vector<RentedGpu> found;
  for (const Gpu& gpu : catalog.gpus()) {
    const bool is_meant = memory_per_device(gpu).value_or(Gibibytes{0}) >= least &&
                          (question.vendor.empty() || gpu.vendor == question.vendor);
    if (!is_meant || is_left_behind(gpu, catalog)) continue;
    const auto offers = offers_of(gpu, question.count, question.filter, catalog, answer.day);
    const auto best = best_of(offers);
    if (!best || best->is_old) continue;
    const int together = together_in(*best, question.count, speed);
    RentedGpu one{question.workload->id,
                  *best,
                  rent_range(offers, RentTerms::on_demand),
                  together,
                  speed.performance(gpu, together),
                  std::nullopt};
    const UsdPerHour price = best->machines == Machines::larger ? best->all : best->each * together;
    if (one.performance) one.value = one.performance->index / price.value();
    found.push_back(std::move(one));
  }
  std::vector<const RentedGpu*> ranked;
  ranked.reserve(found.size());
  for (const RentedGpu& one : found) ranked.push_back(&one);
  std::stable_sort(ranked.begin(), ranked.end(), [&](const RentedGpu* a, const RentedGpu* b) {
    return rank_of(*a, question.order) < rank_of(*b, question.order);
  });
  answer.gpus.reserve(ranked.size());
  for (const RentedGpu* one : ranked) answer.gpus.push_back(*one);
  return answer;
}

}  // namespace gpuadvisor
