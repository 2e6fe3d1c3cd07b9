#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/asked_build.hpp"
#include "cli/options/familiar_networks.hpp"
#include "cli/options/named_value.hpp"
#include "cli/session.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output/cost/cost_view.hpp"

namespace gpuadvisor::cli {
namespace {

constexpr double k_hours_per_day = 24;
constexpr double k_months_per_year = 12;
constexpr std::size_t k_longest_days = 10950;  // 30 years
constexpr std::size_t k_longest_months = 360;
constexpr double k_most_interest = 1;
constexpr double k_most_overhead = 10;
constexpr std::string_view k_default_region = "US";

/// "60%", "60 %" or "0.6".
double share_from(std::string_view option, std::string_view text, double most) {
  constexpr double k_percent = 100;
  std::string_view number = text;
  const bool is_percent = number.ends_with('%');
  if (is_percent) number.remove_suffix(1);
  while (number.ends_with(' ')) number.remove_suffix(1);
  const auto value = number_from(number);
  const double share = value.value_or(-1) / (is_percent ? k_percent : 1);
  if (share >= 0 && share <= most) return share;
  throw UsageError(fmt::format("{}: expected a share up to {:g}% like 15%, found \"{}\"", option, most * k_percent,
                               printable(text)));
}

auto share_up_to(double most) {
  return [most](std::string_view option, std::string_view text) { return share_from(option, text, most); };
}

auto number_up_to(double most) {
  return [most](std::string_view option, std::string_view text) {
    const double number = positive_number(option, text);
    if (number <= most) return number;
    throw UsageError(fmt::format("{}: expected a number up to {:g}, found {}", option, most, printable(text)));
  };
}

struct CostOptions {
  std::vector<std::string> words;
  CostQuestion asked;
  std::optional<AskedMoney> host, electricity, rent;
  std::optional<double> hours, use, years;
  std::optional<int> months, days;
  std::string region, against;
  bool no_resale = false;

