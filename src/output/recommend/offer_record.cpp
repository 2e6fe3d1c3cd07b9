#include "offer_record.hpp"

#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

std::optional<Condition> condition_of(const Offer& offer) {
  return offer.price ? std::optional(offer.price->condition) : std::nullopt;
}

std::optional<Keyed<double>> by_criterion(const std::optional<LogRatios>& ratios) {
  if (!ratios) return std::nullopt;
  Keyed<double> found;
  for (std::size_t i = 0; i < k_all_criteria.size(); ++i)
    found.emplace_back(enum_name(k_all_criteria[i]), (*ratios)[i]);
  return found;
}

}  // namespace

template <>
const Record<Offer>& record() {
  static const auto k_record =
      Record<Offer>("brief_offer", "An offer, named in brief", Layout::one_line)
          .member("id", "Of the GPU", [](const Offer& offer) { return offer.gpu->id; })
          .id()
          .member("name", "Of the GPU", [](const Offer& offer) { return offer.gpu->name; })
          .member("condition", "Of the goods; null without a price",
                  [](const Offer& offer) { return condition_of(offer); })
          .member<&Offer::count>("count", "Equal GPUs")
          .least(1)
          .member("memory_gb", "Of one board", [](const Offer& offer) { return offer.gpu->memory; })
          .positive()
          .member<&Offer::priority>("priority", "The score of one GPU")
          .positive()
          .member<&Offer::speed>("speed", "What ranks")
          .positive()
          .member("price_usd", "Of all of them", [](const Offer& offer) { return total_price(offer); })
          .positive()
          .member("price_low_usd", "At the lowest quote",
                  [](const Offer& offer) {
                    return offer.price ? std::optional(at_price(offer, offer.price->low)) : std::nullopt;
                  })
          .positive()
          .member("price_as_of", "Of the newest quote",
                  [](const Offer& offer) { return offer.price ? std::optional(offer.price->newest()) : std::nullopt; })
          .member("price_age", "How far its age lets it be trusted",
                  [](const Offer& offer) { return offer.price ? std::optional(offer.price->age) : std::nullopt; });
  return k_record;
}

template <>
const Record<Compared>& record() {
  static const auto k_record =
      Record<Compared>("compared", "A compared offer")
          .member("id", "Of the GPU", [](const Compared& compared) { return compared.offer->offer.gpu->id; })
          .id()
          .member("name", "Of the GPU", [](const Compared& compared) { return compared.offer->offer.gpu->name; })
          .member("condition", "Of the goods; null without a price",
                  [](const Compared& compared) { return condition_of(compared.offer->offer); })
          .member("price_usd", "The median of the quotes for one",
                  [](const Compared& compared) {
                    const auto& price = compared.offer->offer.price;
                    return price ? std::optional(price->median) : std::nullopt;
                  })
          .positive()
          .member("speed", "What ranks", [](const Compared& compared) { return compared.offer->offer.speed; })
          .positive()
          .member("performance", "Null where scores stand in for speeds",
                  [](const Compared& compared) { return speed_for(compared.workload, compared.offer->performance); })
          .member("priority", "The priority score",
                  [](const Compared& compared) { return compared.offer->offer.priority; })
          .positive()
          .member("log_ratios", "Natural logarithm of the ratio to the reference card, by criterion",
                  [](const Compared& compared) { return by_criterion(compared.offer->log_ratios); })
          .one_line();
  return k_record;
}

template <>
const Record<PriceFlip>& record() {
  static const auto k_record =
      Record<PriceFlip>("price_flip", "A price that swaps two offers", Layout::one_line)
          .member<&PriceFlip::price>("below_usd", "Below this price it has more speed per dollar")
          .positive()
          .member<&PriceFlip::overtakes>("overtakes", "Whether it has already");
  return k_record;
}

template <>
const Record<WeightFlip>& record() {
  static const auto k_record =
      Record<WeightFlip>("weight_flip", "A change of one weight that swaps two offers", Layout::one_line)
          .member<&WeightFlip::criterion>("criterion", "What makes a GPU fast")
          .member<&WeightFlip::from>("from", "Its weight")
          .share()
          .member<&WeightFlip::to>("to", "The weight that swaps")
          .share();
  return k_record;
}

