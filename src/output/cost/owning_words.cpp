#include "owning_words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {

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

std::string loss_text(double loss) {
  return fmt::format("{} of {}", loss < 0 ? "a gain" : "a loss", percent(std::abs(loss)));
}

std::vector<std::string> use_assumptions(const OwningBasis& basis, const ElectricityPrice* electricity) {
  std::vector<std::string> found;
  if (basis.assumed_years != nullptr) found.push_back(fmt::format("{} (--years)", span_text(basis.years)));
  if (basis.assumed_use != nullptr) {
    found.push_back(fmt::format("{:g} hours a day (--hours-per-day)", basis.hours_per_day));
  }
  if (electricity != nullptr) {
    found.push_back(fmt::format("electricity at the price for {} in {} ({}; --region, --kwh)",
                                enum_name(electricity->customers), electricity->region, electricity->date.text()));
  }
  return found;
}

std::string loss_assumption(const Depreciation& known) {
  return fmt::format("used cards: {} a year (median of {} GPUs, 8 in 10 between {} and {}; --resale-loss, --no-resale)",
                     loss_text(known.yearly), known.gpus, loss_text(known.low), loss_text(known.high));
}

}  // namespace gpuadvisor
