#include "gpu_advice.hpp"

#include <algorithm>

#include "advice/request/form_group.hpp"
#include "gpuadvisor/advice/ranking.hpp"
#include "gpuadvisor/advice/recommend.hpp"
#include "gpuadvisor/scoring/rank_order_weights.hpp"
#include "persona_answer.hpp"

namespace gpuadvisor {
namespace {

/// The first and the next GPU for a kind of buyer; null where there is none.
struct TypeChoice {
  const PersonaType* type = nullptr;
  const Gpu* first = nullptr;
  const Gpu* second = nullptr;
};

std::vector<TypeChoice> type_choices(const Catalog& catalog) {
  std::vector<TypeChoice> found;
  for (const PersonaType& type : catalog.records<PersonaType>()) {
    if (type.buys_none) continue;
    const auto candidates = persona_answer(type, std::nullopt, catalog).candidates;
    const auto gpu = [&](std::size_t place) {
      return place < candidates.size() ? candidates[place].offer.gpu : nullptr;
    };
    found.push_back({&type, gpu(0), gpu(1)});
  }
  return found;
}

/// The default workload's answers, by speed and by speed for the money.
struct DefaultAnswers {
  const Workload* workload = nullptr;
  Request request;  // for the first
  Answer by_speed;
  Answer by_value;
};

std::optional<DefaultAnswers> default_answers(const Catalog& catalog) {
  const Workload* workload = catalog.workload(catalog.default_workload());
  if (workload == nullptr || !catalog.reference()) return std::nullopt;
  Request request;
  request.workload = workload->id;
  request.weights = weights_of(*workload, catalog);
  Request for_value = request;
  for_value.rank_by = RankBy::value;
  return DefaultAnswers{workload, request, recommend(catalog, request), recommend(catalog, for_value)};
}

bool is_of(const Offer& offer, const std::optional<PriceEstimate>& price) {
  return price && offer.price ? offer.price->condition == price->condition : !price && !offer.price;
}

/// The row of a GPU at such a price; null where there is none.
const RankedOffer* row_of(const Gpu& gpu, const std::optional<PriceEstimate>& price, const Answer& answer) {
  const auto row = std::find_if(answer.rows.begin(), answer.rows.end(), [&](const RankedOffer& one) {
    return one.offer.gpu == &gpu && is_of(one.offer, price);
  });
  return row == answer.rows.end() ? nullptr : &*row;
}

/// The rank that a speed has in an answer, whatever the prices; 0: not known.
int rank_by_speed_alone(const std::optional<double>& speed, const Answer& answer) {
  if (!speed) return 0;
  return 1 + static_cast<int>(std::count_if(answer.rows.begin(), answer.rows.end(),
                                            [&](const RankedOffer& row) { return ranking_speed(row.offer) > speed; }));
}

std::optional<OwnPlace> own_place(const Standing& standing, Request asked, const Catalog& catalog) {
  const Gpu& gpu = *standing.offer.gpu;
  OwnPlace own;
  for (const Rejection& one : standing.absence->rejections) {
    own.is_of_vendor |= one.constraint == "support";
    own.is_of_form |= one.constraint == "installable";
  }
  if (own.is_of_vendor) asked.vendors = {std::string(gpu.vendor)};
  if (own.is_of_form) asked.forms = {{std::string(enum_name(form_group(gpu)))}};
  const Answer answer = recommend(catalog, asked);
  const RankedOffer* row = row_of(gpu, standing.offer.price, answer);
  if (row == nullptr) return std::nullopt;
  own.rank = price_tier(row->offer) == 0 ? row->rank : rank_by_speed_alone(ranking_speed(row->offer), answer);
  own.rows = answer.rows.size();
  return own.rank == 0 ? std::nullopt : std::optional(own);
}

/// Requires the answers of `catalog`.
DefaultPlace place_of(const Gpu& gpu, const std::optional<PriceEstimate>& price, const DefaultAnswers& answers,
                      const Catalog& catalog) {
  auto all = standings(gpu, answers.by_speed, answers.request, catalog);
  const auto own =
      std::find_if(all.begin(), all.end(), [&](const Standing& standing) { return is_of(standing.offer, price); });
  DefaultPlace place{answers.workload, std::move(own == all.end() ? all.front() : *own), answers.by_speed.rows.size()};
  const Offer& offer = place.standing.offer;
  const RankedOffer* row = row_of(gpu, offer.price, answers.by_value);
  if (row != nullptr && value(row->offer)) place.rank_by_value = row->rank;
  place.rank_by_speed_alone = rank_by_speed_alone(ranking_speed(offer), answers.by_speed);
  place.support = *answers.by_speed.request.support;
  if (place.standing.absence) place.own = own_place(place.standing, answers.request, catalog);
  return place;
}

/// What decides; else the cheapest of those that nobody can count on.
std::optional<PriceEstimate> price_of(const Gpu& gpu, const Catalog& catalog) {
  const PriceEstimates prices = price_estimates(gpu, catalog);
  if (const auto deciding = deciding_price(prices)) return deciding;
  const auto* cheapest = std::min_element(
      prices.begin(), prices.end(), [](const PriceEstimate& a, const PriceEstimate& b) { return a.today < b.today; });
  return cheapest == prices.end() ? std::nullopt : std::optional(*cheapest);
}

}  // namespace

std::vector<GpuAdvice> gpu_advice(std::span<const Gpu* const> gpus, const Catalog& catalog) {
  const auto choices = type_choices(catalog);
  const auto answers = default_answers(catalog);
  std::vector<GpuAdvice> found;
  for (const Gpu* gpu : gpus) {
    GpuAdvice& advice = found.emplace_back();
    advice.price = price_of(*gpu, catalog);
    advice.rent = rent_level(*gpu, 1, catalog, rent_day(catalog));
    for (const auto& [type, first, second] : choices) {
      if (first == gpu) advice.first_for.push_back(type);
      if (second == gpu) advice.second_for.push_back(type);
    }
    if (answers) advice.place = place_of(*gpu, advice.price, *answers, catalog);
    advice.support = support_status(*gpu, catalog);
    for (const Feature& feature : catalog.records<Feature>()) {
      advice.features.push_back({&feature, has_feature(*gpu, feature, catalog).has});
    }
  }
  return found;
}

}  // namespace gpuadvisor