template <>
const Record<StepGap>& record() {
  static const auto k_record =
      Record<StepGap>("step_gap", "How far below the first row's step of 10 % it is", Layout::one_line)
          .member<&StepGap::steps>("below", "Steps; less than 0 when it is above, and behind for the age of its price")
          .member<&StepGap::border>("border", "The least speed of the first's step")
          .positive()
          .member<&StepGap::factor>("factor", "border / speed")
          .positive();
  return k_record;
}

template <>
const Record<ComparedRival>& record() {
  static const auto k_record =
      Record<ComparedRival>("rival", "A GPU that comes next, and what it takes for it to come first")
          .members_of([](const ComparedRival& one) {
            return Compared{&one.rival->compared, one.workload};
          })
          .member("dominance",
                  "Whether its score is better or worse than the first's under all weightings that keep the order",
                  [](const ComparedRival& one) { return one.rival->dominance; })
          .member("price_flip", "Where it has as much speed per dollar as the first",
                  [](const ComparedRival& one) { return one.rival->price_flip; })
          .member("weight_flip", "The least change of one weight that swaps the two by score",
                  [](const ComparedRival& one) { return one.rival->weight_flip; })
          .member("step", "By how many steps of 10 % it ranks below the first",
                  [](const ComparedRival& one) { return one.rival->step_gap; })
          .member("intervals", "Its 80 % interval and the first's",
                  [](const ComparedRival& one) { return one.rival->intervals; });
  return k_record;
}

template <>
const Record<ScoreEvidence>& record() {
  static const auto k_record = Record<ScoreEvidence>("evidence", "What a dataset says", Layout::one_line)
                                   .member<&ScoreEvidence::dataset>("dataset", "Its id")
                                   .id()
                                   .member<&ScoreEvidence::index>("index", "Of the GPU, by this dataset alone")
                                   .positive()
                                   .member<&ScoreEvidence::share>("share", "Of ln index")
                                   .share()
                                   .member<&ScoreEvidence::measurements>("measurements", "Networks or kernels timed")
                                   .least(1);
  return k_record;
}

template <>
const Record<EstimateTerm>& record() {
  static const auto k_record =
      Record<EstimateTerm>("estimate_term", "A term of a sum", Layout::one_line)
          .member<&EstimateTerm::name>("term", "What it stands for")
          .member<&EstimateTerm::feature>(
              "feature", "Logarithm of a ratio to the reference card; -1 / GB for memory; 1 for a constant")
          .member<&EstimateTerm::coefficient>("coefficient", "Of the model")
          .member("product", "Of the two", [](const EstimateTerm& term) { return term.product(); });
  return k_record;
}

template <>
const Record<IndexEstimate>& record() {
  static const auto k_record = Record<IndexEstimate>("estimate", "What specifications predict")
                                   .member<&IndexEstimate::index>("index", "exp of the sum of the products")
                                   .positive()
                                   .member<&IndexEstimate::spread>("spread", "Half the 80 % interval of ln index")
                                   .least(0)
                                   .member("adds_times",
                                           "The products but that of other-vendor add up to the time against the "
                                           "reference card's, instead of all to "
                                           "ln index",
                                           [](const IndexEstimate& estimate) { return estimate.of.adds_times; })
                                   .member("terms", "Whose products add up to ln index",
                                           [](const IndexEstimate& estimate) { return estimate.of.terms; });
  return k_record;
}

template <>
const Record<IndexBreakdown>& record() {
  static const auto k_record =
      Record<IndexBreakdown>("index_breakdown", "What a speed is made of, for one workload")
          .member("performance", "The index",
                  [](const IndexBreakdown& one) {
                    return WorkloadSpeed{one.workload->id, &one.performance};
                  })
          .member<&IndexBreakdown::evidence>("evidence",
                                             "What each dataset says; none for an estimate or the reference card")
          .member<&IndexBreakdown::estimate_share>("estimate_share", "What the shares lack of 1")
          .share()
          .member<&IndexBreakdown::estimate>("estimate", "Of the same GPU");
  return k_record;
}

}  // namespace gpuadvisor
