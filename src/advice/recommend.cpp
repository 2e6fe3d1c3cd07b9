#include "gpuadvisor/advice/recommend.hpp"

#include <algorithm>
#include <tuple>

namespace gpuadvisor {
namespace {

/// Adds the GPU's offers that qualify to `kept`, one per condition that has a price, or one without a price when
/// there is none; counts the GPU in `excluded` when none qualifies.
void keep_qualified(const Gpu& gpu, const Catalog& catalog, const Request& request, std::vector<Offer>& kept,
                    Excluded& excluded) {
  Failures by_any;
  Failures by_all = Failures().set();
  const std::size_t before = kept.size();
  const auto consider = [&](const std::optional<PriceEstimate>& price) {
    const Offer offer{&gpu, price, std::nullopt};
    const Failures of_offer = failures(offer, request);
    if (of_offer.none()) kept.push_back(offer);
    by_any |= of_offer;
    by_all &= of_offer;
  };
  const auto prices = price_estimates(gpu, catalog, request.price_rule);
  for (const PriceEstimate& price : prices) consider(price);
  if (prices.empty()) consider(std::nullopt);

  if (kept.size() > before) {
    const auto score = score_of(gpu, request.weights, *catalog.tables().reference);
    for (std::size_t i = before; i < kept.size(); ++i) kept[i].priority = score;
  } else {
    ++excluded.total;
    // What no offer of the GPU passes; when each offer fails something else, all that they fail.
    const Failures failed = by_all.any() ? by_all : by_any;
    for (std::size_t i = 0; i < failed.size(); ++i) excluded.by_constraint[i] += failed[i] ? 1 : 0;
  }
}

bool cheaper(const Offer& a, const Offer& b) {
  if (!a.price || !b.price) return a.price.has_value();
  return std::tuple(a.price->age, a.price->median) < std::tuple(b.price->age, b.price->median);
}

}  // namespace

Answer recommend(const Catalog& catalog, const Request& request) {
  Answer answer;
  std::vector<Offer> kept;
  kept.reserve(catalog.gpus().size() / 2);  // a usual answer fits, and few pages are touched
  for (const Gpu& gpu : catalog.gpus()) {
    keep_qualified(gpu, catalog, request, kept, answer.excluded);
  }
  answer.rows = ranking(kept, request.rank_by, OldPrices::last);
  return answer;
}

Answer list(const Catalog& catalog, const Request& request) {
  Answer answer;
  std::vector<Offer> kept;
  kept.reserve(catalog.gpus().size() / 2);  // a usual answer fits, and few pages are touched
  for (const Gpu& gpu : catalog.gpus()) {
    std::vector<Offer> qualified;
    keep_qualified(gpu, catalog, request, qualified, answer.excluded);
    const auto cheapest = std::min_element(qualified.begin(), qualified.end(), cheaper);
    if (cheapest != qualified.end()) kept.push_back(*cheapest);
  }
  answer.rows = ranking(kept, request.rank_by, OldPrices::anywhere);
  return answer;
}

}  // namespace gpuadvisor
