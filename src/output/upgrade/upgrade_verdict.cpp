#include "upgrade_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "catalog/records/rent.hpp"
#include "formats/json.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/cost/own_or_rent_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

std::string own_name(const UpgradeView& view) {
  return with_count(view.upgrade.question.count, brief_name(*view.upgrade.question.owned));
}

/// "a second", of an owner of one.
std::string one_more(const UpgradeQuestion& question) {
  constexpr auto k_ordinals =
      std::to_array<std::string_view>({"second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"});
  static_assert(k_ordinals.size() == k_most_gpus);
  return fmt::format("{} {}", question.count == 7 ? "an" : "a",
                     k_ordinals[static_cast<std::size_t>(question.count - 1)]);
}

/// ", 1.62 times the speed".
std::string gain_words(const UpgradeOption& option, const WorkloadUpgrade& answer) {
  return fmt::format("{} times the {}", rounded(option.gain.ratio), speed_word(answer.request.speed_kind));
}

std::string net_words(const UpgradeView& view, const UpgradeOption& option) {
  return view.upgrade.resale && !option.is_second ? fmt::format(", {} net", signed_money(option.cost)) : "";
}

/// Of one card, over the time of use.
std::string cost_words(const UpgradeOption& option) {
  return option.own_or_rent ? own_or_rent_verdict(*option.own_or_rent) : std::string();
}

/// Why the nearest is not worth it.
std::string nearest_words(const UpgradeView& view, const WorkloadUpgrade& answer) {
  const UpgradeQuestion& question = view.upgrade.question;
  if (!answer.best) return "No other card with a known price is what you ask for.";
  const UpgradeOption& near = *answer.best;
  if (!near.is_fast_enough) {
    return fmt::format("Nothing on sale surely has {} times {} {}. The most: {}, {}, {} times.",
                       json_number(question.least_gain), question.count == 1 ? "its" : "their",
                       speed_word(answer.request.speed_kind), offer_phrase(near.offer), price_words(near.offer),
                       rounded(near.gain.ratio));
  }
  const std::string begin = fmt::format("The nearest, {}, {}{}, {}", offer_phrase(near.offer), price_words(near.offer),
                                        net_words(view, near), gain_words(near, answer));
  if (!near.is_within_budget) {
    return fmt::format("{}, is {} over the budget.", begin, money(*total_price(near.offer) - *question.asked.budget));
  }
  return fmt::format("{}: per unit of speed it costs {} times what yours costs used.", begin, rounded(*near.times_own));
}

/// What a second one is good for that makes language models hardly faster.
std::string second_words(const UpgradeView& view, const WorkloadUpgrade& answer) {
  if (!answer.second || !answer.workload->id.starts_with("llm-")) return {};
  const int count = view.upgrade.question.count;
  const std::string more = with_count(count + 1, brief_name(*view.upgrade.question.owned));
  if (count == 1) return fmt::format(" Two hold models of twice the size: `memory --gpu \"{}\"`.", more);
  return fmt::format(" One more would hold larger models: `memory --gpu \"{}\"`.", more);
}

/// What is to be said of an option beside its figures.
std::string so(const WorkloadUpgrade& answer, const UpgradeOption& option) {
  const bool is_best = answer.choice != UpgradeChoice::keep && answer.best && answer.best->is_same_as(option);
  if (is_best) return answer.choice == UpgradeChoice::rent ? "rent it" : "buy";
  if (!option.is_within_budget) return "over budget";
  if (!option.is_fast_enough) return "gains too little";
  if (!option.times_own && !option.is_second) return "dearer";  // what yours sells for is not known
  if (!option.pays()) return "too dear";
  return option.is_second ? "second choice" : "possible";
}

}  // namespace

std::string choice_words(const UpgradeView& view, const WorkloadUpgrade& answer) {
  const UpgradeQuestion& question = view.upgrade.question;
  switch (answer.choice) {
    case UpgradeChoice::keep:
      return question.count == 1 ? "keep it" : "keep them";
    case UpgradeChoice::second:
      return fmt::format("add {} one", one_more(question));
    case UpgradeChoice::replace:
      return fmt::format("buy {}", offer_phrase(answer.best->offer));
    case UpgradeChoice::rent:
      return fmt::format("rent the {}", brief_name(*answer.best->offer.gpu));
    case UpgradeChoice::open:
      break;
  }
  return fmt::format("its {} is not known", speed_word(answer.request.speed_kind));
}

std::string upgrade_verdict(const UpgradeView& view, const WorkloadUpgrade& answer) {
  const std::string owned = own_name(view);
  const auto& resale = view.upgrade.resale;
  const std::string sells =
      resale ? fmt::format(", which {} for about {}", view.upgrade.question.count == 1 ? "sells" : "sell",
                           money(*view.upgrade.sells_for()))
             : "";
  const auto& budget = view.upgrade.question.asked.budget;
  switch (answer.choice) {
    case UpgradeChoice::open:
      return fmt::format("Keep your {}{}: how fast it is for this work is not known.", owned, sells);
    case UpgradeChoice::keep:
      return fmt::format("Keep your {}{}: nothing{} is worth its price.", owned, sells,
                         budget ? fmt::format(" up to {}", money(*budget)) : "");
    case UpgradeChoice::second:
      return fmt::format("Add {} {}: {}, for {}.", one_more(view.upgrade.question),
                         brief_name(*view.upgrade.question.owned), price_words(answer.best->offer),
                         gain_words(*answer.best, answer));
    case UpgradeChoice::rent: {
      const OwnOrRent& rent = *answer.best->own_or_rent;
      return fmt::format("Keep your {}, and rent the {} when you need more: {} an hour, {}.", owned,
                         brief_name(*answer.best->offer.gpu), money_hourly(Usd{rent.hourly.value()}),
                         providers_text(rent.level->providers));
    }
    case UpgradeChoice::replace:
      break;
  }
  const UpgradeOption& best = *answer.best;
  return fmt::format("{} {}: {}{}, for {}.",
                     resale ? fmt::format("Sell your {} and buy", owned) : fmt::format("Replace your {} with", owned),
                     offer_phrase(best.offer), price_words(best.offer), net_words(view, best),
                     gain_words(best, answer));
}

