#include "upgrade_text.hpp"

#include <fmt/format.h>

#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// "is 1.5 times as fast".
std::string threshold_text(const WorkloadUpgrade& answer, const UpgradeQuestion& question) {
  const std::string factor = json_number(question.least_gain);
  return answer.request.speed_kind == SpeedKind::index ? fmt::format("is {} times as fast", factor)
                                                       : fmt::format("has {} times its score", factor);
}

}  // namespace

std::string signed_money(Usd amount) { return amount < Usd{0} ? "-" + money(Usd{-amount.value()}) : money(amount); }

std::string gain_text(const RatioEstimate& gain, const WorkloadUpgrade& answer) {
  if (answer.request.speed_kind == SpeedKind::score) return fmt::format("has {} times its score", rounded(gain.ratio));
  if (!gain.low || !gain.high) return fmt::format("is {} times as fast", rounded(gain.ratio));
  return fmt::format("is {} times as fast ({} to {})", rounded(gain.ratio), rounded(*gain.low), rounded(*gain.high));
}

std::string guides_reason(const WorkloadUpgrade& answer, const UpgradeQuestion& question) {
  const GuideUpgrade& guides = *answer.guides;
  const std::string_view least = guides.least == nullptr ? guides.rule->owned : short_name(*guides.least);
  const Workload* excepted = guides.excepted;
  if (guides.is_excepted) {
    const std::string when = guides.rule->except_when.empty() ? "" : fmt::format(" where {}", guides.rule->except_when);
    return fmt::format("The rule excepts {}{}: an upgrade pays.", excepted->title, when);
  }
  if (!answer.speed || !guides.speed_of_least) {
    return fmt::format("The {} of this card or of the {} is not known.", speed_word(answer.request.speed_kind), least);
  }
  const bool is_same = guides.least == question.owned;
  const bool is_less = guides.advice == UpgradeAdvice::open;
  const std::string_view compared = answer.request.speed_kind == SpeedKind::index
                                        ? is_less ? "is slower than" : "is at least as fast as"
                                    : is_less ? "scores less than"
                                              : "scores at least as much as";
  const std::string figures =
      is_same ? fmt::format("This is the {}", least) : fmt::format("This card {} the {}", compared, least);
  if (is_less) return figures + ": the rule does not reach down to it.";
  const bool may_be_excepted = excepted != nullptr && excepted->id == answer.workload->id;
  return fmt::format("{}: wait{}.", figures,
                     may_be_excepted ? fmt::format(", unless {} (--large)", guides.rule->except_when) : "");
}

std::string today_reason(const WorkloadUpgrade& answer, const UpgradeQuestion& question) {
  if (!answer.speed) return fmt::format("The {} of this card is not known.", speed_word(answer.request.speed_kind));
  if (answer.today == UpgradeAdvice::upgrade) {
    const UpgradeStep& step = answer.steps.front();
    return fmt::format("The {} {}.", priced_name(step.offer), gain_text(step.gain, answer));
  }
  if (!answer.steps.empty()) {
    const UpgradeStep& step = answer.steps.front();
    const Usd over = *total_price(step.offer) - *question.asked.budget;
    return fmt::format("The cheapest that is worth it, the {}, {}, but is {} over the budget.", priced_name(step.offer),
                       gain_text(step.gain, answer), money(over));
  }
  if (!answer.fastest) return "No other card with a price passes what is asked.";
  const bool is_enough = answer.fastest->gain.ratio >= question.least_gain;
  return fmt::format("Nothing that passes what is asked {}{}. The most: the {} {}.", threshold_text(answer, question),
                     is_enough ? " with its 80 % interval above 1" : "", priced_name(answer.fastest->offer),
                     gain_text(answer.fastest->gain, answer));
}

}  // namespace gpuadvisor
