// What holds for every catalog and every request, tried on random ones. A failure names its round and request, which
// are the same each time.

#include <algorithm>
#include <set>
#include <string>

#include "gpuadvisor/advice/recommend.hpp"
#include "output/phrases/change_text.hpp"
#include "support/answer_sets.hpp"
#include "support/catch2.hpp"
#include "support/random_catalog.hpp"

using namespace gpuadvisor;

namespace {

/// "16..48", "16.." or "..48".
template <class T>
Range<T> range_from(const std::string& text) {
  const auto dots = text.find("..");
  const auto end = [](const std::string& part) {
    return part.empty() ? std::nullopt : std::optional(T{std::stod(part)});
  };
  return {end(text.substr(0, dots)), end(text.substr(dots + 2))};
}

/// The request with an option of a near miss, like "--budget 750" or "without --vendor".
Request changed(Request asked, const std::string& change) {
  const auto blank = change.find(' ');
  const std::string option = change.substr(0, blank);
  const std::string value = change.substr(blank + 1);
  if (option == "--budget") asked.budget = Usd{std::stod(value)};
  if (option == "--min-memory") {
    asked.min_memory = Gibibytes{std::stod(value)};
    REQUIRE(value.ends_with("@fp32") == asked.need.has_value());
    if (asked.need) asked.need->memory = *asked.min_memory, asked.min_memory = memory_on_card(*asked.need);
  }
  if (option == "--price") asked.price = range_from<Usd>(value);
  if (option == "--memory") asked.memory = range_from<Gibibytes>(value);
  if (option == "--power") asked.power = range_from<Watts>(value);
  if (option == "--psu") asked.supply = Watts{std::stod(value)};
  if (change == "without --psu") asked.supply.reset();
  if (option == "--max-slots") asked.max_slots = std::stoi(value);
  if (change == "without --cooling") asked.cooling.clear();
  if (change == "without --deployment") asked.deployment.reset();
  if (change == "without --compute-capability") asked.compute_capability.reset();
  if (change == "without --feature") asked.features.clear();
  if (change == "without --exclude") asked.exclude.reset();
  if (option == "--max-power") asked.max_power = Watts{std::stod(value)};
  if (option == "--support") asked.support = enum_from_name<Support>(value).value();
  if (change == "--form any") asked.forms.emplace();
  if (change == "without --vendor") asked.vendors.clear();
  if (change == "without --segment") asked.segments.clear();
  if (change == "without --condition") asked.condition.reset();
  if (change == "without --released") asked.released.reset();
  return asked;
}

/// `range` with the end that `wider` moved moved a little less.
template <class T>
std::optional<Range<T>> less_wide(const std::optional<Range<T>>& range, std::optional<Range<T>> wider, T step) {
  if (wider->to != range->to) *wider->to = *wider->to - step;
  if (wider->from != range->from) *wider->from = *wider->from + step;
  return wider;
}

/// The request with a little less of the one change of a near miss, where that is to a figure asked for.
std::optional<Request> changed_less(Request asked, const NearMiss& miss) {
  const std::string change = change_texts(miss.changes).front();
  const std::string option = change.substr(0, change.find(' '));
  const Request before = asked;
  asked = changed(asked, change);
  if (option == "--budget") return asked.budget = *asked.budget - Usd{1}, asked;
  if (option == "--min-memory" && before.min_memory)
    return asked.min_memory = *asked.min_memory + Gibibytes{0.001}, asked;
  if (option == "--max-power") return asked.max_power = *asked.max_power - Watts{0.001}, asked;
  if (option == "--price") return asked.price = less_wide(before.price, asked.price, Usd{1}), asked;
  if (option == "--memory") return asked.memory = less_wide(before.memory, asked.memory, Gibibytes{0.001}), asked;
  if (option == "--power") return asked.power = less_wide(before.power, asked.power, Watts{0.001}), asked;
  if (option == "--psu") return asked.supply = *asked.supply - Watts{0.001}, asked;
  if (option == "--max-slots") return asked.max_slots = *asked.max_slots - 1, asked;
  return {};
}

/// Whether a power supply is known to be enough for an offer of desktop cards.
bool has_supply(const Offer& offer, const Catalog& catalog) {
  return recommended_supply(*offer.gpu, catalog) && (offer.gpu->tdp || offer.count == 1);
}

/// Whether some change of the request would let the offer in, however large.
bool is_reachable(const Offer& offer, const Request& asked, const Catalog& catalog) {
  const bool is_priced = offer.price && offer.price->decides();
  const bool needs_memory = asked.min_memory > Gibibytes{0} || asked.memory;
  return (is_priced || (!asked.budget && !asked.price)) && (!needs_memory || offer.gpu->memory) &&
         ((!asked.max_power && !asked.power) || offer.gpu->tdp) && (!asked.max_slots || offer.gpu->slots) &&
         (!asked.supply || !takes_desktop_supply(*offer.gpu) || has_supply(offer, catalog)) &&
         (!asked.only || asked.only->pattern_of(*offer.gpu) != nullptr);
}

bool is_change(const NearMiss& miss) { return miss.kind == NearMissKind::change; }

/// Whether a near miss that no change lets in has the price that it is told for.
bool is_near_price(const NearMiss& miss, Usd budget) {
  const auto& price = miss.offer.price;
  if (miss.kind == NearMissKind::no_price) return !price;
  if (miss.kind == NearMissKind::no_offer) return price->no_offer && at_price(miss.offer, price->today) <= budget;
  if (miss.kind == NearMissKind::last_price)
    return price->age == PriceAge::unusable && at_price(miss.offer, price->today) <= budget;
  return price->age != PriceAge::unusable && at_price(miss.offer, price->low) <= budget &&
         at_price(miss.offer, price->today) > budget;
}

/// Of near misses that nothing but the budget keeps out the lowest price: others are told for what is offered, or
/// faster.
std::optional<Usd> cheapest_over_budget(const Answer& answer) {
  std::optional<Usd> cheapest;
  for (const NearMiss& miss : answer.near_misses) {
    if (!is_change(miss) || miss.missing.front().constraint != "budget") continue;
    const Usd price = *total_price(miss.offer);
    cheapest = std::min(cheapest.value_or(price), price);
  }
  return cheapest;
}

}  // namespace

