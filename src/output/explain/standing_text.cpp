#include "standing_text.hpp"

#include <fmt/format.h>

#include <vector>

#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/change_text.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/recommend/rival_text.hpp"
#include "report/mapped.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// "the used GeForce RTX 3080 12GB at $305".
std::string described(const Offer& offer) {
  return (offer.count == 1 ? "the " : "") + (offer.price ? priced_name(offer) : conditioned_names(offer));
}

std::string memory_text(const Gpu& gpu) {
  return or_dash(memory_per_device(gpu), [](Gibibytes memory) { return fmt::format("{} GB", memory.value()); });
}

std::string price_text(const Offer& offer) {
  return or_dash(total_price(offer), [](Usd usd) { return money(usd); });
}

/// How a price is not like that of today.
std::string_view age_text(const Offer& offer, const ExplainView& view) {
  if (!offer.price) return "has no known price";
  if (offer.price->no_offer) return "has only a hearsay price, no actual offer";
  if (offer.price->age == PriceAge::unusable) return "has a price that is too old to count";
  const int months = months_until(*view.catalog.as_of, offer.price->seen());
  return months > view.answer.request.price_rule.old_after ? "has an old price"
                                                           : "is listed new for less than used ones cost";
}

/// The figures that the ranking criterion compares.
std::string figures_text(const Offer& ahead, const Offer& behind, const Request& request) {
  const auto both = [&](std::string_view unit, auto figure) {
    return fmt::format("{} {} against {}", unit, or_dash(figure(ahead), rounded), or_dash(figure(behind), rounded));
  };
  const std::string_view speed = speed_word(request.speed_kind);
  switch (request.rank_by) {
    case RankBy::performance:
      if (!ranking_speed(behind)) return fmt::format("no {} of {} is known", speed, short_name(*behind.gpu));
      return both(ahead.tokens_per_second ? "tokens per second" : speed, ranking_speed);
    case RankBy::priority:
      return both("score", [](const Offer& offer) { return offer.priority; });
    case RankBy::value:
      return both(fmt::format("{} per $1000", speed), [](const Offer& offer) { return value(offer); });
    case RankBy::efficiency:
      return both(fmt::format("{} per kilowatt", speed), [](const Offer& offer) { return efficiency(offer); });
    case RankBy::price:
      return fmt::format("{} against {}", price_text(ahead), price_text(behind));
    case RankBy::price_per_gb:
      return fmt::format("{} against {} per GB", or_dash(price_per_gb(ahead), money_exact),
                         or_dash(price_per_gb(behind), money_exact));
    case RankBy::memory:
      return fmt::format("{} against {}", memory_text(*ahead.gpu), memory_text(*behind.gpu));
    case RankBy::cost: {
      const auto cost = [](const Offer& offer) { return or_dash(cost_of_work(offer), money_hourly); };
      return fmt::format("work costs {} against {} an hour at a speed of 1", cost(ahead), cost(behind));
    }
  }
  return {};
}

/// What puts one offer before another where the price decides.
std::string price_reason(const Offer& ahead, const Offer& behind) {
  const std::string prices = fmt::format("{} against {}", price_text(ahead), price_text(behind));
  const bool is_dearer = total_price(ahead) > total_price(behind);
  if (is_dearer && behind.count > ahead.count)
    return fmt::format("each further card must save 15 %, for the slot and power that it takes, {}", prices);
  return is_dearer ? fmt::format("the new one goes first, for its warranty at hardly more, {}", prices)
                   : fmt::format("the lower price decides, {}", prices);
}

/// What puts one offer before another.
std::string reason(const Contest& contest, const ExplainView& view) {
  const Request& request = view.answer.request;
  const Offer& ahead = contest.pairing.ahead.offer;
  const Offer& behind = contest.pairing.behind.compared.offer;
  const std::string_view equal = request.rank_by != RankBy::performance ? "equal, so"
                                 : ranking_speed(ahead)                 ? "about as fast, so"
                                                                        : "neither has a known speed, so";
  switch (contest.decider) {
    case Decider::price_age:
      return fmt::format("{} {}, so it ranks last", short_name(*behind.gpu), age_text(behind, view));
    case Decider::figure:
      return figures_text(ahead, behind, request);
    case Decider::seen:
      return fmt::format("{} a current offer goes before an old price", equal);
    case Decider::memory:
      return fmt::format("{} the memory decides, {} against {}", equal, memory_text(*ahead.gpu),
                         memory_text(*behind.gpu));
    case Decider::price:
      return fmt::format("{} {}", equal, price_reason(ahead, behind));
    case Decider::count:
    case Decider::name:
      return fmt::format("{} the order is by name", equal);
  }
  return {};
}

