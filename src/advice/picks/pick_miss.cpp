#include "pick_miss.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "gpuadvisor/advice/constraints.hpp"
#include "gpuadvisor/core/money.hpp"

namespace gpuadvisor {
namespace {

/// The offer of a pick: in the condition that it names where there is one, that with the lowest price.
Offer offer_of(const Gpu& gpu, const PersonaPick& pick, const Catalog& catalog) {
  Offer best{&gpu};
  for (const PriceEstimate& price : price_estimates(gpu, catalog)) {
    const Offer offer{&gpu, price};
    const auto worth = [&](const Offer& one) {
      return std::tuple(!one.price, one.price && !is_in_condition(*one.price, pick), price_tier(one),
                        one.price ? one.price->today : Usd{});
    };
    if (worth(offer) < worth(best)) best = offer;
  }
  return best;
}

std::string figure_text(const Offer& offer, RankBy rank_by) {
  switch (rank_by) {
    case RankBy::performance:
    case RankBy::priority:
      return fmt::format("{:.2f}", offer.speed.value_or(0));
    case RankBy::value:
      return fmt::format("{:.2f} per $1000", value(offer).value_or(0));
    case RankBy::efficiency:
      return fmt::format("{:.2f} per kW", efficiency(offer).value_or(0));
    case RankBy::price:
      return money(total_price(offer).value_or(Usd{}));
    case RankBy::price_per_gb:
      return money(price_per_gb(offer).value_or(Usd{}));
    case RankBy::memory:
      return fmt::format("{:g} GB", memory_per_device(*offer.gpu).value_or(Gibibytes{}).value());
    case RankBy::cost:
      return money(cost_of_work(offer).value_or(Usd{}));
  }
  return {};
}

/// What decides between a candidate and the first one.
std::string behind_text(const Offer& behind, const Offer& first, int rank, std::size_t count, const Request& request) {
  const RankBy rank_by = request.rank_by;
  const std::string place = fmt::format("{} of {}, behind the {}", rank, count, short_name(*first.gpu));
  switch (decider(first, behind, rank_by)) {
    case Decider::price_age:
      return fmt::format("{}: its price is older than {} months", place, request.price_rule.old_after);
    case Decider::seen:
      return fmt::format("{}: too close to call, but not offered now", place);
    case Decider::memory:
      return fmt::format("{}: too close to call, but {} GB against {}", place,
                         memory_per_device(*behind.gpu).value_or(Gibibytes{}).value(),
                         memory_per_device(*first.gpu).value_or(Gibibytes{}).value());
    case Decider::price:
      return fmt::format("{}: equal, but {} against {}", place, money(*total_price(behind)),
                         money(*total_price(first)));
    case Decider::figure:
    case Decider::count:
    case Decider::name:
      break;
  }
  const bool is_speed = rank_by == RankBy::performance || rank_by == RankBy::priority;
  return fmt::format("{}: {}{} against {}", place, is_speed ? "speed " : "", figure_text(behind, rank_by),
                     figure_text(first, rank_by));
}

std::string rejection_text(const Offer& offer, const Request& request, const Catalog& catalog) {
  const auto found = rejections(offer, with_defaults(request, catalog), catalog);
  if (found.empty()) return "its speed is not known";
  if (found.front().constraint != "exclude")
    return fmt::format("{}: {}", found.front().constraint, found.front().reason);
  return fmt::format("advised against by {}", *request.exclude->pattern_of(*offer.gpu));
}

}  // namespace

std::string miss_text(const PersonaPick& pick, const PersonaAnswer& answer, const Catalog& known, const Catalog& all) {
  const Gpu* gpu = known.gpu(pick.gpu);
  if (gpu == nullptr) {
    const Gpu* later = all.gpu(pick.gpu);
    return later != nullptr && later->released ? fmt::format("not out until {}", later->released->text())
                                               : "not in the catalog of that day";
  }
  const auto& candidates = answer.candidates;
  const auto at =
      std::find_if(candidates.begin(), candidates.end(), [&](const RankedOffer& row) { return row.offer.gpu == gpu; });
  const Offer offer = offer_of(*gpu, pick, known);
  if (at == candidates.end()) {
    if (!offer.price || price_tier(offer) > 1) return "no price of the 24 months before is known";
    return rejection_text(offer, answer.request, known);
  }
  const int rank = static_cast<int>(at - candidates.begin()) + 1;
  if (!is_in_condition(*at->offer.price, pick)) {
    return fmt::format("{} of {}, but {} at {}, not {}", rank, candidates.size(), enum_name(at->offer.price->condition),
                       money(at->offer.price->today), enum_name(*pick.condition));
  }
  return behind_text(at->offer, candidates.front().offer, rank, candidates.size(), answer.request);
}

}  // namespace gpuadvisor
