#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "answer_explanation.hpp"
#include "gpuadvisor/advice/stability.hpp"
#include "gpuadvisor/core/money.hpp"
#include "gpuadvisor/core/text.hpp"
#include "gpuadvisor/output/number_text.hpp"
#include "gpuadvisor/output/table.hpp"
#include "gpuadvisor/scoring/order_dominance.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_rounding = 1e-9;  // relative: a figure that is whole on paper need not be in doubles

std::string percent(double share) {
  if (share < 0.005) return "less than 1 %";
  return share < 1 && share >= 0.995 ? "more than 99 %" : fmt::format("{:.0f} %", share * 100);
}

std::string shares_text(const FirstShares& shares, bool is_own) {
  constexpr std::size_t k_named = 3;
  if (shares.no_order == NoOrder::own_weights) {
    return "Weights of your own leave no order of importance to ask about: no shares of weightings.";
  }
  if (shares.no_order == NoOrder::several_orders) {
    return "The workload is the mean of others with different orders of importance: no shares of weightings.";
  }
  std::vector<std::string> parts;
  std::size_t winners = 0;
  for (const auto& [gpu, share, log_ratios] : shares.contenders) {
    if (share <= 0 || ++winners > k_named) continue;
    const std::string part = share == 1 ? "all" : winners == 1 ? percent(share) + " of all" : percent(share);
    parts.push_back(fmt::format("{}{} under {}{}", short_name(*gpu), winners == 1 ? " is first" : "", part,
                                winners == 1 ? " weightings that keep the order" : ""));
  }
  if (parts.empty()) return {};
  if (winners > k_named) {
    const std::size_t others = winners - k_named;
    parts.push_back(fmt::format("{} other{} under the rest", others, others == 1 ? "" : "s"));
  }
  return fmt::format(
      "By {} alone {}.{}", is_own ? "your order of importance" : "the guides' order of importance", enumeration(parts),
      shares.is_complete
          ? ""
          : fmt::format(" Only the {} with the highest scores were compared.", shares.contenders.size()));
}

std::string interval(const Performance& performance) {
  if (performance.low == performance.high) return rounded(performance.index);
  return rounded(performance.low) + '-' + rounded(performance.high);
}

std::string interval_text(const Rival& rival, const ComparedOffer& first) {
  if (!rival.intervals) return {};
  const std::string both =
      fmt::format("({} and {})", interval(*rival.compared.performance), interval(*first.performance));
  switch (*rival.intervals) {
    case Intervals::overlap:
      return "whose speed is higher is not settled, the 80 % intervals overlap " + both;
    case Intervals::faster:
      return "faster, the 80 % intervals are apart " + both;
    case Intervals::slower:
      return "slower, the 80 % intervals are apart " + both;
  }
  return {};
}

std::string step_text(const Rival& rival, std::string_view unit) {
  if (!rival.step_gap) return {};
  const auto& [steps, border, factor] = *rival.step_gap;
  if (steps == 0) return "in the same step of 10 %";
  if (steps < 0) return "in a higher step of 10 %, but after it for the age of its price";
  const double more = std::ceil((factor - 1) * 100 - k_rounding);
  return fmt::format("a {} {:.0f} % higher would put it in the same step", unit, more);
}

/// The most whole dollars, or cents below ten dollars, that are less than `price`.
Usd most_below(Usd price) {
  const double units = price.value() <= 10 ? 100 : 1;
  return Usd{(std::ceil(price.value() * units * (1 - k_rounding)) - 1) / units};
}

std::string price_text(const Rival& rival, std::string_view unit) {
  if (!rival.price_flip) return {};
  if (rival.price_flip->overtakes) {
    return fmt::format("more {} per dollar already, at {}", unit, money(rival.compared.offer.price->median));
  }
  const Usd most = most_below(rival.price_flip->price);
  return most > Usd{0} ? fmt::format("more {} per dollar at {} or less", unit, money(most)) : std::string();
}

std::string dominance_text(const Rival& rival) {
  if (!rival.dominance) return {};
  return fmt::format("{} by score under all weightings that keep the order", enum_name(*rival.dominance));
}

std::string weight_text(const Rival& rival, const ComparedOffer& first) {
  if (!rival.compared.log_ratios || !first.log_ratios) return {};
  const auto is_same = [](double a, double b) { return std::abs(a - b) <= k_no_lead; };
  if (std::equal(first.log_ratios->begin(), first.log_ratios->end(), rival.compared.log_ratios->begin(), is_same)) {
    return "the same score whatever the weights";
  }
  if (!rival.weight_flip) return "no change of one weight swaps the scores";
  const auto& [criterion, from, to] = *rival.weight_flip;
  for (int decimals = 2; decimals <= 6; ++decimals) {
    const std::string before = fmt::format("{:.{}f}", from, decimals);
    const std::string after = fmt::format("{:.{}f}", to, decimals);
    if (before != after) {
      return fmt::format("a weight of {} of {} instead of {} swaps the scores", enum_name(criterion), after, before);
    }
  }
  return fmt::format("the least change of the weight of {} swaps the scores", enum_name(criterion));
}

std::string rival_text(const Rival& rival, const ComparedOffer& first, std::string_view unit) {
  std::string text;
  for (const std::string& part : {interval_text(rival, first), step_text(rival, unit), price_text(rival, unit),
                                  dominance_text(rival), weight_text(rival, first)}) {
    if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
  }
  return fmt::format("{} against the first: {}.", short_name(*rival.compared.offer.gpu),
                     text.empty() ? "too little is known to compare them" : text);
}

}  // namespace

std::string explanation_text(const AnswerView& view, std::size_t width) {
  const auto& [shares, first, rivals] = *view.explanation;
  if (!first) return wrapped("No GPU fits: there is nothing to explain.", width);
  if (rivals.empty()) {
    return wrapped(fmt::format("{} is the only GPU that fits: there is nothing to compare it with.",
                               short_name(*first->offer.gpu)),
                   width);
  }
  std::string lines = wrapped(shares_text(shares, view.request.own_weights), width);
  const std::string_view unit = view.request.by_index ? "speed" : "score";
  for (const Rival& rival : rivals) lines += wrapped(rival_text(rival, *first, unit), width);
  return lines;
}

}  // namespace gpuadvisor