std::string to_win_text(const PriceToWin& to_win, std::string_view subject, std::string_view goal,
                        const Request& request) {
  const bool is_limited = request.budget || request.price;
  switch (to_win.winning) {
    case WinningPrice::none:
      return fmt::format("A lower price would not put {} {}.", subject, goal);
    case WinningPrice::any:
      return fmt::format("Any current price{} would put {} {}.", is_limited ? " within the limits" : "", subject, goal);
    case WinningPrice::below:
      return fmt::format("A price of {} or less would put {} {}.", money(most_below(*to_win.below)), subject, goal);
  }
  return {};
}

/// The other offer of a contest, and how it comes to it.
std::string opponent_text(const Standing& standing, bool leads) {
  const Offer& ahead = standing.contest->pairing.ahead.offer;
  const Offer& behind = standing.contest->pairing.behind.compared.offer;
  if (leads) return fmt::format(" Behind it {} {}", standing.absence ? "would come" : "comes", described(behind));
  const bool is_own = ahead.gpu == behind.gpu;
  return fmt::format(
      " The first {}is {}", standing.absence ? "then " : "",
      is_own ? fmt::format("its {} offer at {}", condition_word(*ahead.price), price_text(ahead)) : described(ahead));
}

/// Whether the place is the first, which is told against the next GPU.
bool leads(const Contest& contest, const Gpu* gpu) {
  const Gpu* ahead = contest.pairing.ahead.offer.gpu;
  return gpu == ahead && contest.pairing.behind.compared.offer.gpu != ahead;
}

std::string contest_text(const Standing& standing, const ExplainView& view) {
  if (!standing.contest) return standing.rank == 1 ? " No other GPU fits." : "";
  const Contest& contest = *standing.contest;
  const bool is_ahead = leads(contest, standing.offer.gpu);
  return fmt::format(
      "{}: {}. {}", opponent_text(standing, is_ahead), reason(contest, view),
      to_win_text(contest.to_win, is_ahead ? "that one" : "it", is_ahead ? "ahead" : "first", view.answer.request));
}

/// "With --budget 700 and without --vendor": options to give, and options to leave out.
std::string conditions_text(const std::vector<Change>& changes) {
  std::vector<std::string> given;
  std::vector<std::string> left_out;
  for (const Change& change : changes) (is_without(change) ? left_out : given).push_back(option_text(change));
  if (given.empty()) return "Without " + enumeration(left_out);
  return "With " + enumeration(given) + (left_out.empty() ? "" : " and without " + enumeration(left_out));
}

std::string reasons_text(const Standing& standing, const ExplainView& view) {
  const Absence& absence = *standing.absence;
  if (absence.is_hidden) return hidden_words(*standing.offer.gpu, absence.rejections, *view.answer.request.support);
  return "left out: " + enumeration(mapped(absence.rejections, [](const Rejection& one) {  // its price is told before
           return one.constraint == "budget" ? one.reason.substr(one.reason.find(", ") + 2) : one.reason;
         }));
}

std::string absence_text(const Standing& standing, const ExplainView& view) {
  const Absence& absence = *standing.absence;
  const std::string text = reasons_text(standing, view) + '.';
  if (absence.changes.empty()) return text + " No option changes that.";
  const std::string conditions = conditions_text(absence.changes);
  if (absence.rank == 0) return fmt::format("{} {} it may be listed.", text, conditions);
  return fmt::format("{} {} it would rank {} of {}.", text, conditions, absence.rank, absence.rows);
}

}  // namespace

std::string speedup_text(const ExpectedSpeedup& speedup) {
  return fmt::format("{} times one ({})", rounded(*speedup.factor), enum_name(speedup.basis));
}

std::string place_text(const Standing& standing, const ExplainView& view) {
  const Offer& offer = standing.offer;
  const bool is_one = offer.count == 1;
  const std::string place = standing.absence ? (is_one ? "is " : "are ") + absence_text(standing, view)
                                             : fmt::format("rank{} {} of {} for {}.", is_one ? "s" : "", standing.rank,
                                                           view.answer.rows.size(), view.workload.title);
  const std::string what =
      fmt::format("{}{}", offer.price ? condition_prefix(*offer.price) : "", brief_name(*offer.gpu));
  return fmt::format("{}, {}, {}{}", is_one ? "The " + what : with_count(offer.count, what), price_words(offer), place,
                     contest_text(standing, view));
}

std::string rival_text(const Standing& standing, const ExplainView& view) {
  if (!standing.contest) return {};
  const auto& [ahead, behind] = standing.contest->pairing;
  const Gpu* second = behind.compared.offer.gpu;
  if (ahead.offer.gpu == second) return {};
  return fmt::format("{} against {}: {}.", short_name(*second),
                     leads(*standing.contest, standing.offer.gpu) ? "this one" : "the first",
                     rival_text(behind, ahead, speed_word(view.answer.request.speed_kind)));
}

}  // namespace gpuadvisor
