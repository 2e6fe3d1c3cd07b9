#include "rent_answer.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/text.hpp"
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
  struct Candidate {
    std::vector<RentOffer> offers;
    RentOffer best;
    double value;  // 0: unknown
  };
  RentedGpus answer{question, rent_day(catalog), {}};
  const PerformanceIndex index(catalog, *question.workload, question.precision);
  std::vector<Candidate> candidates;
  for (const Gpu& gpu : catalog.gpus()) {
    const bool is_meant = (!question.min_memory || (gpu.memory && *gpu.memory >= *question.min_memory)) &&
                          (question.vendor.empty() || gpu.vendor == question.vendor);
    if (!is_meant || is_left_behind(gpu, catalog)) continue;
    auto offers = offers_of(gpu, question.count, question.filter, catalog, answer.day);
    const auto best = best_of(offers);
    if (!best || best->is_old) continue;
    candidates.push_back({std::move(offers), *best, index.index(gpu).value_or(0) / best->each.value()});
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(-a.value, a.best.each) < std::tuple(-b.value, b.best.each);
  });
  answer.gpus.reserve(candidates.size());
  for (const auto& [offers, best, value] : candidates) {
    answer.gpus.push_back({question.workload->id, best, rent_range(offers, RentTerms::on_demand),
                           index.performance(*best.gpu), value > 0 ? std::optional(value) : std::nullopt});
  }
  return answer;
}

}  // namespace gpuadvisor