TEST_CASE("a near miss is let in by the changes it names, and by no less of one", "[advice][properties]") {
  int seen = 0;
  for_each_random_request([&](const RandomRound& round, const Request& asked, Dice&) {
    const Answer answer = recommend(round.catalog, asked);
    if (answer.rows.size() >= k_short_answer) {
      for (const NearMiss& miss : answer.near_misses) REQUIRE(miss.missing.front().constraint == "budget");
    }
    const auto cheapest = cheapest_over_budget(answer);
    for (const NearMiss& miss : answer.near_misses) {
      INFO(text_of(miss.offer) << ": " << (miss.changes.empty() ? "no change" : change_texts(miss.changes).front()));
      REQUIRE_FALSE(rows_of(answer).contains(text_of(miss.offer)));
      if (!is_change(miss)) {
        REQUIRE(is_near_price(miss, *asked.budget));
        continue;
      }
      ++seen;
      Request request = asked;
      for (const auto& change : change_texts(miss.changes)) request = changed(request, change);
      REQUIRE(rows_of(recommend(round.catalog, request)).contains(text_of(miss.offer)));
      const bool is_least = miss.missing.front().constraint != "budget" || *total_price(miss.offer) <= *cheapest;
      const auto less = miss.changes.size() == 1 && is_least ? changed_less(asked, miss) : std::nullopt;
      if (less) REQUIRE(rows_of(recommend(round.catalog, *less)) == rows_of(answer));
    }
  });
  CHECK(seen > 500);
}

TEST_CASE("an empty answer begins its near misses with the least change that would do", "[advice][properties]") {
  for_each_random_request([](const RandomRound& round, const Request& asked, Dice&) {
    const Answer answer = recommend(round.catalog, asked);
    if (!answer.rows.empty()) return;
    const auto change_for = [&](const Offer& offer) {
      const Failures failed = Judge(answer.request, round.catalog).failures(offer);
      return relaxation(offer, failed, asked, answer.request, round.catalog).size;
    };
    for (const Offer& offer : offers_of(round, asked)) {
      if (!is_reachable(offer, asked, round.catalog)) continue;
      INFO(text_of(offer));
      REQUIRE_FALSE(answer.near_misses.empty());
      const NearMiss& first = answer.near_misses.front();
      REQUIRE(is_change(first));
      REQUIRE(change_for(first.offer) <= change_for(offer));
      const auto missing = rejections(offer, answer.request, round.catalog);
      const bool needs_more = std::any_of(missing.begin(), missing.end(), [](const Rejection& rejection) {
        // On some the defaults depend, and two options can be about one figure.
        constexpr auto k_more =
            std::to_array<std::string_view>({"vendor", "segment", "cooling", "deployment", "memory", "power"});
        return std::find(k_more.begin(), k_more.end(), rejection.constraint) != k_more.end();
      });
      if (!needs_more) REQUIRE(first.changes.size() <= missing.size());
    }
  });
}
