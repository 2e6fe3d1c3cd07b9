#include "owning_options.hpp"

#include <fmt/format.h>

#include "cli/session.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "named_value.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr double k_hours_per_day = 24;
constexpr double k_months_per_year = 12;
constexpr std::size_t k_longest_days = 10950;  // 30 years
constexpr std::size_t k_longest_months = 360;
constexpr double k_most_interest = 1;
constexpr double k_most_overhead = 10;

auto number_up_to(double most) {
  return [most](std::string_view option, std::string_view text) {
    const double number = positive_number(option, text);
    if (number <= most) return number;
    throw UsageError(fmt::format("{}: expected a number up to {:g}, found {}", option, most, printable(text)));
  };
}

}  // namespace

double share_from(std::string_view option, std::string_view text, double most, double least) {
  constexpr double k_percent = 100;
  std::string_view number = text;
  const bool is_percent = number.ends_with('%');
  if (is_percent) number.remove_suffix(1);
  while (number.ends_with(' ')) number.remove_suffix(1);
  const auto value = number_from(number);
  const double share = value.value_or(-1) / (is_percent ? k_percent : 1);
  if (share >= least && share <= most) return share;
  const std::string from = least > 0 ? fmt::format("from {:g}% ", least * k_percent) : std::string();
  throw UsageError(fmt::format("{}: expected a share {}up to {:g}% like 15%, found \"{}\"", option, from,
                               most * k_percent, printable(text)));
}

void OwningOptions::add_to(OptionParser& parser, std::string_view* first_given) {
  parser.add("--kwh", electricity, "PRICE", "Price of a kWh, like 0.30 or \"0.30 EUR\"", asked_price_per_kwh);
  parser.name_first_given(first_given);
  parser.add("--hours-per-day", hours, "N", "Hours of use per day (3.6)", number_up_to(k_hours_per_day));
  parser.add("--use", use, "SHARE", "Use as a share of the day, like 15%", share_up_to(1));
  parser.add("--years", years, "N", "Years until you sell it (5)", number_up_to(k_longest_ownership));
  parser.add("--months", months, "N", "Months until you sell it", whole_number_in(1, k_longest_months));
  parser.add("--days", days, "N", "Days until you sell it", whole_number_in(1, k_longest_days));
  parser.add("--system-cost", host, "USD", "Price of the machine without its GPUs (not counted)", asked_money);
  parser.add("--system-power", asked.system, "W", "Power draw of the rest of the machine (100 W; 250 W with 4 cards)",
             watts);
  parser.add("--pue", asked.overhead, "X", "Power usage effectiveness of the building (1)",
             number_up_to(k_most_overhead));
  parser.add("--resale-loss", asked.yearly_loss, "SHARE", "Share of its price that a used card loses per year",
             share_up_to(0.99));
  parser.add_flag("--no-resale", no_resale, "Assume that it sells for nothing at the end");
  parser.add("--interest", asked.interest, "SHARE", "Interest per year on what was paid (0%)",
             share_up_to(k_most_interest));
  parser.name_first_given(nullptr);
}

OwningTerms OwningOptions::terms(const Session& session) const {
  OwningTerms terms = asked;
  if (electricity) terms.electricity = UsdPerKwh{session.usd("--kwh", *electricity).value()};
  if (host) terms.host = session.usd("--system-cost", *host);
  if (hours && use) throw UsageError("--hours-per-day and --use exclude each other");
  if (use && *use == 0) throw UsageError("--use: expected more than 0%");
  if (hours) terms.hours_per_day = *hours;
  if (use) terms.hours_per_day = *use * k_hours_per_day;
  if (years.has_value() + months.has_value() + days.has_value() > 1) {
    throw UsageError("--years, --months and --days exclude each other");
  }
  terms.years = years;
  if (months) terms.years = *months / k_months_per_year;
  if (days) terms.years = *days / k_days_per_year;
  if (asked.overhead < 1) throw UsageError(fmt::format("--pue: expected 1 or more, found {:g}", asked.overhead));
  if (no_resale && asked.yearly_loss) throw UsageError("--no-resale and --resale-loss exclude each other");
  terms.counts_resale = !no_resale;
  terms.tax = session.tax();
  if (!electricity) terms.region = session.electricity_region();
  return terms;
}

}  // namespace gpuadvisor::cli
