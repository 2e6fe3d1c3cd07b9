#include "upgrade_text.hpp"

#include <fmt/format.h>

#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
std::string signed_money(Usd amount) { return amount < Usd{0} ? "-" + money(Usd{-amount.value()}) : money(amount); }

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

}  // namespace gpuadvisor
