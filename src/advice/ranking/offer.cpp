#include "gpuadvisor/advice/offer.hpp"

#include <fmt/format.h>

#include "advice/guides/avoidance.hpp"
#include "advice/request/form_group.hpp"
#include "catalog/records/rent.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "economics/price_history.hpp"
#include "gpuadvisor/advice/software_support.hpp"
#include "gpuadvisor/core/money.hpp"
#include "scoring/criteria.hpp"

namespace gpuadvisor {
namespace {

/// A date without its day: "2026-10".
std::string month_of(PartialDate date) { return date.text().substr(0, std::string_view("2026-10").size()); }

void add_price_warnings(std::vector<Warning>& found, const PriceEstimate& price) {
  const std::string month = month_of(price.seen());
  if (price.age != PriceAge::current) {
    found.push_back({"old-price", fmt::format("last priced in {}", month)});
  } else if (price.basis == PriceBasis::carried) {
    found.push_back({"carried-price", fmt::format("last seen in {}", month)});
  }
  if (price.basis == PriceBasis::list) found.push_back({"list-price", "launch list price, not an offer"});
  if (price.no_offer) {
    found.push_back({"no-offer", fmt::format("the price is {}", no_offer_text(*price.no_offer))});
  }
}

/// A new card does not cost less than a used one.
void add_contradiction(std::vector<Warning>& found, const Gpu& gpu, const PriceEstimate& price, const Catalog& catalog,
                       const PriceRule& rule) {
  if (price.condition != Condition::brand_new) return;
  for (const PriceEstimate& other : price_estimates(gpu, catalog, rule)) {
    if (!is_new_below_used(price, other)) continue;
    const bool is_fresh = price.seen().first_day() >= other.seen().first_day();
    found.push_back(
        {"new-below-used", fmt::format("new at {} ({}) is less than used at {} ({}): {}", money(price.today),
                                       price.seen().text(), money(other.today), other.seen().text(),
                                       is_fresh ? "the used price is too high" : "expect to pay more")});
  }
}

/// Where shops asked less than sellers on a marketplace do now.
void add_cheaper_shop(std::vector<Warning>& found, const Gpu& gpu, const PriceEstimate& price, const Catalog& catalog) {
  const Price* asked = price.asked;
  if (asked == nullptr || asked->condition != Condition::brand_new || asked->kind == QuoteKind::shop ||
      is_list_price(*asked))
    return;
  constexpr int k_most_months = 3;
  constexpr double k_much_less = 0.85;
  const Price* newest = nullptr;
  for (const Price& quote : catalog.prices_of(gpu)) {
    const bool is_of_shops = quote.kind == QuoteKind::shop || quote.kind == QuoteKind::shop_mean_of_lowest;
    if (!is_of_shops || quote.condition != asked->condition || quote.region != asked->region ||
        months_until(*catalog.as_of(), quote.date) > k_most_months)
      continue;
    const auto index = market_index(gpu, quote.date, catalog);
    if (!index || quote.price / index->value() > price.today * k_much_less) continue;
    if (newest == nullptr || newest->date <= quote.date) newest = &quote;
  }
  if (newest == nullptr) return;
  found.push_back(
      {"shops-asked-less", fmt::format("shops asked {} in {}", money(newest->price), month_of(newest->date))});
}

void add_recalled_figures(std::vector<Warning>& found, const Gpu& gpu, const Weights& weights, const Catalog& catalog) {
  std::vector<std::string> fields;
  const auto values = criteria(gpu);
  for (std::size_t i = 0; i < k_criteria; ++i) {
    const std::string field(values[i].field);
    if (weights[i] > 0 && values[i].value && catalog.is_recalled(source_of(gpu, field)) && !contains(fields, field)) {
      fields.push_back(field);
    }
  }
  if (!fields.empty()) {
    found.push_back(
        {"recalled-figure", fmt::format("from general knowledge, without a source: {}", enumeration(fields))});
  }
}

std::string_view distinction_id(Distinction distinction) {
  switch (distinction) {
    case Distinction::modified:
      return "modified";
    case Distinction::mining:
      return "mining-card";
    case Distinction::exported:
      return "export-version";
    case Distinction::announced:
      return "announced";
  }
  return {};
}

/// What is told of a rent, or left out.
void add_rental_warnings(std::vector<Warning>& found, const Offer& offer) {
  const Rent& quote = *offer.rental->cheapest;
  if (quote.terms == RentTerms::marketplace) {
    found.push_back({"private-host", "rented from a private host, who may take it away"});
  }
  if (offer.count > quote.count && quote.is_per_gpu()) {
    found.push_back({"machine-not-told", fmt::format("it is not known whether {} are in one machine", offer.count)});
  }
}

/// What sets the product apart from an ordinary one.
void add_distinction(std::vector<Warning>& found, const Gpu& gpu) {
  if (!gpu.distinction) return;
  std::string text(distinction_words(gpu));
  switch (*gpu.distinction) {
    case Distinction::modified:
      text += ": its memory was changed by third parties, without the vendor's warranty";
      break;
    case Distinction::mining:
      text += ": no display output";
      if (!gpu.pcie_gen.empty()) text += ", PCIe " + std::string(gpu.pcie_gen);
      if (gpu.pcie_lanes) text += fmt::format(" x{}", *gpu.pcie_lanes);
      text += "; how much of its speed drivers and firmware allow is not known";
      break;
    case Distinction::exported:
      text += " for China";
      break;
    case Distinction::announced:
      break;
  }
  found.push_back({distinction_id(*gpu.distinction), std::move(text)});
}

void add_support_warning(std::vector<Warning>& found, const Gpu& gpu, const Catalog& catalog) {
  const SupportStatus status = support_status(gpu, catalog);
  const auto id = [&]() -> std::string_view {
    switch (status.state) {
      case SupportState::supported:
      case SupportState::other_software:
        return "no-cuda";
      case SupportState::deprecated:
        return "support-ending";
      case SupportState::community:
        return "support-community";
      case SupportState::ended:
        return "support-ended";
      case SupportState::not_yet:
      case SupportState::unknown:
        return "support-unknown";
    }
    return {};
  };
  if (auto remark = support_remark(gpu, status); !remark.empty()) found.push_back({id(), std::move(remark)});
}

}  // namespace

bool is_of_name(const Warning& warning) { return warning.id == "misnomer" || warning.id == "taken-as"; }

bool is_told_by_price(const Warning& warning) {
  return warning.id == "old-price" || warning.id == "carried-price" || warning.id == "list-price";
}

std::string_view no_offer_text(NoOffer reason) {
  switch (reason) {
    case NoOffer::hearsay:
      return "hearsay, no actual offer found";
    case NoOffer::recalled:
      return "from general knowledge, without a source";
    case NoOffer::out_of_production:
      return "of remaining stock: no longer made";
  }
  return {};
}

std::optional<Usd> total_price(const Offer& offer) {
  if (offer.rental) return offer.rental->total;
  const bool is_known = offer.price && (!offer.memory || offer.memory->total());
  return is_known ? std::optional(at_price(offer, offer.price->today)) : std::nullopt;
}

std::optional<Watts> power(const Offer& offer) {
  return offer.gpu->tdp ? std::optional(*offer.gpu->tdp * offer.count) : std::nullopt;
}

std::optional<double> value(const Offer& offer) {
  const auto price = total_price(offer);
  if (!offer.speed || !price) return std::nullopt;
  return *offer.speed * 1000 / price->value();
}

std::optional<Usd> cost_of_work(const Offer& offer) {
  const auto speed = ranking_speed(offer);
  return offer.hourly && speed ? std::optional(*offer.hourly / *speed) : std::nullopt;
}

std::optional<double> efficiency(const Offer& offer) {
  if (!offer.speed || !offer.gpu->tdp) return std::nullopt;
  return *offer.speed * 1000 / power(offer)->value();
}

std::optional<Usd> price_per_gb(const Offer& offer) {
  const auto price = total_price(offer);
  if (!price || !offer.gpu->memory) return std::nullopt;
  return *price / (offer.gpu->memory->value() * offer.count);
}

std::vector<Warning> price_warnings(const Gpu& gpu, const PriceEstimate& price, const Catalog& catalog,
                                    const PriceRule& rule) {
  std::vector<Warning> found;
  add_price_warnings(found, price);
  add_contradiction(found, gpu, price, catalog, rule);
  add_cheaper_shop(found, gpu, price, catalog);
  return found;
}

std::vector<Warning> warnings(const Offer& offer, const Weights& weights, const Catalog& catalog,
                              const PriceRule& rule) {
  std::vector<Warning> found;
  if (offer.price) found = price_warnings(*offer.gpu, *offer.price, catalog, rule);
  if (offer.rental) add_rental_warnings(found, offer);
  add_distinction(found, *offer.gpu);
  if (auto remark = form_remark(*offer.gpu); !remark.empty() && !offer.rental)
    found.push_back({"not-installable", std::move(remark)});
  add_support_warning(found, *offer.gpu, catalog);
  add_recalled_figures(found, *offer.gpu, weights, catalog);
  if (const auto reason = missing_criteria(*offer.gpu, weights); !reason.empty()) found.push_back({"no-score", reason});
  if (const auto devices = offer.gpu->devices.value_or(1); devices > 1) {
    found.push_back(
        {"several-devices", fmt::format("{} GPUs on one board: figures are for the board, software sees {} GB "
                                        "on each",
                                        devices, memory_per_device(*offer.gpu).value_or(Gibibytes{}).value())});
  }
  if (catalog.is_avoided(offer.gpu->id)) {
    for (auto& warning : avoidance_warnings(*offer.gpu, catalog)) found.push_back(std::move(warning));
  }
  return found;
}

}  // namespace gpuadvisor
