#include "gpuadvisor/advice/standing.hpp"

#include <algorithm>

#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/advice/relaxation.hpp"
#include "offers.hpp"
#include "scorer.hpp"

namespace gpuadvisor {
namespace {

std::optional<Condition> condition_of(const Offer& offer) {
  return offer.price ? std::optional(offer.price->condition) : std::nullopt;
}

/// The row that an offer has in an answer, or null.
const RankedOffer* row_of(const Offer& offer, const Answer& answer) {
  const auto row = std::find_if(answer.rows.begin(), answer.rows.end(), [&](const RankedOffer& candidate) {
    return candidate.offer.gpu == offer.gpu && condition_of(candidate.offer) == condition_of(offer);
  });
  return row == answer.rows.end() ? nullptr : &*row;
}

Absence absence_of(const Offer& offer, const Answer& answer, const Request& asked, const Catalog& catalog) {
  const Failures failed = Judge(answer.request, catalog).failures(offer);
  Absence absence{rejections(offer, failed, answer.request, catalog), true, {}, 0, 0};
  for (std::size_t i = 0; i < failed.size(); ++i) absence.is_hidden &= !failed[i] || is_default_constraint(i);
  const Relaxation change = relaxation(offer, failed, asked, answer.request, catalog);
  if (!change.is_possible) return absence;
  const Answer with_it = recommend(catalog, change.request);
  const RankedOffer* row = row_of(offer, with_it);
  if (row == nullptr) return absence;
  absence.changes = change.changes;
  absence.rank = row->rank;
  absence.rows = static_cast<int>(with_it.rows.size());
  return absence;
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
  if (opponent == nullptr || opponent->gpu == offer.gpu) return std::nullopt;
  const RankBy rank_by = answer.request.rank_by;
  const bool leads = ranks_before(offer, *opponent, rank_by, OldPrices::last);
  const Offer& ahead = leads ? offer : *opponent;
  const Offer& behind = leads ? *opponent : offer;
  return Contest{pairing(ahead, behind, answer.request, catalog), decider(ahead, behind, rank_by, OldPrices::last),
                 price_to_win(behind, ahead, rank_by)};
}

}  // namespace

PriceToWin price_to_win(const Offer& behind, const Offer& ahead, RankBy rank_by) {
  if (price_tier(ahead) > 0) return {WinningPrice::any, std::nullopt};
  if (rank_by == RankBy::price) return {WinningPrice::below, total_price(ahead)};
  if (rank_by == RankBy::value) {
    const auto lead = value(ahead);
    if (!behind.speed || !lead) return {};
    return {WinningPrice::below, Usd{1000 * *behind.speed / *lead}};
  }
  Offer at_same_price = behind;  // so that what decides is what a price cannot change
  at_same_price.price = ahead.price;
  switch (decider(at_same_price, ahead, rank_by, OldPrices::last)) {
    case Decider::price_age:
    case Decider::figure:
    case Decider::memory:
      return {ranks_before(at_same_price, ahead, rank_by, OldPrices::last) ? WinningPrice::any : WinningPrice::none,
              std::nullopt};
    case Decider::price:
    case Decider::count:
    case Decider::name:
      return {WinningPrice::below, total_price(ahead)};
  }
  return {};
}

std::vector<Standing> standings(const Gpu& gpu, const Answer& answer, const Request& asked, const Catalog& catalog) {
  std::vector<Standing> found;
  Scorer scorer(answer.request, catalog);
  for_each_offer(gpu, catalog, answer.request, scorer, [&](Offer offer) {
    scorer.score(offer);
    Standing standing{offer, 0, 0, std::nullopt, contest_of(offer, answer, catalog)};
    if (const RankedOffer* row = row_of(offer, answer)) {
      standing.rank = row->rank;
      standing.group = row->group;
    } else {
      standing.absence = absence_of(offer, answer, asked, catalog);
    }
    found.push_back(std::move(standing));
  });
  return found;
}

}  // namespace gpuadvisor
