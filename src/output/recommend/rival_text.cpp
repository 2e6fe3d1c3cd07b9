#include "rival_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gpuadvisor/core/money.hpp"
#include "report/number_text.hpp"
#include "scoring/order_dominance.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_rounding = 1e-9;  // relative: a figure that is whole on paper need not be in doubles

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
      return "possibly as fast, the 80 % intervals overlap " + both;
    case Intervals::faster:
      return "clearly faster, the 80 % intervals do not overlap " + both;
    case Intervals::slower:
      return "clearly slower, the 80 % intervals do not overlap " + both;
  }
  return {};
}

std::string step_text(const Rival& rival, std::string_view unit) {
  if (!rival.step_gap) return {};
  const auto& [steps, border, factor] = *rival.step_gap;
  if (steps == 0) return "within 10 %, too close to call";
  if (steps < 0) {
    return fmt::format("clearly ahead, but ranked after it because its price is {}",
                       rival.compared.offer.price ? "old" : "not known");
  }
  const double more = std::ceil((factor - 1) * 100 - k_rounding);
  return fmt::format("its {} would have to be {:.0f} % higher to draw level", unit, more);
}

std::string price_text(const Rival& rival, std::string_view unit) {
  if (!rival.break_even_price) return {};
  if (rival.break_even_price->overtakes) {
    return fmt::format("but more {} per dollar, at {}", unit, money(rival.compared.offer.price->today));
  }
  const Usd most = most_below(rival.break_even_price->price);
  return most > Usd{0} ? fmt::format("more {} per dollar at {} or less", unit, money(most)) : std::string();
}

std::string dominance_text(const Rival& rival) {
  if (!rival.dominance) return {};
  return fmt::format("{} by score, whatever the weights", enum_name(*rival.dominance));
}

std::string weight_text(const Rival& rival, const ComparedOffer& first) {
  if (!rival.compared.log_ratios || !first.log_ratios) return {};
  const auto is_same = [](double a, double b) { return std::abs(a - b) <= k_no_lead; };
  if (std::equal(first.log_ratios->begin(), first.log_ratios->end(), rival.compared.log_ratios->begin(), is_same)) {
    return "the same score whatever the weights";
  }
  if (!rival.break_even_weight) return "changing one weight does not change that";
  const auto& [criterion, from, to] = *rival.break_even_weight;
  for (int decimals = 2; decimals <= 6; ++decimals) {
    const std::string before = fmt::format("{:.{}f}", from, decimals);
    const std::string after = fmt::format("{:.{}f}", to, decimals);
    if (before != after) {
      return fmt::format("a weight of {} of {} instead of {} reverses the scores", enum_name(criterion), after, before);
    }
  }
  return fmt::format("the smallest change of the weight of {} reverses the scores", enum_name(criterion));
}

}  // namespace

Usd most_below(Usd price) {
  const double units = price.value() <= 10 ? 100 : 1;
  return Usd{(std::ceil(price.value() * units * (1 - k_rounding)) - 1) / units};
}

std::string rival_text(const Rival& rival, const ComparedOffer& first, std::string_view unit) {
  std::string text;
  for (const std::string& part : {interval_text(rival, first), step_text(rival, unit), price_text(rival, unit),
                                  dominance_text(rival), weight_text(rival, first)}) {
    if (!part.empty()) text += (text.empty() ? "" : "; ") + part;
  }
  return text.empty() ? "too little is known to compare them" : text;
}

}  // namespace gpuadvisor
