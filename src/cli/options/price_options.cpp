#include "price_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "catalog/loading/file_text.hpp"
#include "catalog/records/electricity.hpp"
#include "catalog/records/exchange_rate.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr std::size_t k_most_prices = 10'000;

std::string capitals(std::string_view text) {
  std::string found(text);
  for (char& c : found) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return found;
}

constexpr std::size_t k_letters_of_country = 2;
constexpr std::size_t k_letters_of_currency = 3;

bool is_code(std::string_view text, std::size_t letters) {
  return text.size() == letters && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

double rate_from(std::string_view option, std::string_view text) { return positive_number(option, text); }

double tax_from(std::string_view option, std::string_view text) {
  constexpr double k_most = 100;
  constexpr double k_percent = 100;
  const std::string_view digits = text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
  const auto percent = number_from(digits);
  if (percent && *percent <= k_most) return *percent / k_percent;
  throw UsageError(fmt::format("{}: expected percent from 0 to 100, like 19, found \"{}\"", option, printable(text)));
}

/// The newest rate of a currency; null: the catalog has none.
const ExchangeRate* newest_rate(const Catalog& catalog, std::string_view currency) {
  const ExchangeRate* newest = nullptr;
  for (const ExchangeRate& rate : catalog.records<ExchangeRate>()) {
    if (rate.currency == currency) newest = &rate;  // in order of months
  }
  return newest;
}

/// Throws UsageError.
const ExchangeRate& required_rate(std::string_view option, std::string_view currency, const Catalog& catalog) {
  if (const ExchangeRate* rate = newest_rate(catalog, currency)) return *rate;
  std::vector<std::string> known = {"USD"};
  for (const ExchangeRate& rate : catalog.records<ExchangeRate>()) {
    if (known.back() != rate.currency) known.emplace_back(rate.currency);
  }
  throw UsageError(fmt::format("{}: no exchange rate is known for \"{}\"{}; known are {}, give another with --rate",
                               option, printable(currency),
                               catalog.as_of() ? " by " + text(*catalog.as_of()) : std::string(), enumeration(known)));
}

NamedPrice named_price(std::string where, std::string_view text) {
  const auto sign = text.rfind('=');
  const std::string_view gpus = text.substr(0, sign);
  if (sign == std::string_view::npos || gpus.find_first_not_of(' ') == std::string_view::npos) {
    throw UsageError(fmt::format("{}: expected GPU=PRICE like 3090=900, found \"{}\"", where, printable(text)));
  }
  const AskedMoney price = asked_money(where, text.substr(sign + 1));
  return {std::move(where), std::string(gpus), price};
}

/// Throws Error.
std::vector<NamedPrice> prices_in(const std::string& file) {
  std::vector<NamedPrice> found;
  const std::string all = file_text(file);
  const std::string_view text = without_byte_order_mark(all);
  std::size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    if (found.size() == k_most_prices) {
      throw Error(fmt::format("{}:{}: expected at most {} prices", printable(file), number, k_most_prices));
    }
    try {
      found.push_back(named_price(fmt::format("{}:{}", printable(file), number), line));
    } catch (const UsageError& error) {
      throw Error(error.what());
    }
  }
  return found;
}

}  // namespace

void PriceOptions::add_to(OptionParser& parser) {
  parser.add("--my-price", own, "GPU=PRICE", "A price you can buy at, like 3090=900 or \"2x 3090=1700\"");
  parser.add("--prices", file, "FILE", "A file of such prices, one per line; - for standard input");
  parser.add("--currency", currency, "CODE", "Show amounts in EUR, GBP, CAD, CNY, INR or JPY; others with --rate");
  parser.add("--rate", rate, "USD", "What one unit of that currency is worth in US dollars", rate_from);
  parser.add("--region", region, "REGION", "Where you buy, for prices and electricity: US (default), GR, DE, US-CA, …");
  parser.add("--tax", tax, "PERCENT", "Tax to add to prices, like 19", tax_from);
}

Exchange PriceOptions::exchange(const Catalog& catalog, const std::optional<AskedMoney>& budget) const {
  Exchange exchange;
  exchange.tax = tax;
  const bool is_given = !currency.empty();
  const std::string wanted = is_given ? capitals(currency) : budget ? budget->currency : std::string();
  if (wanted.empty() || wanted == "USD") {
    if (rate) throw UsageError("--rate: expected with a --currency other than USD");
    return exchange;
  }
  exchange.currency = wanted;
  if (rate) {
    if (!is_code(wanted, k_letters_of_currency)) {
      throw UsageError(fmt::format("--currency: expected a code like EUR, found \"{}\"", printable(currency)));
    }
    exchange.usd = *rate;
    return exchange;
  }
  const ExchangeRate& known = required_rate(is_given ? "--currency" : "--budget", wanted, catalog);
  exchange.usd = 1 / known.per_usd.value();
  exchange.month = known.month;
  return exchange;
}

std::string PriceOptions::region_in(const Catalog& catalog) const {
  if (region.empty()) return std::string(k_home_country);
  std::string wanted = capitals(region);
  if (is_code(wanted, k_letters_of_country)) return wanted;
  std::set<std::string_view> known;
  for (const ElectricityPrice& price : catalog.records<ElectricityPrice>()) known.insert(price.region);
  for (const Price& price : catalog.prices()) {
    if (offers_of(price.kind) > 0) known.insert(price.region);
  }
  if (!known.contains(wanted)) refuse("--region", region, std::vector(known.begin(), known.end()));
  return wanted;
}

Usd in_usd(std::string_view option, const AskedMoney& asked, const Exchange& exchange, const Catalog& catalog) {
  if (asked.currency.empty() || asked.currency == exchange.currency) return exchange.in_usd(asked.amount);
  Exchange own = exchange;
  own.usd = asked.currency == "USD" ? 1 : 1 / required_rate(option, asked.currency, catalog).per_usd.value();
  return own.in_usd(asked.amount);
}

std::vector<NamedPrice> named_prices(const PriceOptions& options) {
  std::vector<NamedPrice> found;
  for (const std::string& text : options.own) found.push_back(named_price("--my-price", text));
  if (!options.file.empty()) {
    auto in_file = prices_in(options.file);
    std::move(in_file.begin(), in_file.end(), std::back_inserter(found));
  }
  return found;
}

}  // namespace gpuadvisor::cli
