#include "rent_answer.hpp"

#include <algorithm>
#include <tuple>

#include "core/text.hpp"
#include "gpuadvisor/advice/software_support.hpp"

namespace gpuadvisor {
namespace {

bool passes(const RentOffer& offer, const RentFilter& filter) {
  if (filter.terms && offer.quote->terms != *filter.terms) return false;
  if (!filter.provider.empty() && lower_case(offer.quote->provider) != filter.provider) return false;
  return !filter.most || offer.all <= *filter.most;
}

std::vector<RentOffer> offers_of(const Gpu& gpu, int count, const RentFilter& filter, const Catalog& catalog) {
  auto offers = rent_offers(gpu, count, catalog, filter.region);
  std::erase_if(offers, [&](const RentOffer& offer) { return !passes(offer, filter); });
  return offers;
}

auto rank_of(const RentOffer& offer) { return std::tuple(offer.machines, offer.is_old, offer.each); }

/// The first that is current and stays as long as it is paid; else the first of all.
std::optional<RentOffer> best_of(const std::vector<RentOffer>& offers) {
  const auto at = std::find_if(offers.begin(), offers.end(), [](const RentOffer& offer) {
    return !offer.is_old && offer.machines != Machines::larger && offer.quote->terms != RentTerms::spot;
  });
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
    const auto own = offers_of(*gpu, question.count, question.filter, catalog);
    answer.offers.insert(answer.offers.end(), own.begin(), own.end());
  }
  std::stable_sort(answer.offers.begin(), answer.offers.end(),
                   [](const RentOffer& a, const RentOffer& b) { return rank_of(a) < rank_of(b); });
  for (const RentTerms terms : {RentTerms::on_demand, RentTerms::marketplace, RentTerms::spot}) {
    if (const auto range = rent_range(answer.offers, terms)) answer.ranges.push_back(*range);
  }
  answer.best = best_of(answer.offers);
  return answer;
}

std::vector<RentedGpu> rented_gpus(const RentedGpusQuestion& question, const Catalog& catalog) {
  struct Candidate {
    RentOffer best;
    double value;  // 0: unknown
  };
  const PerformanceIndex index(catalog, *question.workload, question.precision);
  std::vector<Candidate> candidates;
  for (const Gpu& gpu : catalog.gpus()) {
    const bool is_meant = (!question.min_memory || (gpu.memory && *gpu.memory >= *question.min_memory)) &&
                          (question.vendor.empty() || gpu.vendor == question.vendor);
    if (!is_meant || is_left_behind(gpu, catalog)) continue;
    const auto best = best_of(offers_of(gpu, question.count, question.filter, catalog));
    if (best && !best->is_old) candidates.push_back({*best, index.index(gpu).value_or(0) / best->each.value()});
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(-a.value, a.best.each) < std::tuple(-b.value, b.best.each);
  });
  std::vector<RentedGpu> found;
  found.reserve(candidates.size());
  for (const auto& [best, value] : candidates) {
    const auto offers = offers_of(*best.gpu, question.count, question.filter, catalog);
    found.push_back({question.workload->id, best, rent_range(offers, RentTerms::on_demand),
                     index.performance(*best.gpu), value > 0 ? std::optional(value) : std::nullopt});
  }
  return found;
}

}  // namespace gpuadvisor
