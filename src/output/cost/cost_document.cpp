#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "cost_view.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/rent/rent_words.hpp"
#include "own_or_rent_words.hpp"
#include "owning_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

/// "a used RTX 3090", "the RTX 3090", "8 new H100 SXM5 80GB".
std::string gpus_text(const CostAnswer& answer) {
  const int count = answer.question.count;
  const std::string condition = condition_prefix(answer.price);
  const std::string article = condition.empty() ? "the " : "a ";
  return (count > 1 ? std::to_string(count) + ' ' : article) + condition + brief_name(*answer.question.gpu);
}

/// "$0.31 an hour".
std::string hourly_cost(Usd cost) { return hourly(UsdPerHour{cost.value()}) + " an hour"; }

std::string owning_text(const CostAnswer& answer) {
  const Ownership& own = answer.owned.ownership;
  return fmt::format("Owning {} costs {} of use: {} over {} at {:g} hours a day.", gpus_text(answer),
                     hourly_cost(answer.cost.per_hour), money_nearest(answer.cost.total), span_text(own.years),
                     own.hours_per_day);
}

/// "after 2,100 hours (583 days)", "after 13,953 hours (12.7 years)"; "not within 30 years".
std::string when_text(const std::optional<double>& days, double hours_per_day) {
  if (!days) return fmt::format("not within {:g} years", k_longest_ownership);
  constexpr double k_told_in_years = 730;  // days
  const std::string span = *days >= k_told_in_years ? fmt::format("{:.1f} years", *days / k_days_per_year)
                                                    : counted(static_cast<std::size_t>(std::round(*days)), "day");
  return fmt::format("after {} ({})", hours_text(*days * hours_per_day), span);
}

std::string break_even_text(const CostAnswer& answer) {
  const Ownership& own = answer.owned.ownership;
  const auto& days = answer.own_or_rent->break_even_days;
  const bool is_in_time = days && *days <= own.years * k_days_per_year;
  return fmt::format("Owning {} {}{}.", is_in_time ? "wins" : "would win", when_text(days, own.hours_per_day),
                     is_in_time ? "" : fmt::format(", later than the {} that you keep it", span_text(own.years)));
}

std::string seen_words(const PriceEstimate& price) {
  if (price.is_yours()) return "your price";
  const std::string condition = condition_prefix(price);  // "used "
  return fmt::format("{}seen {}", condition.empty() ? "" : condition.substr(0, condition.size() - 1) + ", ",
                     month_text(price));
}

Table sum_table(const CostAnswer& answer) {
  const Ownership& own = answer.owned.ownership;
  const OwnershipCost& cost = answer.cost;
  Table table{{{"what"}, {"cost", true}, {"how", false, true}}, {}};
  const auto add = [&](std::string_view what, Usd amount, std::string how) {
    table.add({std::string(what), money_nearest(amount), std::move(how)});
  };
  const std::string seen = seen_words(answer.price);
  add("purchase", own.purchase,
      answer.question.count == 1 ? seen : fmt::format("{} each, {}", money(answer.price.today), seen));
  if (own.host.value() > 0) add("machine", own.host, "without its GPUs");
  add("electricity", cost.electricity,
      fmt::format("{} W{} for {} at {} a kWh", in_thousands(std::round(own.power.value())),
                  own.overhead > 1 ? fmt::format(" x {:g}", own.overhead) : "", hours_text(cost.hours),
                  money_small(Usd{own.electricity.value()})));
  if (own.interest > 0) add("interest", cost.interest, fmt::format("{:g} % a year", own.interest * 100));
  if (cost.resale.value() > 0) {
    table.add({"resale", "-" + money_nearest(cost.resale),
               fmt::format("after {}; it would bring {} today, {} every year", span_text(own.years),
                           money_nearest(own.resale_now), loss_text(own.yearly_loss))});
  }
  add("total", cost.total, fmt::format("{} a year, {}", money_nearest(cost.per_year), hourly_cost(cost.per_hour)));
  return table;
}

Table unit_table(const CostAnswer& answer) {
  Table table{{{"a million"}, {"cost", true}, {"of"}, {"basis"}}, {}};
  for (const UnitCost& unit : answer.units) {
    table.add({std::string(unit.unit), money_small(unit.cost), std::string(unit.network->name),
               std::string(enum_name(unit.basis))});
  }
  return table;
}

/// What the asker did not say, and with which option they can.
std::string assumed_text(const CostAnswer& answer, std::string day) {
  std::vector<std::string> found = use_assumptions(answer.basis, answer.owned.electricity);
  if (!answer.question.system) {
    found.push_back(fmt::format("{} W for the rest of the machine (--system-power)",
                                in_thousands(answer.owned.host.power.value())));
  }
  if (answer.question.host.value() == 0)
    found.emplace_back("without the price of the computer around it (--system-cost)");
  if (answer.question.counts_resale && !answer.owned.resale_price) {
    found.emplace_back("no resale: no used price is known");
  } else if (answer.basis.depreciation) {
    found.push_back(loss_assumption(*answer.basis.depreciation));
  }
  if (!day.empty()) found.push_back(std::move(day));
  return found.empty() ? std::string() : fmt::format("Assumed: {}.", fmt::join(found, "; "));
}

}  // namespace

Document document_of(const CostView& view) {
  if (view.answer == nullptr) return free_tier_document(view);
  const CostAnswer& answer = *view.answer;
  Document document;
  const auto& found = answer.own_or_rent;
  document.title(found ? own_or_rent_verdict(*found) : owning_text(answer));
  if (found) {
    if (const auto mark = price_mark(answer.price); !mark.empty())
      document.paragraph(fmt::format("Purchase price: {}.", mark));
    document.paragraph(machine_sentence(*found)).paragraph(cheapest_sentence(*found, answer.question.count));
    document.paragraph(break_even_text(answer)).paragraph(owning_text(answer));
  }
  if (answer.question.against_rent && !answer.own_or_rent)
    document.paragraph("No provider is known to rent it out today.");
  document.gap().table(sum_table(answer)).gap();
  if (!answer.units.empty() && !found) document.table(unit_table(answer)).gap();
  return document.paragraph(assumed_text(answer, data_day(view.catalog)));
}

}  // namespace gpuadvisor
