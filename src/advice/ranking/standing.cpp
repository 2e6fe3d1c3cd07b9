#include "standing.hpp"

#include <algorithm>

#include "advice/request/constraint.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/advice/relaxation.hpp"
#include "offers.hpp"
#include "scorer.hpp"

namespace gpuadvisor {
namespace {

std::optional<Condition> condition_offered(const Offer& offer) {
  return offer.price ? std::optional(offer.price->condition) : std::nullopt;
}

/// The row that an offer has in an answer, or null.
const RankedOffer* row_of(const Offer& offer, const Answer& answer) {
  const auto row = std::find_if(answer.rows.begin(), answer.rows.end(), [&](const RankedOffer& candidate) {
    return candidate.offer.gpu == offer.gpu && condition_offered(candidate.offer) == condition_offered(offer);
  });
  return row == answer.rows.end() ? nullptr : &*row;
}

/// The request without the filters that an offer fails and that may be left out; what is left out goes to `changes`.
Request without_filters(Request request, const Failures& failed, std::vector<Change>& changes) {
  for (std::size_t i = 0; i < failed.size(); ++i) {
    if (!failed[i] || constraints()[i].leave_out == nullptr) continue;
    changes.push_back({constraints()[i].option, false});
    constraints()[i].leave_out(request);
  }
  return request;
}

/// The least change of a request that lets an offer in; where no value of its filters would, with some of them left
/// out.
Relaxation admission(const Offer& offer, const Failures& failed, const Request& asked, const Request& in_force,
                     const Catalog& catalog) {
  Relaxation change = relaxation(offer, failed, asked, in_force, catalog);
  if (change.is_possible) return change;
  std::vector<Change> left_out;
  const Request rest = without_filters(asked, failed, left_out);
  const Request rest_in_force = with_defaults(rest, catalog);
  const Failures still = Judge(rest_in_force, catalog).failures(offer);
  Relaxation further = relaxation(offer, still, rest, rest_in_force, catalog);
  further.changes.insert(further.changes.begin(), left_out.begin(), left_out.end());
  return further;
}

/// The same of the prices that pass the budget and the price range of a request.
PriceToWin within_limits(const PriceToWin& found, const Request& request) {
  std::optional<Usd> most = request.budget;
  if (request.price && request.price->to) most = most ? std::min(*most, *request.price->to) : *request.price->to;
  const auto least = request.price ? request.price->from : std::nullopt;
  if (found.winning != WinningPrice::below) return found;
  if (least && *found.below <= *least) return {};
  if (most && *most < *found.below) return {WinningPrice::any, std::nullopt};
  return found;
}

/// The price below which the work of `behind` costs less than that of `ahead`; the cost rises with the price. Requires
/// a request that ranks by cost.
PriceToWin price_to_win_by_cost(const Offer& behind, const Offer& ahead, const Request& request,
                                const Catalog& catalog) {
  if (price_tier(ahead) > 0) return {WinningPrice::any, std::nullopt};
  const auto lead = cost_of_work(ahead);
  const auto cost_at = [&](Usd each) {
    Offer at_price = behind;
    at_price.price.emplace().today = each;
    at_price.hourly = hourly_cost(at_price, *request.owning, catalog);
    return cost_of_work(at_price);
  };
  const auto wins_at = [&](Usd each) { return !lead || *cost_at(each) < *lead; };
  if (!cost_at(Usd{0})) return price_to_win(behind, ahead, request.rank_by);
  constexpr Usd k_most{1e9};
  constexpr int k_halvings = 100;  // to the last bit
  if (!wins_at(Usd{0})) return {};
  if (wins_at(k_most)) return {WinningPrice::any, std::nullopt};
  Usd below{0};
  Usd above = k_most;
  for (int i = 0; i < k_halvings; ++i) {
    const Usd middle = (below + above) / 2;
    (wins_at(middle) ? below : above) = middle;
  }
  return {WinningPrice::below, at_price(behind, below)};
}

/// The offer that another one is measured by: the first row, or for that the next row of another GPU.
const Offer* opponent_of(const Offer& offer, const Answer& answer) {
  if (answer.rows.empty()) return nullptr;
  const bool is_first = row_of(offer, answer) == &answer.rows.front();
  const auto row = std::find_if(answer.rows.begin(), answer.rows.end(), [&](const RankedOffer& candidate) {
    return is_first ? candidate.offer.gpu != offer.gpu : &candidate == &answer.rows.front();
  });
  return row == answer.rows.end() ? nullptr : &row->offer;
}

std::optional<Contest> contest_of(const Offer& offer, const Answer& answer, const Catalog& catalog) {
  const Offer* opponent = opponent_of(offer, answer);
  if (opponent == nullptr) return std::nullopt;
  const RankBy rank_by = answer.request.rank_by;
  const bool leads = ranks_before(offer, *opponent, rank_by);
  const Offer& ahead = leads ? offer : *opponent;
  const Offer& behind = leads ? *opponent : offer;
  return Contest{pairing(ahead, behind, answer.request, catalog), decider(ahead, behind, rank_by),
                 rank_by == RankBy::cost
                     ? within_limits(price_to_win_by_cost(behind, ahead, answer.request, catalog), answer.request)
                     : price_to_win(behind, ahead, answer.request)};
}

/// Fills in what keeps an offer out, and where it would stand if that were changed.
void tell_absence(Standing& standing, const Answer& answer, const Request& asked, const Catalog& catalog) {
  const Offer& offer = standing.offer;
  const Failures failed = Judge(answer.request, catalog).failures(offer);
  Absence absence{
      rejections(offer, failed, answer.request, catalog), (failed & ~default_constraints()).none(), {}, 0, 0};
  const Relaxation change = admission(offer, failed, asked, answer.request, catalog);
  if (change.is_possible) {
    const Answer with_it = recommend(catalog, change.request);
    if (const RankedOffer* row = row_of(offer, with_it)) {
      absence.changes = change.changes;
      absence.rank = row->rank;
      absence.rows = static_cast<int>(with_it.rows.size());
      standing.contest = contest_of(offer, with_it, catalog);
    }
  } else if (!asked.dataset.empty()) {
    absence.changes.push_back({"scores", false});  // other speeds: another answer altogether
  }
  standing.absence = std::move(absence);
}

}  // namespace

PriceToWin price_to_win(const Offer& behind, const Offer& ahead, RankBy rank_by) {
  if (price_tier(ahead) > 0) return {WinningPrice::any, std::nullopt};
  if (rank_by == RankBy::price) return {WinningPrice::below, total_price(ahead)};
  if (rank_by == RankBy::value) {
    const auto lead = value(ahead);
    if (behind.speed && lead) return {WinningPrice::below, Usd{1000 * *behind.speed / *lead}};
    if (behind.speed) return {WinningPrice::any, std::nullopt};
  }
  if (rank_by == RankBy::price_per_gb && behind.gpu->memory) {
    const auto lead = price_per_gb(ahead);
    if (!lead) return {WinningPrice::any, std::nullopt};
    return {WinningPrice::below, *lead * (behind.gpu->memory->value() * behind.count)};
  }
  Offer at_same_price = behind;  // so that what decides is what a price cannot change
  at_same_price.price = ahead.price;
  switch (decider(at_same_price, ahead, rank_by)) {
    case Decider::price_age:
    case Decider::figure:
    case Decider::seen:
    case Decider::memory:
      return {ranks_before(at_same_price, ahead, rank_by) ? WinningPrice::any : WinningPrice::none, std::nullopt};
    case Decider::price:
    case Decider::count:
    case Decider::name:
      return {WinningPrice::below,
              (*total_price(ahead) + ahead.further_cards) * (tie_price_factor(ahead) / tie_price_factor(behind)) -
                  behind.further_cards};
  }
  return {};
}

PriceToWin price_to_win(const Offer& behind, const Offer& ahead, const Request& request) {
  return within_limits(price_to_win(behind, ahead, request.rank_by), request);
}

std::vector<Standing> standings(const Gpu& gpu, const Answer& answer, const Request& asked, const Catalog& catalog) {
  std::vector<Standing> found;
  Scorer scorer(answer.request, catalog);
  for_each_offer(gpu, catalog, answer.request, scorer, [&](Offer offer) {
    scorer.score(offer);
    Standing standing;
    standing.offer = offer;
    standing.warnings = warnings(offer, answer.request.weights, catalog, answer.request.price_rule);
    if (const RankedOffer* row = row_of(offer, answer)) {
      standing.rank = row->rank;
      standing.group = row->group;
      standing.contest = contest_of(offer, answer, catalog);
    } else {
      tell_absence(standing, answer, asked, catalog);
    }
    found.push_back(std::move(standing));
  });
  return found;
}

}  // namespace gpuadvisor
