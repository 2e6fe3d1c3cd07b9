#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "catalog/records/exchange_rate.hpp"
#include "catalog/records/host.hpp"
#include "core/decimal_from_chars.hpp"
#include "core/text.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

using Quotes = std::vector<const Price*>;

/// Shops ask so many dollars and 99 cents; other cents are those of an average or of another currency.
std::string cents(const Price& price) {
  constexpr double k_cents = 100;
  const auto rest = std::lround(price.price.value() * k_cents) % static_cast<long>(k_cents);
  constexpr long k_shop = 99;
  return rest == 0 || rest == k_shop ? "whole dollars" : "cents";
}

/// What quotes of one source share.
struct SharedTrait {
  std::string_view field;
  std::string_view name;
  std::size_t fewest;  // others that must share it
  std::string (*of)(const Price& price);
};

constexpr auto k_traits = std::to_array<SharedTrait>({
    {"region", "region", 4, [](const Price& price) { return std::string(price.region); }},
    {"kind", "kind", 4, [](const Price& price) { return std::string(enum_name(price.kind)); }},
    {"date", "date", 4, [](const Price& price) { return price.date.text(); }},
    {"price_usd", "price in", 12, cents},
    {"condition", "condition", 9, [](const Price& price) { return std::string(enum_name(price.condition)); }},
});

/// Reports the quote that alone has another trait.
void judge_trait(const SharedTrait& trait, const Quotes& quotes, const CheckedData& data, Findings& findings) {
  std::map<std::string, Quotes> by_trait;
  for (const Price* quote : quotes) by_trait[trait.of(*quote)].push_back(quote);
  if (by_trait.size() != 2 || quotes.size() <= trait.fewest) return;
  const auto& [first, firsts] = *by_trait.begin();
  const auto& [last, lasts] = *by_trait.rbegin();
  const bool is_first = firsts.size() == 1;
  if (!is_first && lasts.size() != 1) return;
  const Price& odd = is_first ? *firsts.front() : *lasts.front();
  if (!data.is_checked(odd)) return;
  findings.add(odd, trait.field,
               fmt::format("{} {}; all {} other quotes of {} have {}", trait.name, is_first ? first : last,
                           quotes.size() - 1, odd.source, is_first ? last : first));
}

void judge_quoted_sources(const CheckedData& data, Findings& findings) {
  std::map<std::string_view, Quotes> by_source;
  for (const Price& price : data.catalog.prices()) by_source[price.source].push_back(&price);
  for (const auto& [source, quotes] : by_source) {
    for (const SharedTrait& trait : k_traits) judge_trait(trait, quotes, data, findings);
  }
}

void judge_quote_dates(const CheckedData& data, Findings& findings) {
  constexpr int k_announced = 12;  // months that a list price may be known before the first sale
  for (const Price& price : data.catalog.prices()) {
    const Source* source = data.catalog.source(price.source);
    if (source == nullptr || !source->date || !data.is_checked(price)) continue;
    const Day first = price.date.first_day();
    const Day known = is_list_price(price) ? months_before(first, k_announced) : first;
    if (known <= source->date->last_day()) continue;
    findings.add(price, "date",
                 fmt::format("a price of {}, from a source of {}", price.date.text(), source->date->text()));
  }
}

void judge_list_prices(const CheckedData& data, Findings& findings) {
  constexpr int k_late = 18;  // months: a list price is set at the release, and sometimes once more
  for (const Gpu& gpu : data.catalog.gpus()) {
    for (const Price& price : data.catalog.prices_of(gpu)) {
      if (!is_list_price(price) || !data.is_checked(price)) continue;
      if (price.price.value() != std::round(price.price.value())) {
        findings.add(price, "price_usd",
                     fmt::format("a list price of ${:g}; expected whole dollars", price.price.value()));
      }
      if (!gpu.released || months_before(price.date.first_day(), k_late) <= gpu.released->last_day()) continue;
      findings.add(
          price, "date",
          fmt::format("a list price of {}, but {} was released {}", price.date.text(), gpu.id, gpu.released->text()));
    }
  }
}

/// The rates of a currency in the months that a quote can be from; else the newest before, or the first of all.
std::vector<const ExchangeRate*> rates_of(const Price& price, const Catalog& catalog) {
  std::vector<const ExchangeRate*> then;
  const ExchangeRate* newest = nullptr;
  for (const ExchangeRate& rate : catalog.records<ExchangeRate>()) {
    if (rate.currency != price.currency) continue;
    const bool is_early = rate.month.first_day() <= price.date.last_day();
    if (is_early && rate.month.last_day() >= price.date.first_day()) then.push_back(&rate);
    if (newest == nullptr || is_early) newest = &rate;
  }
  if (then.empty() && newest != nullptr) then.push_back(newest);
  return then;
}

