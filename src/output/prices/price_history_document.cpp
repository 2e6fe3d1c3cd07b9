#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/contains.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/data_day.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "price_history_view.hpp"

namespace gpuadvisor {
namespace {

/// "used asked from $1,430 (October)", "new ~$2,285 ($1,765 to $2,959), last seen 2025-08 (old)".
std::string today_words(const PriceEstimate& price) {
  if (price.is_yours()) return "yours " + money(price.today);
  if (const Price* asked = price.asked)
    return fmt::format("{} {}", condition_word(price), asked_words(*asked, price.today));
  std::string text = fmt::format("{} {}", condition_word(price), today_text(price.today, price));
  if (price.low < price.high) text += fmt::format(" ({} to {})", money(price.low), money(price.high));
  const std::string_view mark = price_mark(price);
  return fmt::format("{}, last seen {}{}", text, month_text(price.seen()),
                     mark.empty() ? std::string() : fmt::format(" ({})", mark));
}

std::string title(const PriceHistory& history) {
  std::string text = std::string(short_name(*history.gpu)) + ": ";
  if (history.prices.empty()) return text + "price unknown.";
  bool is_first = true;
  for (const PriceEstimate& price : history.prices) {
    text += (is_first ? "" : "; ") + today_words(price);
    is_first = false;
  }
  return text + '.';
}

/// What the offers of a condition asked in a month: the lowest of its quotes.
using Months = std::map<PartialDate, Usd>;

Months months_of(const PriceHistory& history, Condition condition) {
  Months months;
  for (const DatedQuote& dated : history.quotes) {
    const Price& quote = *dated.quote;
    const bool is_offer = quote.kind != QuoteKind::weak && !is_list_price(quote);
    if (quote.condition != condition || !is_offer || quote.date.month() == 0) continue;
    const auto [at, is_new] = months.emplace(PartialDate(quote.date.year(), quote.date.month()), quote.price);
    if (!is_new) at->second = std::min(at->second, quote.price);
  }
  return months;
}

/// A bar from zero, so that its length is the price.
std::string bar(Usd price, Usd most) {
  constexpr double k_longest = 40;
  const double length = std::round(price.value() / most.value() * k_longest);
  std::string text(static_cast<std::size_t>(std::max(1.0, length)), '#');
  return text;
}

/// The highest bar of a GPU, for all its conditions.
Usd highest(const PriceHistory& history) {
  Usd most;
  for (const Condition condition : {Condition::brand_new, Condition::used, Condition::mixed}) {
    for (const auto& [month, price] : months_of(history, condition)) most = std::max(most, price);
  }
  return most;
}

Table plot(const PriceHistory& history, Condition condition) {
  Table table{{{"month"}, {std::string(condition_word(condition)) + ", lowest quote", true}, {""}}, {}};
  const Months months = months_of(history, condition);
  const Usd most = highest(history);
  for (const auto& [month, price] : months) table.add({month.text(), money(price), bar(price, most)});
  return table;
}

std::string_view use_word(QuoteUse use) {
  switch (use) {
    case QuoteUse::sets_today:
      return "today";
    case QuoteUse::carried:
      return "carried";
    case QuoteUse::informs:
      return "market";
    case QuoteUse::too_far:
      return "too far";
    case QuoteUse::none:
      return "-";
  }
  return {};
}

Table quotes_table(const PriceHistory& history) {
  Table table{{{"date"},
               {"cond"},
               {"kind"},
               {"price", true},
               {"for"},
               {"market", true},
               {"= today", true},
               {"source", false, true}},
              {}};
  for (const DatedQuote& dated : history.quotes) {
    const Price& quote = *dated.quote;
    table.add({quote.date.text(), std::string(condition_word(quote.condition)), kind_words(quote), money(quote.price),
               std::string(use_word(dated.use)), dated.index ? fmt::format("/ {:.2f}", dated.index->value()) : "-",
               dated.moved ? money(*dated.moved) : "-", std::string(dated.source_title)});
  }
  return table;
}

void add(Document& document, const PriceHistory& history) {
  document.title(title(history));
  for (const Condition condition : {Condition::brand_new, Condition::used, Condition::mixed}) {
    constexpr std::size_t k_fewest = 2;
    if (Table table = plot(history, condition); table.rows.size() >= k_fewest) {
      document.gap().table(std::move(table));
    }
  }
  document.gap().table(quotes_table(history)).gap();
  document.paragraph(fmt::format(
      "for: what the quote is used for. today: it sets today's price, the second-lowest asked in the newest month; "
      "carried: not offered now, so moved with the market; market: it shows how prices move. market: what GPUs of "
      "\"{}\" cost in that month, as a multiple of today. Kinds of quotes: docs/prices.md. Bars leave out weak quotes.",
      history.market));
}

}  // namespace

Document document_of(const PriceHistoryView& view) {
  Document document;
  for (const PriceHistory& history : view.gpus) add(document, history);
  return document;
}

Document document_of(const MarketView& view) {
  std::vector<std::string_view> markets;
  std::map<PartialDate, std::map<std::string_view, const MarketMonth*>> by_month;
  for (const MarketMonth& month : view.months) {
    if (!contains(markets, month.market)) markets.push_back(month.market);
    by_month[month.month].emplace(month.market, &month);
  }
  Table table{{{"month"}}, {}};
  for (const std::string_view market : markets) {
    constexpr std::string_view k_consumer = "consumer ";
    using Sign = std::pair<std::string_view, std::string_view>;
    constexpr auto k_signs = std::to_array<Sign>({{" to ", "-"}, {"below ", "<"}, {"from ", ">="}});
    const bool is_consumer = market.starts_with(k_consumer);
    std::string title(is_consumer ? market.substr(k_consumer.size()) : market);
    for (const auto& [words, sign] : k_signs) {
      if (const auto at = title.find(words); at != std::string::npos) title.replace(at, words.size(), sign);
    }
    table.columns.push_back({std::move(title), true});
  }
  for (const auto& [month, known] : by_month) {
    std::vector<std::string> row = {month.text()};
    for (const std::string_view market : markets) {
      const auto at = known.find(market);
      row.push_back(at == known.end() ? "-" : fmt::format("{:.2f}", at->second->index.value()));
    }
    table.add(std::move(row));
  }
  Document document;
  document.title("What GPUs cost, as a multiple of today, " + data_day(view.catalog))
      .gap()
      .table(std::move(table))
      .gap();
  return document.paragraph(
      "Consumer cards by memory, others by kind; -: no quotes. Months before 2025 appear only with at least 8 quotes "
      "from 2 sources in their quarter. One card: `prices GPU`; quotes and sources of a month: --format csv.");
}

}  // namespace gpuadvisor
