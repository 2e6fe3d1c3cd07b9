#include <fmt/format.h>

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
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_days_per_year = 365;

/// "used ", "new "; of the asker's own price nothing.
std::string condition_text(const CostAnswer& answer) {
  return answer.price.is_yours() ? std::string() : std::string(condition_word(answer.price)) + ' ';
}

/// "a used RTX 3090", "8 new H100 SXM5 80GB".
std::string gpus_text(const CostAnswer& answer) {
  const CostQuestion& question = answer.question;
  const std::string number = question.count > 1        ? std::to_string(question.count) + ' '
                             : answer.price.is_yours() ? "the "
                                                       : "a ";
  return number + condition_text(answer) + brief_name(*question.gpu);
}

/// "5 years", "3 months", "90 days".
std::string span_text(double years) {
  constexpr double k_months_per_year = 12;
  const double months = years * k_months_per_year;
  const double days = years * k_days_per_year;
  const auto is_whole = [](double figure) { return std::abs(figure - std::round(figure)) < 1e-6; };
  if (is_whole(years)) return counted(static_cast<std::size_t>(std::round(years)), "year");
  if (is_whole(months)) return counted(static_cast<std::size_t>(std::round(months)), "month");
  return is_whole(days) ? counted(static_cast<std::size_t>(std::round(days)), "day")
                        : fmt::format("{} years", rounded(years));
}

std::string hours_text(double hours) { return in_thousands(std::round(hours)) + " hours"; }

/// "$0.31 an hour".
std::string hourly_cost(Usd cost) { return hourly(UsdPerHour{cost.value()}) + " an hour"; }

std::string owning_text(const CostAnswer& answer) {
  const Ownership& own = answer.ownership;
  return fmt::format("Owning {} costs {} of use: {} over {} at {:g} hours a day.", gpus_text(answer),
                     hourly_cost(answer.cost.per_hour), money_nearest(answer.cost.total), span_text(own.years),
                     own.hours_per_day);
}

/// "after 2,100 hours (583 days)"; "not within 30 years".
std::string when_text(const BreakEven& even, double hours_per_day) {
  if (!even.days) return fmt::format("not within {:g} years", k_longest_ownership);
  return fmt::format("after {} ({} {})", hours_text(*even.days * hours_per_day), in_thousands(*even.days),
                     *even.days == 1 ? "day" : "days");
}

/// "on demand, the median of 20 providers".
std::string of_providers(const RentRange& range) {
  const std::string terms = range.terms == RentTerms::on_demand ? "on demand" : "from private hosts";
  return range.providers == 1 ? terms + ", one provider"
                              : fmt::format("{}, the median of {} providers", terms, range.providers);
}

std::string verdict_text(const CostAnswer& answer) {
  const BreakEven& middle = answer.rent->middle;
  const std::string rented = fmt::format("{} rented at {} an hour{}", money_nearest(middle.rented), hourly(middle.rent),
                                         answer.rent->range ? " (" + of_providers(*answer.rent->range) + ')' : "");
  const std::string owned = money_nearest(answer.cost.total) + " owned";
  const bool owns = middle.rented > answer.cost.total;
  return fmt::format("{} is cheaper: {} cost {}, {}.", owns ? "Owning" : "Renting", hours_text(answer.cost.hours),
                     owns ? owned : rented, owns ? rented : owned);
}

std::string break_even_text(const CostAnswer& answer) {
  const RentComparison& rent = *answer.rent;
  const double hours_per_day = answer.ownership.hours_per_day;
  std::string text = fmt::format("Owning wins {}", when_text(rent.middle, hours_per_day));
  if (rent.middle.days && *rent.middle.days > answer.ownership.years * k_days_per_year) {
    text += ", longer than it is owned";
  }
  if (rent.range && rent.range->providers > 1) {
    text += fmt::format("; against the cheapest provider ({}) {}; against the dearest ({}) {}",
                        hourly(rent.cheapest.rent), when_text(rent.cheapest, hours_per_day), hourly(rent.dearest.rent),
                        when_text(rent.dearest, hours_per_day));
  }
  return text + '.';
}

std::string seen_words(const PriceEstimate& price) {
  if (price.is_yours()) return "your price";
  return fmt::format("{}, seen {}", condition_word(price), month_text(price));
}

Table sum_table(const CostAnswer& answer) {
  const Ownership& own = answer.ownership;
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
      fmt::format("{:.0f} W{} for {} at {} a kWh", own.power.value(),
                  own.overhead > 1 ? fmt::format(" x {:g}", own.overhead) : "", hours_text(cost.hours),
                  money_small(Usd{own.electricity.value()})));
  if (own.interest > 0) add("interest", cost.interest, fmt::format("{:g} % a year", own.interest * 100));
  if (cost.resale.value() > 0) {
    table.add(
        {"resale", "-" + money_nearest(cost.resale),
         fmt::format("sold today: {}; {} less every year", money_nearest(own.resale_now), percent(own.yearly_loss))});
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

std::string region_text(const ElectricityPrice& price) {
  return fmt::format("electricity as {} in {} ({}) pay it (--region, --kwh)", enum_name(price.customers), price.region,
                     price.date.text());
}

/// What the asker did not say, and with which option they can.
std::vector<std::string> assumptions(const CostAnswer& answer) {
  std::vector<std::string> found;
  if (answer.years != nullptr) found.push_back(fmt::format("{} (--years)", span_text(answer.ownership.years)));
  if (answer.use != nullptr) {
    found.push_back(fmt::format("{:g} hours a day (--hours-per-day)", answer.ownership.hours_per_day));
  }
  if (answer.electricity != nullptr) found.push_back(region_text(*answer.electricity));
  if (!answer.question.system) {
    found.push_back(fmt::format("{:.0f} W for the rest of the machine (--system-power)", answer.host.power.value()));
  }
  if (answer.question.host.value() == 0) found.emplace_back("the machine itself is not counted (--system-cost)");
  if (answer.depreciation) {
    const auto change = [](double loss) {
      return fmt::format("{} of {}", loss < 0 ? "a gain" : "a loss", percent(std::abs(loss)));
    };
    found.push_back(fmt::format(
        "used cards lose {} a year, the median of {}, four in five between {} and {} (--resale-loss, --no-resale)",
        percent(answer.depreciation->yearly), answer.depreciation->gpus, change(answer.depreciation->low),
        change(answer.depreciation->high)));
  } else if (answer.question.counts_resale && !answer.resale_price) {
    found.emplace_back("no resale: no used price is known");
  }
  return found;
}

}  // namespace

Document cost_document(const CostView& view) {
  const CostAnswer& answer = view.answer;
  Document document;
  document.title(fmt::format("Owning {}, {}", gpus_text(answer), data_day(view.catalog))).gap();
  if (answer.rent) document.paragraph(verdict_text(answer)).paragraph(break_even_text(answer));
  document.paragraph(owning_text(answer));
  if (answer.question.against_rent && !answer.rent) document.paragraph("No price of renting it is known.");
  document.gap().table(sum_table(answer)).gap();
  if (!answer.units.empty()) document.table(unit_table(answer)).gap();
  std::string assumed;
  for (const std::string& one : assumptions(answer)) assumed += (assumed.empty() ? "Assumed: " : "; ") + one;
  if (!assumed.empty()) document.paragraph(assumed + '.');
  return document;
}

}  // namespace gpuadvisor