  void add_to(OptionParser& parser);
  /// All that does not depend on the GPU. Throws UsageError.
  [[nodiscard]] CostQuestion question(const Session& session) const;
};

void CostOptions::add_to(OptionParser& parser) {
  parser.add("GPU", words, "", "A GPU, or several of it: 3090, \"8x H100 SXM\"");
  parser.add("--against", against, "rent", "Compare with renting, and tell when owning wins");
  parser.add("--rent", rent, "USD", "The same, at this price an hour of all GPUs", asked_money);
  parser.add("--hours-per-day", hours, "N", "Hours of work a day (3.6)", number_up_to(k_hours_per_day));
  parser.add("--use", use, "SHARE", "The same as a share of the day, like 15%", share_up_to(1));
  parser.add("--years", years, "N", "Until they are sold (5)", number_up_to(k_longest_ownership));
  parser.add("--months", months, "N", "The same in months", whole_number_in(1, k_longest_months));
  parser.add("--days", days, "N", "The same in days", whole_number_in(1, k_longest_days));
  parser.add("--kwh", electricity, "PRICE", "Price of a kWh, like 0.30 or \"0.30 EUR\"", asked_price_per_kwh);
  parser.add("--region", region, "REGION", "Where a kWh costs what households pay: US (default), US-CA, EU, DE, …");
  parser.add("--condition", asked.condition, "CONDITION", "new or used (default: the cheapest)", named<Condition>);
  parser.add("--system-cost", host, "USD", "Price of the machine without its GPUs (not counted)", asked_money);
  parser.add("--system-power", asked.system, "W", "What the rest of the machine draws (100 W; servers 575 W a module)",
             watts);
  parser.add("--power-limit", asked.limit, "W", "Of each GPU (its board power)", watts);
  parser.add("--load", asked.load, "SHARE", "Of that power, while they work (100%)", share_up_to(1));
  parser.add("--pue", asked.overhead, "X", "Power usage effectiveness of the building (1)",
             number_up_to(k_most_overhead));
  parser.add("--resale-loss", asked.yearly_loss, "SHARE", "Of its price that a used card loses in a year",
             share_up_to(0.99));
  parser.add_flag("--no-resale", no_resale, "Nothing comes back at the end");
  parser.add("--interest", asked.interest, "SHARE", "A year, on what was paid (0%)", share_up_to(k_most_interest));
}

CostQuestion CostOptions::question(const Session& session) const {
  CostQuestion question = asked;
  if (!against.empty() && lower_case(against) != "rent")
    refuse("--against", against, std::array{std::string_view("rent")});
  question.against_rent = !against.empty() || rent.has_value();
  if (rent) question.rent = UsdPerHour{session.usd("--rent", *rent).value()};
  if (electricity) question.electricity = UsdPerKwh{session.usd("--kwh", *electricity).value()};
  if (host) question.host = session.usd("--system-cost", *host);
  if (hours && use) throw UsageError("--hours-per-day and --use exclude each other");
  if (use && *use == 0) throw UsageError("--use: expected more than 0%");
  if (hours) question.hours_per_day = *hours;
  if (use) question.hours_per_day = *use * k_hours_per_day;
  if (years.has_value() + months.has_value() + days.has_value() > 1) {
    throw UsageError("--years, --months and --days exclude each other");
  }
  question.years = years;
  if (months) question.years = *months / k_months_per_year;
  if (days) question.years = *days / k_days_per_year;
  if (asked.overhead < 1) throw UsageError(fmt::format("--pue: expected 1 or more, found {:g}", asked.overhead));
  if (no_resale && asked.yearly_loss) throw UsageError("--no-resale and --resale-loss exclude each other");
  question.counts_resale = !no_resale;
  question.tax = session.tax();
  if (electricity && !region.empty()) throw UsageError("--kwh and --region exclude each other");
  return question;
}

/// The region as the catalog writes it. Throws UsageError with those that are known.
std::string_view region_called(std::string_view name, const Catalog& catalog) {
  std::set<std::string_view> known;
  for (const ElectricityPrice& price : catalog.records<ElectricityPrice>()) {
    if (price.customers != ElectricityCustomers::households) continue;
    if (lower_case(price.region) == lower_case(name)) return price.region;
    known.insert(price.region);
  }
  refuse("--region", name, std::vector(known.begin(), known.end()));
}

std::string reason_text(const CostQuestion& question, NoCost reason) {
  switch (reason) {
    case NoCost::no_price:
      return fmt::format("no price of the {} is known; --my-price tells one", question.gpu->name);
    case NoCost::no_power:
      return fmt::format("the power of the {} is unknown; --power-limit tells it", question.gpu->name);
    case NoCost::no_electricity:
      break;
  }
  return "no price of electricity is known; --kwh tells one";
}

}  // namespace

Outcome run_cost(Arguments arguments) {
  CostOptions options;
  SessionOptions common;
  OptionParser parser("cost",
                      "What owning a GPU costs: by the hour of use, by the year, by a million images or\n"
                      "tokens; against renting, which is cheaper and when owning wins.\n\n"
                      "Examples:\n"
                      "  gpuadvisor cost 3090\n"
                      "  gpuadvisor cost 4090 --against rent --hours-per-day 8 --years 3\n"
                      "  gpuadvisor cost \"8x H100 SXM\" --against rent --months 3 --use 60%\n"
                      "  gpuadvisor cost 3090 --my-price 3090=900 --kwh 0.40 --no-resale\n");
  options.add_to(parser);
  common.prices.add_to(parser);
  common.add_to(parser, k_formats);
  parser.parse(arguments);

  Session session(common, ScorePrecision::fp16);
  CostQuestion question = options.question(session);
  const AskedBuild asked = asked_build("GPU", options.words, session);
  if (asked.parts.empty()) return session.none();
  if (asked.parts.size() > 1) throw UsageError("GPU: expected one model, or several of it, found several models");
  question.gpu = asked.parts.front().gpu;
  question.count = asked.parts.front().count;
  question.region = options.region.empty() ? k_default_region : region_called(options.region, session.catalog());
  question.networks = familiar_networks(session);
  if (question.limit && question.gpu->tdp && *question.limit > *question.gpu->tdp) {
    throw UsageError(fmt::format("--power-limit: expected at most the board power of {:.0f} W, found {:.0f} W",
                                 question.gpu->tdp->value(), question.limit->value()));
  }
  const CostResult result = cost_answer(question, session.catalog());
  if (!result.answer) return session.none(reason_text(question, result.reason));
  return session.answer(CostView{session.stamp(), *result.answer, asked.notes}, cost_json, cost_document, cost_records);
}

}  // namespace gpuadvisor::cli