std::string upgrade_reason(const UpgradeView& view, const WorkloadUpgrade& answer) {
  switch (answer.choice) {
    case UpgradeChoice::open:
      return {};
    case UpgradeChoice::keep:
      return nearest_words(view, answer) + second_words(view, answer);
    case UpgradeChoice::rent:
      return cost_words(*answer.best);
    case UpgradeChoice::second:
    case UpgradeChoice::replace:
      break;
  }
  std::string text = cost_words(*answer.best);
  if (!view.upgrade.resale) text = "What yours sells for is not known.";
  const auto& watts = answer.best->more_power;
  return watts && *watts > Watts{0} ? fmt::format("{} It draws {:.0f} W more than yours.", text, watts->value()) : text;
}

Table option_table(const UpgradeView& view, const WorkloadUpgrade& answer, std::size_t room) {
  const bool has_costs = room >= k_room_for_costs;
  const bool has_net = view.upgrade.resale.has_value();
  Table table{{{"card", false, true}, {"GB", true}, {"today", true}, {"cond"}}, {}};
  if (has_costs) table.columns.push_back({"seen"});
  if (has_net) table.columns.push_back({"net", true});
  table.columns.push_back({std::string(speed_word(answer.request.speed_kind)), true});
  if (has_costs) table.columns.insert(table.columns.end(), {{"likely"}, {"owned", true}, {"rented", true}});
  table.columns.push_back({"verdict"});
  const auto memory = [](const Gpu& gpu) {
    return or_dash(memory_per_device(gpu), [](Gibibytes gb) { return json_number(gb.value()); });
  };
  const auto add = [&](const UpgradeOption& option) {
    const Offer& offer = option.offer;
    std::vector<std::string> row = {
        (option.is_second ? one_more(view.upgrade.question) + ' ' : "") + marked(brief_name(*offer.gpu), *offer.gpu),
        memory(*offer.gpu), today_text(*total_price(offer), *offer.price), std::string(condition_word(*offer.price))};
    if (has_costs) row.push_back(month_text(*offer.price));
    if (has_net) row.push_back(signed_money(option.cost));
    row.push_back(rounded(option.gain.ratio));
    if (has_costs) {
      const bool has_interval = option.gain.low && option.gain.high;
      row.push_back(has_interval ? fmt::format("{}-{}", rounded(*option.gain.low), rounded(*option.gain.high)) : "-");
      row.push_back(option.own_or_rent ? money(option.own_or_rent->owned) : "-");
      row.push_back(option.own_or_rent ? money(option.own_or_rent->rented) : "-");
    }
    row.push_back(so(answer, option));
    table.add(std::move(row), offer.price->age == PriceAge::current ? Style::plain : Style::dim);
  };
  if (answer.second) add(*answer.second);
  const auto is_best = [&](const UpgradeOption& one) { return one.is_same_as(*answer.best); };
  const auto& all = answer.options;
  const bool is_replacement = answer.best && !answer.best->is_second;
  if (is_replacement && std::none_of(all.begin(), all.end(), is_best)) add(*answer.best);
  for (const UpgradeOption& option : answer.options) add(option);
  return table;
}

std::string signed_money(Usd amount) { return amount < Usd{0} ? "-" + money(Usd{-amount.value()}) : money(amount); }

std::string guides_reason(const GuideUpgrade& guides) {
  const std::string_view least = guides.least == nullptr ? guides.rule->owned : short_name(*guides.least);
  const Workload* excepted = guides.excepted;
  if (guides.is_excepted) {
    const std::string when = guides.rule->except_when.empty() ? "" : fmt::format(" where {}", guides.rule->except_when);
    return fmt::format("The rule excepts {}{}: an upgrade pays.", excepted->title, when);
  }
  if (!guides.speed || !guides.speed_of_least) {
    return fmt::format("The {} of this card or of the {} is not known.", speed_word(guides.speed_kind), least);
  }
  const bool is_same = guides.least == guides.owned;
  const bool is_less = guides.advice == UpgradeAdvice::open;
  const std::string_view compared = guides.speed_kind == SpeedKind::index
                                        ? is_less ? "is slower than" : "is at least as fast as"
                                    : is_less ? "scores less than"
                                              : "scores at least as much as";
  const std::string figures =
      is_same ? fmt::format("This is the {}", least) : fmt::format("This card {} the {}", compared, least);
  if (is_less) return figures + ": the rule does not cover it.";
  const bool may_be_excepted = excepted != nullptr && excepted->id == guides.workload->id;
  return fmt::format("{}: wait{}.", figures,
                     may_be_excepted ? fmt::format(", unless {} (--large)", guides.rule->except_when) : "");
}

}  // namespace gpuadvisor