/// The rate of the source itself, which a note like "at 7.18 CNY/USD" gives.
std::optional<double> own_rate(const Price& price) {
  const auto unit = price.note.find(fmt::format(" {}/USD", price.currency));
  if (unit == std::string_view::npos) return std::nullopt;
  const auto before = price.note.substr(0, unit);
  const auto digits = before.substr(before.rfind(' ') + 1);
  double rate = 0;
  const auto [end, error] = decimal_from_chars(digits.data(), digits.data() + digits.size(), rate);
  const bool is_rate = error == std::errc() && end == digits.data() + digits.size() && rate > 0;
  return is_rate ? std::optional(rate) : std::nullopt;
}

void judge_currencies(const CheckedData& data, Findings& findings) {
  constexpr double k_rounding = 0.02;
  for (const Price& price : data.catalog.prices()) {
    if (!data.is_checked(price)) continue;
    if (price.currency.empty() != !price.amount) {
      findings.add(price, "amount", "expected an amount and its currency, found one of the two");
      continue;
    }
    if (!price.amount) continue;
    if (const auto own = own_rate(price)) {
      const double usd = price.amount->value() / *own;
      if (std::abs(price.price.value() / usd - 1) <= k_rounding) continue;
      findings.add(price, "price_usd",
                   fmt::format("found ${:g}; {:g} {} at {:g} to the dollar are ${:.0f}", price.price.value(),
                               price.amount->value(), price.currency, *own, usd));
      continue;
    }
    const auto rates = rates_of(price, data.catalog);
    const auto in_usd = [&](const ExchangeRate* rate) { return price.amount->value() / rate->per_usd.value(); };
    const bool follows = std::any_of(rates.begin(), rates.end(), [&](const ExchangeRate* rate) {
      return std::abs(price.price.value() / in_usd(rate) - 1) <= k_rounding;
    });
    if (follows || rates.empty()) continue;
    const double expected = in_usd(rates.front());
    findings.add(price, "price_usd",
                 fmt::format("found ${:g}; {:g} {} were ${:.0f} in {}", price.price.value(), price.amount->value(),
                             price.currency, expected, rates.front()->month.text()));
  }
}

/// Whole numbers in words: 2, 16 and 32 of "2x 16 GB, 32 GB".
std::set<double> whole_numbers_in(std::string_view text) {
  std::set<double> numbers;
  for (std::size_t at = 0; at < text.size(); ++at) {
    double number = 0;
    const std::size_t begin = at;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) number = 10 * number + (text[at] - '0');
    if (at > begin) numbers.insert(number);
  }
  return numbers;
}

/// The size of memory and the power of a supply stand in its words; memory is told by its modules, too. What was quoted
/// in another currency is worth its dollars at the newest rate or near it.
void judge_host_parts(const CheckedData& data, Findings& findings) {
  constexpr double k_rates = 0.3;  // that rates of years differ by
  data.index.for_each("host_parts", [&](const Place& place, const Json& part) {
    const auto text = [&](std::string_view key) { return part.find(key) == nullptr ? "" : part.find(key)->string; };
    const std::set<double> numbers = whole_numbers_in(text("spec"));
    const auto judge = [&](bool is_right, std::string_view what) {
      if (!is_right)
        findings.add("", place, fmt::format("{} that \"{}\" does not tell", what, printable(text("spec"))));
    };
    const Json* memory = part.find("memory_gb");
    judge((memory != nullptr) == text("item").starts_with("ram"), "memory");
    judge(memory == nullptr || std::any_of(numbers.begin(), numbers.end(),
                                           [&](double number) {
                                             return number > 0 && (number == memory->number ||
                                                                   numbers.contains(memory->number / number));
                                           }),
          "a size");
    if (const Json* watts = part.find("watts")) judge(numbers.contains(watts->number), "a power");
    const Json* amount = part.find("amount");
    const Json* usd = part.find("price_usd");
    for (const ExchangeRate& rate : data.catalog.records<ExchangeRate>()) {
      if (amount == nullptr || usd == nullptr || rate.currency != text("currency")) continue;
      const double error = std::abs(amount->number / rate.per_usd.value() / usd->number - 1);
      if (error > k_rates) return findings.add("", place, "an amount that is not the price in US dollars");
    }
  });
}

