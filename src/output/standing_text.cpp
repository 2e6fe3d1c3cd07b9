#include "standing_text.hpp"

#include <fmt/format.h>

#include <vector>

#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/core/text.hpp"
#include "gpuadvisor/output/number_text.hpp"
#include "rival_text.hpp"

namespace gpuadvisor {
namespace {

/// "the used GeForce RTX 3080 12GB at $305".
std::string described(const Offer& offer) {
  if (!offer.price) return fmt::format("the {}", short_name(*offer.gpu));
  return fmt::format("the {} {} at {}", enum_name(offer.price->condition), short_name(*offer.gpu),
                     money(*total_price(offer)));
}

/// "Used, $395".
std::string opening(const Offer& offer) {
  if (!offer.price) return "Without a known price";
  std::string condition(enum_name(offer.price->condition));
  condition.front() = static_cast<char>(condition.front() - 'a' + 'A');
  return fmt::format("{}, {}", condition, money(*total_price(offer)));
}

std::string memory_text(const Gpu& gpu) {
  return or_dash(memory_per_device(gpu), [](Gigabytes memory) { return fmt::format("{} GB", memory.value()); });
}

std::string price_text(const Offer& offer) {
  return or_dash(total_price(offer), [](Usd usd) { return money(usd); });
}

/// How a price is not like that of today.
std::string_view age_text(const Offer& offer) {
  if (!offer.price) return "has no known price";
  if (offer.price->only_recalled) return "has a price that is only recalled";
  return offer.price->age == PriceAge::old ? "has an old price" : "has a price that is too old to count";
}

/// The figures that the ranking criterion compares.
std::string figures_text(const Offer& ahead, const Offer& behind, const Request& request) {
  const auto both = [&](std::string_view unit, auto figure) {
    return fmt::format("{} {} against {}", unit, or_dash(figure(ahead), rounded), or_dash(figure(behind), rounded));
  };
  const std::string_view speed = request.by_index ? "speed" : "score";
  switch (request.rank_by) {
    case RankBy::performance:
      return both(speed, [](const Offer& offer) { return offer.speed; }) + ", a higher step of 10 %";
    case RankBy::priority:
      return both("score", [](const Offer& offer) { return offer.priority; });
    case RankBy::value:
      return both(fmt::format("{} per $1000", speed), [](const Offer& offer) { return value(offer); });
    case RankBy::efficiency:
      return both(fmt::format("{} per kilowatt", speed), [](const Offer& offer) { return efficiency(offer); });
    case RankBy::price:
      return fmt::format("{} against {}", price_text(ahead), price_text(behind));
    case RankBy::memory:
      return fmt::format("{} against {}", memory_text(*ahead.gpu), memory_text(*behind.gpu));
  }
  return {};
}

/// What puts one offer before another.
std::string reason(const Contest& contest, const Request& request) {
  const Offer& ahead = contest.pairing.ahead.offer;
  const Offer& behind = contest.pairing.behind.compared.offer;
  const std::string_view equal =
      request.rank_by == RankBy::performance ? "the same step of 10 %, too close to call, so" : "equal, so";
  switch (contest.decider) {
    case Decider::price_age:
      return fmt::format("{} {}, and such rows come last", short_name(*behind.gpu), age_text(behind));
    case Decider::figure:
      return figures_text(ahead, behind, request);
    case Decider::memory:
      return fmt::format("{} the memory decides, {} against {}", equal, memory_text(*ahead.gpu),
                         memory_text(*behind.gpu));
    case Decider::price:
      return fmt::format("{} the lower price decides, {} against {}", equal, price_text(ahead), price_text(behind));
    case Decider::count:
    case Decider::name:
      return fmt::format("{} nothing but the name decides", equal);
  }
  return {};
}

std::string to_win_text(const PriceToWin& to_win, std::string_view goal) {
  switch (to_win.winning) {
    case WinningPrice::none:
      return fmt::format("No price would put it {}.", goal);
    case WinningPrice::any:
      return fmt::format("Any current price would put it {}.", goal);
    case WinningPrice::below:
      return fmt::format("A price of {} or less would put it {}.", money(most_below(*to_win.below)), goal);
  }
  return {};
}

std::string contest_text(const Standing& standing, bool in_full, const AnswerView& view) {
  if (!standing.contest) return standing.rank == 1 ? " No other GPU fits." : "";
  const Contest& contest = *standing.contest;
  const Request& request = view.request;
  const Offer& ahead = contest.pairing.ahead.offer;
  const Rival& behind = contest.pairing.behind;
  const bool leads = standing.offer.gpu == ahead.gpu;
  const std::string_view unit = request.by_index ? "speed" : "score";
  std::string text = leads && standing.rank == 1
                         ? fmt::format(" The next GPU is {}: ", described(behind.compared.offer))
                     : leads ? fmt::format(" It would pass the first, {}: ", described(behind.compared.offer))
                             : fmt::format(" The first is {}: ", described(ahead));
  text += reason(contest, request) + ". ";
  text += to_win_text(contest.to_win, leads ? "before this one" : "first");
  if (!in_full) return text;
  return text + fmt::format(" {} against {}: {}.", short_name(*behind.compared.offer.gpu),
                            leads ? "this one" : "the first", rival_text(behind, contest.pairing.ahead, unit));
}

std::string absence_text(const Absence& absence) {
  std::vector<std::string> reasons;
  for (const auto& [constraint, why] : absence.rejections) reasons.push_back(fmt::format("{} ({})", constraint, why));
  const std::string text = fmt::format("{} by {}.", absence.is_hidden ? "hidden" : "left out", enumeration(reasons));
  if (absence.changes.empty()) return text + " No option lets it in.";
  return fmt::format("{} With {} it would rank {} of {}.", text, enumeration(absence.changes), absence.rank,
                     absence.rows);
}

}  // namespace

std::string standing_text(const Standing& standing, bool in_full, const AnswerView& view) {
  const std::string place = standing.absence ? absence_text(*standing.absence)
                                             : fmt::format("rank {} of {}.", standing.rank, view.answer.rows.size());
  return fmt::format("{}: {}{}", opening(standing.offer), place, contest_text(standing, in_full, view));
}

}  // namespace gpuadvisor
