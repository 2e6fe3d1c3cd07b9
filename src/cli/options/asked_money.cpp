#include "asked_money.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {
namespace {

/// What people write for a currency, before or behind the figure. What several use ("$" aside) is told by its code.
constexpr auto k_words = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"\u20ac", "EUR"},
    {"euros", "EUR"},
    {"euro", "EUR"},
    {"\u00a3", "GBP"},
    {"\u20b9", "INR"},
    {"rmb", "CNY"},
    {"$", "USD"},
    {"dollars", "USD"},
    {"bucks", "USD"},
    {"pounds", "GBP"},
    {"quid", "GBP"},
    {"rupees", "INR"},
    {"yen", "JPY"},
});

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/// Takes the currency off a text in small letters; empty: it names none.
std::string taken_currency(std::string_view& text) {
  for (const auto& [word, code] : k_words) {
    const bool is_first = text.starts_with(word);
    if (!is_first && !text.ends_with(word)) continue;
    text = without_blanks(is_first ? text.substr(word.size()) : text.substr(0, text.size() - word.size()));
    return std::string(code);
  }
  constexpr std::size_t k_letters = 3;  // of a code by ISO 4217
  if (text.size() <= k_letters) return {};
  for (const std::size_t begin : {std::size_t{0}, text.size() - k_letters}) {
    const std::string_view code = text.substr(begin, k_letters);
    if (!std::all_of(code.begin(), code.end(), is_letter)) continue;
    text = without_blanks(begin == 0 ? text.substr(k_letters) : text.substr(0, begin));
    std::string capitals(code);
    for (char& c : capitals) c = static_cast<char>(c - 'a' + 'A');
    return capitals;
  }
  return {};
}

}  // namespace

AskedMoney asked_money(std::string_view option, std::string_view text) {
  const std::string lower = lower_case(without_blanks(text));
  std::string_view figure = lower;
  AskedMoney asked;
  asked.currency = taken_currency(figure);
  constexpr double k_thousand = 1000;
  const bool in_thousands = figure.ends_with('k');
  if (in_thousands) figure = without_blanks(figure.substr(0, figure.size() - 1));
  if (!in_thousands) refuse_points_between_thousands(option, figure);
  const auto number = number_from(figure);
  if (!number || *number <= 0) {
    throw UsageError(
        fmt::format("{}: expected a positive amount like 500, 1.5k or 800eur, found \"{}\"", option, printable(text)));
  }
  asked.amount = *number * (in_thousands ? k_thousand : 1);
  return asked;
}

AskedMoney asked_price_per_kwh(std::string_view option, std::string_view text) {
  constexpr double k_most = 1000;
  try {
    AskedMoney price = asked_money(option, text);
    if (price.amount <= k_most) return price;
  } catch (const UsageError&) {  // it tells of budgets
  }
  throw UsageError(
      fmt::format(R"({}: expected the price of a kWh, like 0.30 or "0.30 EUR", found "{}")", option, printable(text)));
}

}  // namespace gpuadvisor::cli