/// Whether a usual machine and a circuit agree with themselves, and with the part that is a machine's price.
void judge_hosts(const CheckedData& data, Findings& findings) {
  const auto figure = [](const Json& record, std::string_view key) {
    const Json* found = record.find(key);
    return found == nullptr ? std::nullopt : std::optional(found->number);
  };
  data.index.for_each("hosts", [&](const Place& place, const Json& host) {
    const auto most = figure(host, "most_memory_gb");
    if (most && figure(host, "memory_gb") > most) findings.add("", place, "more memory than it can have");
    const bool is_whole = !most || (figure(host, "channels") && figure(host, "megatransfers"));
    if (!is_whole) findings.add("", place, "memory without its channels or their rate");
    const Json* spec = host.find("spec");
    const auto& parts = data.catalog.records<HostPart>();
    if (spec != nullptr &&
        std::none_of(parts.begin(), parts.end(), [&](const HostPart& part) { return part.spec == spec->string; })) {
      findings.add("", place, "a spec that no record of host_parts has, so that it has no price");
    }
  });
  data.index.for_each("circuits", [&](const Place& place, const Json& circuit) {
    const auto peak = figure(circuit, "peak_w");
    const double product = figure(circuit, "volts").value_or(0) * figure(circuit, "amperes").value_or(0);
    if (peak != product) findings.add("", place, "a peak that is not volts times amperes");
    if (figure(circuit, "continuous_w") > peak) findings.add("", place, "more power for hours than for a moment");
  });
}

/// Members of a price, as written.
std::string written(const Json& record) {
  std::string text;
  for (const JsonMember& member : record.members) {
    text += fmt::format("{}={}\n", member.key, description(member.value));
  }
  return text;
}

void judge_repeats(const CheckedData& data, Findings& findings) {
  std::map<std::string, Place> first;
  data.index.for_each("prices", [&](const Place& place, const Json& record) {
    const auto [before, is_new] = first.emplace(written(record), place);
    if (is_new) return;
    const Json* gpu = record.find("gpu");
    findings.add(gpu == nullptr ? "" : gpu->string, place,
                 fmt::format("the same quote stands in {}:{}", before->second.file, before->second.line));
  });
}

void judge_future_quotes(const CheckedData& data, Findings& findings) {
  constexpr int k_gap = 12;  // months without any other price
  const Price* newest = nullptr;
  std::optional<Day> before;  // the newest of all others
  for (const Price& price : data.catalog.prices()) {
    const Day day = price.date.first_day();
    if (newest == nullptr || day > newest->date.first_day()) {
      if (newest != nullptr) before = newest->date.first_day();
      newest = &price;
    } else if (!before || day > *before) {
      before = day;
    }
  }
  if (!before || months_before(newest->date.first_day(), k_gap) <= *before || !data.is_checked(*newest)) return;
  findings.add(*newest, "date",
               fmt::format("found {}; the newest of all other prices is of {}", newest->date.text(), text(*before)));
}

constexpr auto k_quote_rules = std::to_array<Rule>({
    {"quote-unlike-its-source", Severity::warning, "A quote is unlike all others of its source",
     "A source mostly quotes one market on one day: where all other quotes of a source, at least four, share region, "
     "kind, date, or come in whole dollars, one that does not is mostly a slip, of the record or of its source. For "
     "the condition nine others are asked, for whole dollars twelve.",
     judge_quoted_sources},
    {"price-after-source", Severity::warning, "A price is later than the source that it is from",
     "A page cannot know a price of a later day than its own. List prices may be announced up to twelve months before "
     "the day that they are from.",
     judge_quote_dates},
    {"list-price", Severity::warning, "A list price is not that of a launch",
     "Vendors set list prices in whole dollars, at the release or within a year and a half. What is quoted later or in "
     "cents is an offer: a street price.",
     judge_list_prices},
    {"part-and-words", Severity::warning, "A part of a machine is not what its words say",
     "The size of memory and the power of a supply stand in the words of their source, and an amount in another "
     "currency "
     "is worth the price in US dollars, within 30 % of any known rate.",
     judge_host_parts},
    {"host-figures", Severity::warning, "A machine or a circuit contradicts itself",
     "A usual machine has no more memory than it can have, and its price is that of a part that is known; a circuit "
     "bears volts times amperes for a moment, and no more than that for hours.",
     judge_hosts},
    {"exchange-rate", Severity::warning, "A price in US dollars does not follow from what was quoted",
     "A quote in another currency keeps its amount. It must give the price in US dollars by the exchange rate of its "
     "month, or the newest before it, or by the rate that the note states, within 2 %.",
     judge_currencies},
    {"price-twice", Severity::warning, "A quote stands twice",
     "The same quote of the same source counts once when it is read, and says nothing when it stands there again: "
     "mostly "
     "the second was to become another one. Two offers alike are told apart by their notes.",
     judge_repeats},
    {"price-from-the-future", Severity::warning, "A price is more than a year later than all others",
     "The newest price is the day of the catalog: from it ages count, and what is current. One that is years ahead of "
     "all "
     "others is mostly a slip in its year, and would make all others look old.",
     judge_future_quotes},
});

}  // namespace

std::span<const Rule> quote_rules() { return k_quote_rules; }

}  // namespace gpuadvisor
