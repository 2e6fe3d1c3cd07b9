#include "own_or_rent.hpp"

#include <algorithm>
#include <set>

#include "gpuadvisor/advice/recommend.hpp"
#include "guide_name.hpp"

namespace gpuadvisor {
namespace {

std::optional<RentOffer> cheapest_tpu(const Catalog& catalog) {
  constexpr std::string_view k_vendor = "google";
  std::optional<RentOffer> cheapest;
  for (const Gpu& gpu : catalog.gpus()) {
    if (gpu.vendor != k_vendor || gpu.segment != Segment::cloud) continue;
    for (const RentOffer& offer : rent_offers(gpu, 1, catalog, rent_day(catalog))) {
      if (offer.is_old || offer.quote->terms != RentTerms::on_demand) continue;
      if (!cheapest || offer.each < cheapest->each) cheapest = offer;
    }
  }
  return cheapest;
}

/// The first of each edition, the newest first.
std::vector<FromGuide<GuideRule>> measures(const Catalog& catalog) {
  std::vector<FromGuide<GuideRule>> found;
  for (const GuideRule& rule : catalog.records<GuideRule>()) {
    const Guide* guide = catalog.guide(rule.guide);
    const bool is_first = found.empty() || found.back().guide != guide;
    if (is_first && rule.topic == RuleTopic::cloud && guide != nullptr && measure_of(rule) != nullptr) {
      found.push_back({&rule, guide});
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return is_newer(*a.guide, *b.guide); });
  return found;
}

/// Without a framework asked for, one that takes any.
const FreeTier* free_tier(const OwnOrRentQuestion& question, const Catalog& catalog) {
  for (const FreeTierAnswer& answer : free_tiers({question.framework, {}}, catalog)) {
    const bool does = answer.reasons.empty() && !answer.tier->monthly && hours_per_week(*answer.tier);
    if (does && (!question.framework.empty() || answer.tier->frameworks.empty())) return answer.tier;
  }
  return nullptr;
}

std::vector<OwnOrRentChoice> choices(const OwnOrRentQuestion& question, const Catalog& catalog) {
  std::vector<OwnOrRentChoice> found;
  if (!catalog.reference()) return found;
  std::set<const Gpu*> seen;  // of new and used ones, the condition that ranks first
  for (const RankedOffer& row : recommend(catalog, question.request).rows) {
    if (found.size() == question.most) break;
    if (!row.offer.price || !seen.insert(row.offer.gpu).second) continue;
    CostQuestion use = question.use;
    use.gpu = row.offer.gpu;
    use.count = row.offer.count;
    use.condition = row.offer.price->condition;
    use.against_rent = true;
    CostResult result = cost_answer(use, catalog);
    const auto offer = rent_answer({{use.gpu}, use.count, {}}, catalog).best;
    if (result.answer && result.answer->rent && offer) found.push_back({std::move(*result.answer), *offer});
  }
  return found;
}

}  // namespace

const RuleFigure* measure_of(const GuideRule& rule) {
  const auto at = std::find_if(rule.figures.begin(), rule.figures.end(), [](const RuleFigure& figure) {
    return figure.unit == "days" || figure.unit == "hours a day";
  });
  return at == rule.figures.end() ? nullptr : &*at;
}

OwnOrRent own_or_rent(const OwnOrRentQuestion& question, const Catalog& catalog) {
  return {choices(question, catalog), cheapest_tpu(catalog), free_tier(question, catalog), measures(catalog)};
}

}  // namespace gpuadvisor
