#include "cost_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>
#include <vector>

#include "catalog/records/rent.hpp"
#include "core/text.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/cost/owning_words.hpp"
#include "output/phrases/figure_words.hpp"
#include "output/phrases/gpu_words.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_million = 1e6;
constexpr double k_seconds_per_hour = 3600;

/// What is to be known beside rents, which have the machine in them.
std::string without_machine(const OwningBasis& basis) {
  return basis.told.host.value() > 0 ? "" : " (without the machine)";
}

std::string power_price_text(const OwningBasis& basis) {
  return basis.electricity ? money_small(Usd{basis.electricity->value()}) + " a kWh" : "electricity unknown";
}

std::string resale_text(const OwningBasis& basis) {
  if (!basis.told.counts_resale) return "not sold at the end";
  const double loss = basis.yearly_loss();
  if (loss == 0) return "resale at today's price";
  return fmt::format("resale {} {} a year", loss < 0 ? "plus" : "less", percent(std::abs(loss)));
}

}  // namespace

std::optional<Usd> cost_of_million_tokens(const Offer& offer, const Request& request) {
  const auto cost = cost_of_work(offer);
  if (!cost || !offer.tokens_per_second) return std::nullopt;
  const double sequences = request.target ? request.job->job().batch : 1;  // tokens are told for each user then
  return *cost / k_seconds_per_hour * k_million / sequences;
}

std::optional<Usd> cost_of_unit(const Offer& offer, const Request& request) {
  return offer.tokens_per_second ? cost_of_million_tokens(offer, request) : cost_of_work(offer);
}

bool tells_machine(const Offer& offer) {
  return offer.count <= offer.rental->cheapest->count || !offer.rental->cheapest->is_per_gpu();
}

std::string rental_verdict(const DetailedOffer& row, const Request& request) {
  const Offer& offer = row.offer;
  const Rental& rental = *offer.rental;
  const std::string all = row.details.own_or_rent ? ""
                                                  : fmt::format(", {} for {}", money_nearest(rental.total),
                                                                hours_text(request.owning->hours()));
  return fmt::format("Rent {}{}: {} an hour{}.", with_article(offer.count, brief_name(*offer.gpu)),
                     tells_machine(offer) ? "" : ", if one machine has them", money_hourly(Usd{rental.hourly.value()}),
                     all);
}

std::string owning_text(const DetailedOffer& row, const Request& request) {
  return fmt::format("{} an hour of use over {}{}", money_hourly(row.details.cost->hourly),
                     span_text(request.owning->years), request.includes_rent ? without_machine(*request.owning) : "");
}

std::string cost_legend(const AnswerView& view) {
  const OwningBasis& basis = *view.request().owning;
  std::string text =
      fmt::format("$/h: {}, {:g} hours a day, {}, {}, {} (--years, --hours-per-day, --kwh, --system-cost).",
                  span_text(basis.years), basis.hours_per_day, power_price_text(basis), resale_text(basis),
                  basis.told.host.value() > 0 ? "machine " + money(basis.told.host) : "no machine");
  const bool writes = ranks_by_tokens(view.request());
  const bool works = tells_work(view.request());
  if (works && writes) text += " $/Mtok: a million tokens.";
  if (works && !writes && view.request().speed_kind == SpeedKind::index)
    text += " $/work: per hour of work at speed 1.";
  if (view.request().includes_rent) {
    text += fmt::format(" rent: {}, median", hours_text(basis.hours()));
    std::set<std::string_view> hosts;
    bool is_machine_told = true;
    for (const DetailedOffer& row : view.rows()) {
      if (!row.offer.rental) continue;
      const Rent& quote = *row.offer.rental->cheapest;
      if (quote.terms == RentTerms::marketplace) hosts.insert(quote.provider);
      is_machine_told &= tells_machine(row.offer);
    }
    if (!hosts.empty()) text += fmt::format("; {}: private hosts", fmt::join(hosts, ", "));
    text += is_machine_told ? "." : "; ?: maybe in several machines.";
  }
  return text;
}

std::string cost_assumptions(const AnswerView& view) {
  const OwningBasis& basis = *view.request().owning;
  std::vector<std::string> found = use_assumptions(basis, basis.assumed_electricity);
  if (!basis.told.system)
    found.emplace_back("100 W for the rest of a desktop, 575 W a module of a server (--system-power)");
  if (basis.told.host.value() == 0) found.emplace_back("without the price of the computer around it (--system-cost)");
  if (basis.depreciation) found.push_back(loss_assumption(*basis.depreciation));
  return found.empty() ? std::string() : fmt::format("Cost of use assumes: {}.", fmt::join(found, "; "));
}

}  // namespace gpuadvisor
