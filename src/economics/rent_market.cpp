#include "rent_market.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

#include "core/order_statistics.hpp"
#include "core/text.hpp"
#include "gpuadvisor/economics/price_rule.hpp"
#include "gpuadvisor/economics/speedup.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_chinese = "CN";  // who rents there must register there

using ProviderTerms = std::pair<std::string_view, RentTerms>;

std::pair<int, unsigned> month_of(PartialDate date) { return {date.year(), date.month()}; }

/// The newest of the prices of one provider, terms and size; of those of one month the lowest.
const Rent* newest(const Rent* a, const Rent* b) {
  const auto rank = [](const Rent* one) { return std::tuple(month_of(one->date), -one->of_each().value(), one->date); };
  return rank(a) < rank(b) ? b : a;
}

/// What a provider asks, by the GPUs of a machine.
using Sizes = std::map<int, const Rent*>;

/// What so many GPUs are rented as: the largest machine of which a whole number has just as many, since machines share
/// no fast link; else the smallest with more. Null: a whole number of none of them.
const Rent* machine_for(const Sizes& sizes, int count) {
  const auto larger = sizes.upper_bound(count);
  const auto at = std::find_if(std::make_reverse_iterator(larger), sizes.rend(),
                               [count](const auto& one) { return count % one.first == 0; });
  if (at != sizes.rend()) return at->second;
  return larger == sizes.end() ? nullptr : larger->second;
}

/// The prices of a GPU that are young enough to be told: in regions that begin so, or without a region those that a
/// buyer of the catalog's country can rent in.
std::vector<const Rent*> rents_of(const Gpu& gpu, const Catalog& catalog, Day today, std::string_view region) {
  const auto all = catalog.records<Rent>();
  Rent wanted;
  wanted.gpu = gpu.id;
  const auto [first, last] =
      std::equal_range(all.begin(), all.end(), wanted, [](const Rent& a, const Rent& b) { return a.gpu < b.gpu; });
  std::vector<const Rent*> found;
  for (auto at = first; at != last; ++at) {
    if (months_until(today, at->date) > k_unusable_rent_after) continue;
    if (!lower_case(at->region).starts_with(region)) continue;
    if (at->region == k_chinese && region.empty() && catalog.country() != k_chinese) continue;
    found.push_back(&*at);
  }
  return found;
}

bool is_old(const Rent& rent, Day today) { return months_until(today, rent.date) > k_old_rent_after; }

/// Of the lowest price of each provider; requires one.
RentLevel level_of(const std::map<std::string_view, const Rent*>& lowest) {
  RentLevel level;
  std::vector<UsdPerHour> prices;
  prices.reserve(lowest.size());
  for (const auto& [provider, quote] : lowest) {
    const bool is_first = prices.empty();
    prices.push_back(quote->of_each());
    level.first = is_first ? quote->date : std::min(level.first, quote->date);
    level.last = is_first ? quote->date : std::max(level.last, quote->date);
    if (is_first || quote->of_each() < level.cheapest->of_each()) level.cheapest = quote;
  }
  const auto [low, high] = std::minmax_element(prices.begin(), prices.end());
  level.low = *low;
  level.high = *high;
  level.middle = median(prices);
  level.providers = static_cast<int>(prices.size());
  return level;
}

/// Keeps the lower of two prices of a GPU.
void keep_lowest(std::map<std::string_view, const Rent*>& lowest, const Rent& quote) {
  const Rent*& known = lowest[quote.provider];
  if (known == nullptr || quote.of_each() < known->of_each()) known = &quote;
}

}  // namespace

Day rent_day(const Catalog& catalog) {
  std::optional<Day> newest = catalog.as_of();
  for (const Rent& rent : catalog.records<Rent>()) {
    if (rent.date.day() == 0) continue;  // a year or a month may not be over
    newest = std::max(newest.value_or(rent.date.last_day()), rent.date.last_day());
  }
  return newest.value_or(Day{});
}

bool lasts(const RentOffer& offer) {
  return !offer.is_old && offer.machines != Machines::larger && is_kept_while_paid(offer.quote->terms);
}

bool comes_before(const RentOffer& a, const RentOffer& b) {
  const auto rank = [](const RentOffer& one) {
    return std::tuple(one.machines, one.is_old, one.each, one.quote->provider, one.quote->terms);
  };
  return rank(a) < rank(b);
}

std::vector<RentOffer> rent_offers(const Gpu& gpu, int count, const Catalog& catalog, Day today,
                                   std::string_view region) {
  struct Known {
    Sizes current;
    Sizes old;
  };
  std::map<ProviderTerms, Known> providers;
  for (const Rent* rent : rents_of(gpu, catalog, today, region)) {
    Known& known = providers[{rent->provider, rent->terms}];
    const Rent*& quote = (is_old(*rent, today) ? known.old : known.current)[rent->count];
    quote = quote == nullptr ? rent : newest(quote, rent);
  }
  std::vector<RentOffer> offers;
  for (const auto& [provider, known] : providers) {
    const Rent* quote = machine_for(known.current, count);
    if (quote == nullptr) quote = machine_for(known.old, count);
    if (quote == nullptr) continue;
    const Machines machines = quote->count == count  ? Machines::one
                              : quote->count < count ? Machines::several
                                                     : Machines::larger;
    offers.push_back({&gpu, quote, quote->of_each(), quote->of_each() * std::max(count, quote->count),
                      is_old(*quote, today), machines, days_until(today, quote->date)});
  }
  std::sort(offers.begin(), offers.end(), comes_before);
  return offers;
}

std::optional<RentLevel> rent_level(const Gpu& gpu, int count, const Catalog& catalog, Day today) {
  std::map<ProviderTerms, Sizes> providers;
  for (const Rent* rent : rents_of(gpu, catalog, today, {})) {
    if (is_old(*rent, today) || !is_kept_while_paid(rent->terms) || rent->count > count) continue;
    const Rent*& quote = providers[{rent->provider, rent->terms}][rent->count];
    quote = quote == nullptr ? rent : newest(quote, rent);
  }
  std::map<std::string_view, const Rent*> lowest;
  bool is_whole = false;
  for (const auto& [provider, sizes] : providers) {
    for (const auto& [size, quote] : sizes) {
      keep_lowest(lowest, *quote);
      is_whole |= size == count || size >= k_most_gpus || quote->is_per_gpu();
    }
  }
  if (lowest.empty()) return std::nullopt;
  RentLevel level = level_of(lowest);
  level.is_whole = is_whole;
  return level;
}

std::optional<RentRange> rent_range(std::span<const RentOffer> offers, RentTerms terms) {
  const auto is_meant = [&](const RentOffer& offer) {
    return offer.quote->terms == terms && offer.machines != Machines::larger;
  };
  const auto first = std::min_element(offers.begin(), offers.end(), [&](const RentOffer& a, const RentOffer& b) {
    const auto rank = [&](const RentOffer& one) { return std::tuple(!is_meant(one), one.is_old, one.machines); };
    return rank(a) < rank(b);
  });
  if (first == offers.end() || !is_meant(*first)) return std::nullopt;
  std::map<std::string_view, const Rent*> lowest;
  for (const RentOffer& offer : offers) {
    const bool is_like_first = offer.is_old == first->is_old && offer.machines == first->machines;
    if (is_meant(offer) && is_like_first) keep_lowest(lowest, *offer.quote);
  }
  return RentRange{level_of(lowest), terms, first->is_old};
}

}  // namespace gpuadvisor
