#include "gpuadvisor/advice/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "economics/warranty.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_step = 1.1;
constexpr int k_usual_slots = 2;  // for GPUs on a desktop's board: more want a dearer one (docs/ranking.md#ranking)

constexpr double k_unknown = std::numeric_limits<double>::infinity();  // ranks last

double descending(std::optional<double> figure) { return figure ? -*figure : k_unknown; }

double memory_key(const Gpu& gpu) {
  const auto memory = memory_per_device(gpu);
  return memory ? -memory->value() : k_unknown;
}

double price_key(const Offer& offer) { return total_price(offer).value_or(Usd{k_unknown}).value(); }

/// Where the price decides between equals.
double tie_price_key(const Offer& offer) { return price_key(offer) * tie_price_factor(offer); }

/// Smaller ranks first.
double primary_key(const Offer& offer, RankBy rank_by) {
  switch (rank_by) {
    case RankBy::performance:
      return ranking_speed(offer) ? -performance_step(*ranking_speed(offer)) : k_unknown;
    case RankBy::priority:
      return descending(offer.priority);
    case RankBy::value:
      return descending(value(offer));
    case RankBy::efficiency:
      return descending(efficiency(offer));
    case RankBy::price:
      return price_key(offer);
    case RankBy::price_per_gb:
      return price_per_gb(offer).value_or(Usd{k_unknown}).value();
    case RankBy::memory:
      return memory_key(*offer.gpu);
    case RankBy::cost:
      return cost_of_work(offer).value_or(Usd{k_unknown}).value();
  }
  return k_unknown;
}

struct Key {
  std::tuple<int, double> rank;  // equal ranks form a group
  // Whether nobody asks its price now, whether a usual board lacks slots, memory, price, count, id, condition.
  std::tuple<bool, bool, double, double, int, std::string_view, int> ties;
  std::size_t index;  // of the offer

  [[nodiscard]] bool operator<(const Key& other) const {
    return std::tie(rank, ties) < std::tie(other.rank, other.ties);
  }
};

Key key_of(const Offer& offer, std::size_t index, RankBy rank_by) {
  const auto& gpu = *offer.gpu;
  const int condition = offer.price ? static_cast<int>(offer.price->condition) : 0;
  const double memory = offer.fit ? 0 : memory_key(gpu);  // beyond what a job needs it is worth nothing
  return {{price_tier(offer), primary_key(offer, rank_by)},
          {!is_offered(offer), offer.count > k_usual_slots && !offer.rental, memory, tie_price_key(offer), offer.count,
           gpu.id, condition},
          index};
}

}  // namespace

int price_tier(const Offer& offer) {
  if (offer.rental) return static_cast<int>(PriceAge::current);
  if (!offer.price) return static_cast<int>(PriceAge::unusable) + 1;
  return static_cast<int>(offer.price->no_offer ? PriceAge::unusable : offer.price->age);
}

bool is_offered(const Offer& offer) {
  const auto& price = offer.price;
  const Price* asked = price ? price->asked : nullptr;
  const bool are_too_few =
      asked != nullptr && asked->kind == QuoteKind::ask_lowest && asked->asks.value_or(offer.count) < offer.count;
  if (are_too_few && !offer.rental) return false;
  return offer.rental ||
         (price && price->decides() && price->age == PriceAge::current && price->basis != PriceBasis::carried);
}

double tie_price_factor(const Offer& offer) { return offer.price && !offer.rental ? warranty_factor(*offer.price) : 1; }

int performance_step(double score) {
  constexpr double k_rounding = 1e-9;  // a score on a border belongs above it, however its logarithm is rounded
  return static_cast<int>(std::floor(std::log(score) / std::log(k_step) + k_rounding));
}

double least_of_step(int step) { return std::pow(k_step, step); }

Decider decider(const Offer& a, const Offer& b, RankBy rank_by) {
  const Key first = key_of(a, 0, rank_by);
  const Key second = key_of(b, 0, rank_by);
  if (std::get<0>(first.rank) != std::get<0>(second.rank)) return Decider::price_age;
  if (std::get<1>(first.rank) != std::get<1>(second.rank)) return Decider::figure;
  if (std::get<0>(first.ties) != std::get<0>(second.ties)) return Decider::seen;
  if (std::get<1>(first.ties) != std::get<1>(second.ties)) return Decider::slots;
  if (std::get<2>(first.ties) != std::get<2>(second.ties)) return Decider::memory;
  if (std::get<3>(first.ties) != std::get<3>(second.ties)) return Decider::price;
  return std::get<4>(first.ties) != std::get<4>(second.ties) ? Decider::count : Decider::name;
}

bool ranks_before(const Offer& a, const Offer& b, RankBy rank_by) {
  return key_of(a, 0, rank_by) < key_of(b, 0, rank_by);
}

std::vector<RankedOffer> ranking(const std::vector<Offer>& offers, RankBy rank_by) {
  std::vector<Key> order;
  order.reserve(offers.size());
  for (std::size_t i = 0; i < offers.size(); ++i) order.push_back(key_of(offers[i], i, rank_by));
  std::sort(order.begin(), order.end());

  std::vector<RankedOffer> ranked;
  ranked.reserve(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int rank = static_cast<int>(i) + 1;
    const bool equal = i > 0 && order[i].rank == order[i - 1].rank;
    const int group = equal ? ranked.back().group : rank;
    ranked.push_back({offers[order[i].index], rank, group});
  }
  return ranked;
}

}  // namespace gpuadvisor
