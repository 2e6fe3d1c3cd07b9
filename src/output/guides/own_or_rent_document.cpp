#include <fmt/format.h>

#include <cmath>

#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/cost/owning_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "output/rent/rent_words.hpp"
#include "platform_text.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

std::string day_text(const CostAnswer& choice) {
  const auto days = choice.rent->middle.days;
  return days ? "day " + in_thousands(*days) : "never";
}

std::string gpus_text(const CostAnswer& choice) {
  const int count = choice.question.count;
  return (count > 1 ? std::to_string(count) + ' ' : "a ") + condition_prefix(choice.price) +
         brief_name(*choice.question.gpu);
}

/// "5 years at 3.6 hours a day".
std::string use_text(const Ownership& own) {
  return fmt::format("{} at {:g} {} a day", span_text(own.years), own.hours_per_day,
                     own.hours_per_day == 1 ? "hour" : "hours");
}

/// "$0.20 an hour (on demand, the median of 2 providers, 2026-10)".
std::string rent_text(const RentComparison& rent) {
  return fmt::format("{} an hour ({})", hourly(rent.middle.rent), providers_text(*rent.range));
}

/// "Buy: …": the answer.
std::string verdict_text(const OwnOrRentChoice& first) {
  const CostAnswer& cost = first.cost;
  const std::string use = use_text(cost.owned.ownership);
  const std::string owned = money_nearest(cost.cost.total);
  const std::string rented =
      fmt::format("{} rented at {}", money_nearest(cost.rent->middle.rented), rent_text(*cost.rent));
  if (first.verdict() == BuyOrRent::buy) {
    return fmt::format("Buy: {} for about {}. Owning wins on {}: {} cost {} owned, {}.{}", gpus_text(cost),
                       money(cost.owned.ownership.purchase), day_text(cost), use, owned, rented,
                       machine_limit_text(cost));
  }
  const std::string when = cost.rent->middle.days
                               ? "would win on " + day_text(cost)
                               : fmt::format("does not pay off within {:g} years", k_longest_ownership);
  return fmt::format("Rent: {} from {} at {} an hour. {} cost {}, {} owned (bought for about {}). Owning {}.",
                     brief_name(*cost.question.gpu), provider_text(*first.offer.quote), hourly(first.offer.all), use,
                     rented, owned, money(cost.owned.ownership.purchase), when);
}

Table choice_table(const OwnOrRent& answer) {
  Table table{{{"GPU"}, {"buy", true}, {"own", true}, {"rent $/h", true}, {"rent", true}, {"owning wins"}, {"so"}}, {}};
  for (const OwnOrRentChoice& choice : answer.choices) {
    const CostAnswer& cost = choice.cost;
    table.add(
        {(cost.question.count > 1 ? std::to_string(cost.question.count) + "x " : "") + brief_name(*cost.question.gpu),
         fmt::format("{} {}", today_text(cost.owned.ownership.purchase, cost.price), condition_word(cost.price)),
         money_nearest(cost.cost.total), hourly(cost.rent->middle.rent), money_nearest(cost.rent->middle.rented),
         day_text(cost), std::string(enum_name(choice.verdict()))});
  }
  return table;
}

/// What owning costs, and what was assumed.
std::string own_text(const CostAnswer& cost) {
  const Ownership& own = cost.owned.ownership;
  const ElectricityPrice* const price = cost.basis.assumed_electricity;
  std::string text = fmt::format("Own: GPU, {}power at {} a kWh{}", own.host.value() > 0 ? "machine, " : "",
                                 money_small(Usd{own.electricity.value()}),
                                 price == nullptr ? "" : fmt::format(" ({})", price->region));
  if (cost.cost.resale.value() > 0) {
    text += fmt::format(", less the sale ({}{} a year)", own.yearly_loss < 0 ? "+" : "-",
                        percent(std::abs(own.yearly_loss)));
  }
  return text + '.';
}

/// "Kaggle Notebooks: P100 or two T4, 30 hours a week (2025-06)".
std::string free_text(const FreeTier& tier) {
  const auto hours = hours_per_week(tier);
  return fmt::format("{}: {}{} ({})", tier.provider, tier.accelerators, hours ? ", " + weekly_text(*hours) : "",
                     tier.as_of.text());
}

}  // namespace

Document own_or_rent_document(const PlatformView& view) {
  const OwnOrRent& answer = view.own_or_rent;
  const OwnOrRentChoice& first = answer.choices.front();
  const bool has_no_money = view.question.need == Need::no_money && answer.free != nullptr;
  std::string verdict = verdict_text(first);
  if (has_no_money) {
    verdict.front() = lower_case(verdict.substr(0, 1)).front();
    verdict = fmt::format("Use what is free: {}. With money, {}", free_text(*answer.free), verdict);
  }
  Document document;
  document.paragraph(verdict).gap().table(choice_table(answer)).gap();
  document.paragraph(own_text(first.cost));
  if (has_no_money) return document;
  if (answer.free != nullptr) document.paragraph(fmt::format("Free: {}.", free_text(*answer.free)));
  if (answer.tpu) {
    document.paragraph(fmt::format("TPUs are for rent only: {}, {} an hour at {}, {}.", brief_name(*answer.tpu->gpu),
                                   hourly(answer.tpu->each), answer.tpu->quote->provider,
                                   month_text(answer.tpu->quote->date)));
  }
  return document;
}

}  // namespace gpuadvisor
