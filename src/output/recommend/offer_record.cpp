#include "offer_record.hpp"

#include "output/phrases/offer_words.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

std::optional<Keyed<double>> ratios_by_criterion(const std::optional<LogRatios>& ratios) {
  if (!ratios) return std::nullopt;
  Keyed<double> found;
  for (std::size_t i = 0; i < k_all_criteria.size(); ++i)
    found.emplace_back(enum_name(k_all_criteria[i]), (*ratios)[i]);
  return found;
}

}  // namespace

template <>
Record<Offer> description() {
  return Record<Offer>("brief_offer", "An offer, named in brief", Layout::one_line)
      .member<&Offer::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&Offer::gpu, &Gpu::name>("name", "Of the GPU")
      .member("condition", "Of the goods; null without a price", one_of(k_offer_conditions),
              [](const Offer& offer) { return condition_name(offer); })
      .member<&Offer::count>("count", "Equal GPUs", least(1))
      .member<&Offer::gpu, &Gpu::memory>("memory_gb", "Of one board", positive())
      .member<&Offer::priority>("priority", "The score of one GPU", positive())
      .member<&Offer::speed>("speed", "What ranks", positive())
      .member("price_usd", "Of all of them", positive(), [](const Offer& offer) { return total_price(offer); })
      .member("price_low_usd", "Lower end of the 80 % interval", positive(),
              [](const Offer& offer) {
                return offer.price ? std::optional(at_price(offer, offer.price->low)) : std::nullopt;
              })
      .member("price_as_of", "Of the newest quote",
              [](const Offer& offer) { return offer.price ? std::optional(offer.price->seen()) : std::nullopt; })
      .member("price_age", "How far its age lets it be trusted",
              [](const Offer& offer) { return offer.price ? std::optional(offer.price->age) : std::nullopt; })
      .member("price_age_days", "Of the newest quote on the catalog's day, at least", least(0),
              [](const Offer& offer) { return offer.price ? std::optional(offer.price->age_days) : std::nullopt; })
      .member("price_basis", "How the price of today is known",
              [](const Offer& offer) { return offer.price ? std::optional(offer.price->basis) : std::nullopt; });
}

template <>
Record<Compared> description() {
  return Record<Compared>("compared", "A compared offer")
      .member<&Compared::offer, &ComparedOffer::offer, &Offer::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&Compared::offer, &ComparedOffer::offer, &Offer::gpu, &Gpu::name>("name", "Of the GPU")
      .member("condition", "Of the goods; null without a price", one_of(k_offer_conditions),
              [](const Compared& compared) { return condition_name(compared.offer->offer); })
      .member("price_usd", "Of one, today", positive(),
              [](const Compared& compared) {
                const auto& price = compared.offer->offer.price;
                return price ? std::optional(price->today) : std::nullopt;
              })
      .member<&Compared::offer, &ComparedOffer::offer, &Offer::speed>("speed", "What ranks", positive())
      .member("performance", "Null where scores stand in for speeds",
              [](const Compared& compared) { return speed_for(compared.workload, compared.offer->performance); })
      .member<&Compared::offer, &ComparedOffer::offer, &Offer::priority>("priority", "The priority score", positive())
      .member("log_ratios", "Natural logarithm of the ratio to the reference card, by criterion", one_line(),
              [](const Compared& compared) { return ratios_by_criterion(compared.offer->log_ratios); });
}

template <>
Record<BreakEvenPrice> description() {
  return Record<BreakEvenPrice>("price_flip", "A price that swaps two offers", Layout::one_line)
      .member<&BreakEvenPrice::price>("below_usd", "Below this price it has more speed per dollar", positive())
      .member<&BreakEvenPrice::overtakes>("overtakes", "Whether it has already");
}

template <>
Record<BreakEvenWeight> description() {
  return Record<BreakEvenWeight>("weight_flip", "A change of one weight that swaps two offers", Layout::one_line)
      .member<&BreakEvenWeight::criterion>("criterion", "What makes a GPU fast")
      .member<&BreakEvenWeight::from>("from", "Its weight", share())
      .member<&BreakEvenWeight::to>("to", "The weight that swaps", share());
}

template <>
Record<StepGap> description() {
  return Record<StepGap>("step_gap", "How far below the first row's step of 10 % it is", Layout::one_line)
      .member<&StepGap::steps>("below", "Steps; less than 0 when it is above, and behind for the age of its price")
      .member<&StepGap::border>("border", "The least speed of the first's step", positive())
      .member<&StepGap::factor>("factor", "border / speed", positive());
}

template <>
Record<ComparedRival> description() {
  return Record<ComparedRival>("rival", "A GPU that comes next, and what it takes for it to come first")
      .members_of([](const ComparedRival& one) {
        return Compared{&one.rival->compared, one.workload};
      })
      .member<&ComparedRival::rival, &Rival::dominance>(
          "dominance", "Whether its score is better or worse than the first's under all weightings that keep the order")
      .member<&ComparedRival::rival, &Rival::break_even_price>("price_flip",
                                                               "Where it has as much speed per dollar as the first")
      .member<&ComparedRival::rival, &Rival::break_even_weight>(
          "weight_flip", "The least change of one weight that swaps the two by score")
      .member<&ComparedRival::rival, &Rival::step_gap>("step", "By how many steps of 10 % it ranks below the first")
      .member<&ComparedRival::rival, &Rival::intervals>("intervals", "Its 80 % interval and the first's");
}

template <>
Record<ScoreEvidence> description() {
  return Record<ScoreEvidence>("evidence", "What a dataset says", Layout::one_line)
      .member<&ScoreEvidence::dataset>("dataset", "Its id", id())
      .member<&ScoreEvidence::index>("index", "Of the GPU, by this dataset alone", positive())
      .member<&ScoreEvidence::share>("share", "Of ln index", share())
      .member<&ScoreEvidence::measurements>("measurements", "Networks or kernels timed", least(1));
}

template <>
Record<EstimateTerm> description() {
  return Record<EstimateTerm>("estimate_term", "A term of a sum", Layout::one_line)
      .member<&EstimateTerm::name>("term", "What it stands for")
      .member<&EstimateTerm::feature>(
          "feature", "Logarithm of a ratio to the reference card; -1 / GB for memory; 1 for a constant")
      .member<&EstimateTerm::coefficient>("coefficient", "Of the model")
      .member<&EstimateTerm::product>("product", "Of the two");
}

template <>
Record<IndexEstimate> description() {
  return Record<IndexEstimate>("estimate", "What specifications predict")
      .member<&IndexEstimate::index>("index", "exp of the sum of the products", positive())
      .member<&IndexEstimate::spread>("spread", "Half the 80 % interval of ln index", least(0))
      .member<&IndexEstimate::of, &Estimate::adds_times>(
          "adds_times",
          "The products but that of other-vendor add up to the time against the "
          "reference card's, instead of all to "
          "ln index")
      .member<&IndexEstimate::of, &Estimate::terms>("terms", "Whose products add up to ln index");
}

template <>
Record<IndexBreakdown> description() {
  return Record<IndexBreakdown>("index_breakdown", "What a speed is made of, for one workload")
      .member("performance", "The index",
              [](const IndexBreakdown& one) {
                return WorkloadSpeed{one.workload->id, &one.performance};
              })
      .member<&IndexBreakdown::evidence>("evidence",
                                         "What each dataset says; none for an estimate or the reference card")
      .member<&IndexBreakdown::estimate_share>("estimate_share", "What the shares lack of 1", share())
      .member<&IndexBreakdown::estimate>("estimate", "Of the same GPU");
}

}  // namespace gpuadvisor
