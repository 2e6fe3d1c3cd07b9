#include "gpuadvisor/advice/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "economics/feasibility.hpp"
#include "economics/warranty.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_step = 1.1;
// What each further card of several in a desktop must earn (docs/ranking.md#several-cards): its speed counts as divided
// by the one, its price as multiplied by the other.
constexpr double k_gains = 1.05;
constexpr double k_saves = 1.15;

constexpr double k_unknown = std::numeric_limits<double>::infinity();  // ranks last

double descending(std::optional<double> figure) { return figure ? -*figure : k_unknown; }

double memory_key(const Gpu& gpu) {
  const auto memory = memory_per_device(gpu);
  return memory ? -memory->value() : k_unknown;
}

double price_key(const Offer& offer) { return total_price(offer).value_or(Usd{k_unknown}).value(); }

/// Cards beyond the first that stand beside it in a desktop: neither rented nor modules.
int further_in_desktop(const Offer& offer) {
  const bool is_in_server = !takes_desktop_supply(*offer.gpu) || offer.gpu->cooling == Cooling::passive;
  return offer.rental || is_in_server ? 0 : offer.count - 1;
}

/// With what further cards take. Each machine beyond the first costs more than its cards, which is not known here: it
/// counts as further cards do.
double machines_price_key(const Offer& offer) {
  return (price_key(offer) + offer.further_cards.value()) * std::pow(k_saves, machines_for(offer.count) - 1);
}

/// Where the price decides between equals: with what further cards take.
double tie_price_key(const Offer& offer) {
  return (price_key(offer) + offer.further_cards.value()) * tie_price_factor(offer);
}

/// The step of the speed that ranks.
double speed_key(const Offer& offer) {
  const auto speed = ranking_speed(offer);
  return speed ? -performance_step(*speed / std::pow(k_gains, further_in_desktop(offer))) : k_unknown;
}

/// Smaller ranks first.
double primary_key(const Offer& offer, RankBy rank_by) {
  switch (rank_by) {
    case RankBy::performance:
      return speed_key(offer);
    case RankBy::priority:
      return descending(offer.priority);
    case RankBy::value:
      return descending(value(offer));
    case RankBy::efficiency:
      return descending(efficiency(offer));
    case RankBy::price:
      return machines_price_key(offer);
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
  // Whether nobody asks its price now, memory, price, count, id, condition.
  std::tuple<bool, double, double, int, std::string_view, int> ties;
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
          {!is_offered(offer), memory, tie_price_key(offer), offer.count, gpu.id, condition},
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

const RankedOffer* first_on_offer(const std::vector<RankedOffer>& rows) {
  const auto at = std::find_if(rows.begin(), rows.end(), [](const RankedOffer& row) { return is_offered(row.offer); });
  return at == rows.end() ? nullptr : &*at;
}

double tie_price_factor(const Offer& offer) {
  const double several = std::pow(k_saves, further_in_desktop(offer));
  return several * (offer.price && !offer.rental ? warranty_factor(*offer.price) : 1);
}

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
  if (std::get<1>(first.ties) != std::get<1>(second.ties)) return Decider::memory;
  if (std::get<2>(first.ties) != std::get<2>(second.ties)) return Decider::price;
  return std::get<3>(first.ties) != std::get<3>(second.ties) ? Decider::count : Decider::name;
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
