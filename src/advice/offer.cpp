#include "gpuadvisor/advice/offer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpuadvisor/core/text.hpp"
#include "gpuadvisor/scoring/criteria.hpp"

namespace gpuadvisor {
namespace {

void add_price_warnings(std::vector<Warning>& found, const PriceEstimate& price, const Catalog& catalog) {
  if (price.age != PriceAge::current) {
    found.push_back({"old-price", fmt::format("last priced in {}", price.newest().text())});
  }
  if (price.kind == PriceKind::msrp) found.push_back({"list-price", "launch list price, not an offer"});
  if (only_recalled(price, catalog)) found.push_back({"recalled-price", "the price is recalled: no page behind it"});
}

void add_recalled_figures(std::vector<Warning>& found, const Offer& offer, const Catalog& catalog) {
  std::vector<std::string> fields;
  for (const CriterionValue& criterion : criteria(*offer.gpu)) {
    const std::string field(criterion.field);
    if (criterion.value && catalog.is_recalled(source_of(*offer.gpu, criterion.field)) &&
        std::find(fields.begin(), fields.end(), field) == fields.end()) {
      fields.push_back(field);
    }
  }
  if (!fields.empty()) {
    found.push_back({"recalled-figure", fmt::format("recalled, no page behind it: {}", enumeration(fields))});
  }
}

}  // namespace

std::optional<Gigabytes> memory_per_device(const Gpu& gpu) {
  if (!gpu.memory) return std::nullopt;
  return *gpu.memory / gpu.devices.value_or(1);
}

std::optional<double> value(const Offer& offer) {
  if (!offer.priority || !offer.price) return std::nullopt;
  return *offer.priority * 1000 / offer.price->median.value();
}

std::optional<double> efficiency(const Offer& offer) {
  if (!offer.priority || !offer.gpu->tdp) return std::nullopt;
  return *offer.priority * 1000 / offer.gpu->tdp->value();
}

std::vector<Warning> warnings(const Offer& offer, const Catalog& catalog) {
  std::vector<Warning> found;
  if (offer.price) add_price_warnings(found, *offer.price, catalog);
  add_recalled_figures(found, offer, catalog);
  if (const auto reason = missing_criteria(*offer.gpu); !reason.empty()) found.push_back({"no-score", reason});
  if (const auto devices = offer.gpu->devices.value_or(1); devices > 1) {
    found.push_back(
        {"several-devices", fmt::format("{} GPUs on one board: figures are for the board, software sees {} GB "
                                        "on each",
                                        devices, memory_per_device(*offer.gpu).value_or(Gigabytes{}).value())});
  }
  return found;
}

}  // namespace gpuadvisor
