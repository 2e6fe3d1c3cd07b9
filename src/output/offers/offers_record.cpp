#include <fmt/format.h>

#include "core/two_digits.hpp"
#include "offers_view.hpp"
#include "output/phrases/shared_records.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor {
namespace {

Keyed<std::uint64_t> refused(const OfferTally& tally) {
  Keyed<std::uint64_t> counts;
  for (std::size_t i = 0; i < tally.refused.size(); ++i) {
    if (tally.refused[i] > 0) counts.emplace_back(k_enum_names<RowRefusal>[i], tally.refused[i]);
  }
  return counts;
}

std::vector<UnknownName> unknown_names(const OfferTally& tally) {
  return mapped(tally.unknown_names, [](const auto& one) { return UnknownName{one.first, one.second}; });
}

Record<TrainingRun> run_record() {
  return Record<TrainingRun>("run", "A run of training", JsonWriter::Layout::one_line)
      .member<&TrainingRun::unit>("unit", "Of the rate that tells its hours")
      .member<&TrainingRun::samples>("samples", "Of all epochs", positive());
}

Record<OffersQuestion> query_record() {
  return Record<OffersQuestion>("query", "What was asked")
      .member<&OffersQuestion::workload, &Workload::id>("workload", "That speeds are of", id())
      .member<&OffersQuestion::precision>("precision", "Of these speeds")
      .member<&OffersQuestion::order>("rank_by", "What offers are ranked by")
      .member("limit", "Most offers; of each GPU where asked for", least(1),
              [](const OffersQuestion& asked) { return asked.limit; })
      .member<&OffersQuestion::is_per_gpu>("per_gpu", "Show at most N offers of each GPU")
      .member("run", "Whose hours and cost are told; null: none",
              [](const OffersQuestion& asked) { return optional_as<run_record>(asked.run); })
      .member("gpus", "Ids of the GPUs that are meant; empty: all", ids(),
              [](const OffersQuestion& asked) { return mapped(asked.gpus, [](const Gpu* gpu) { return gpu->id; }); })
      .member<&OffersQuestion::vendors>("vendors", "Empty: any")
      .member<&OffersQuestion::memory>("min_memory_gb", "Of each GPU; null: any", positive())
      .member("min_count", "Of GPUs; null: any", [](const OffersQuestion& asked) { return asked.count.from; })
      .member("max_count", "Of GPUs; null: any", [](const OffersQuestion& asked) { return asked.count.to; })
      .member<&OffersQuestion::terms>("terms", "Null: any")
      .member<&OffersQuestion::provider>("provider", "That it begins with, in lower case; null: any", or_null())
      .member<&OffersQuestion::region>("region", "That it, or a part of it, begins with, in lower case; null: any",
                                       or_null())
      .member<&OffersQuestion::most>("max_usd_per_hour", "Of the machine; null: any", positive())
      .member<&OffersQuestion::includes_unsupported>("unsupported",
                                                     "With GPUs that current software of their vendor does not run on");
}

Record<OfferTally> counts_record() {
  return Record<OfferTally>("counts", "What was read, and what became of it")
      .member("rows", "That were read", [](const OfferTally& tally) { return tally.rows; })
      .member("offers", "That were understood; a row can have two, on demand and spot",
              [](const OfferTally& tally) { return tally.offers; })
      .member("passed", "Offers that were asked for", [](const OfferTally& tally) { return tally.passed; })
      .member("without_form", "Offers that do not tell PCIe from SXM: taken for the slower",
              [](const OfferTally& tally) { return tally.without_form; })
      .member("unsupported", "Offers left out since current software does not run on their GPU",
              [](const OfferTally& tally) { return tally.unsupported; })
      .member("refused", "Rows that are no offers, by reason", [](const OfferTally& tally) { return refused(tally); })
      .member("unknown_names", "That no GPU of the catalog has; of more than 1,000 the first by the alphabet",
              [](const OfferTally& tally) { return unknown_names(tally); });
}

/// What an offer says, under the names that `offers rank` reads.
Record<KeptOffer> offer_record() {
  return Record<KeptOffer>("offer", "A machine and its price", JsonWriter::Layout::one_line)
      .member<&KeptOffer::gpu, &Gpu::id>("gpu", "Id of the GPU", id())
      .member<&KeptOffer::count>("count", "GPUs of the machine", least(1))
      .member<&KeptOffer::price>("usd_per_hour", "Of the machine", positive())
      .member<&KeptOffer::terms>("terms",
                                 "Until it is given back, or the provider wants it back, or from a private host")
      .member<&KeptOffer::provider>("provider", "Who rents it out; null: not told", or_null())
      .member<&KeptOffer::region>("region", "In the provider's words; null: not told", or_null())
      .member<&KeptOffer::instance>("instance", "What the provider calls the machine; null: not told", or_null())
      .member<&KeptOffer::date>("date", "Of the price; null: not told", or_null())
      .member<&KeptOffer::is_form_told>("form_told", "False: PCIe or SXM is not told, and this is the slower");
}

std::vector<RankedMachine> rows_of(const OffersAnswer& answer) {
  return mapped(answer.rows, [&](const OfferRow& row) { return RankedMachine{&answer, &row}; });
}

}  // namespace

template <>
Record<UnknownName> description() {
  return Record<UnknownName>("unknown_name", "A name that no GPU of the catalog has", JsonWriter::Layout::one_line)
      .member<&UnknownName::name>("name", "As the list writes it")
      .member<&UnknownName::rows>("rows", "That have it", least(1));
}

template <>
Record<RankedMachine> description() {
  return Record<RankedMachine>("ranked_offer", "An offer and its rank")
      .member<&RankedMachine::row, &OfferRow::rank>("rank", "Of its GPU where so many of each are asked for", least(1))
      .members_of([](const RankedMachine& one) { return as<offer_record>(one.row->offer); })
      .member("regions", "Where it costs the same, 100 of more; 0: not told", least(0),
              [](const RankedMachine& one) { return one.row->regions; })
      .member("name", "Of the GPU, with the vendor", [](const RankedMachine& one) { return one.row->offer.gpu->name; })
      .member("memory_gb", "Of each GPU; null: unknown", positive(),
              [](const RankedMachine& one) { return one.row->offer.gpu->memory; })
      .member("each_usd_per_hour", "Of one GPU", positive(),
              [](const RankedMachine& one) { return four_digits(one.row->offer.each().value()); })
      .member(
          "performance", "Of the machine; null: unknown",
          [](const RankedMachine& one) { return speed_for(one.answer->question.workload->id, one.row->performance); })
      .member("speed_per_usd_per_hour", "Speed for each dollar an hour; null: unknown", positive(),
              [](const RankedMachine& one) {
                return one.row->value ? std::optional(four_digits(*one.row->value)) : std::nullopt;
              })
      .member("hours", "That the run takes; null: none asked for, or unknown", positive(),
              [](const RankedMachine& one) {
                return one.row->hours ? std::optional(four_digits(*one.row->hours)) : std::nullopt;
              })
      .member("cost_usd", "Of the run; null: none asked for, or unknown", positive(), [](const RankedMachine& one) {
        return one.row->cost ? std::optional(four_digits(one.row->cost->value())) : std::nullopt;
      });
}

template <>
Record<OffersView> description() {
  return answer_record<OffersView>("offers-rank", "offers rank", "The best of many offers")
      .member("query", "What was asked", [](const OffersView& view) { return as<query_record>(view.answer.question); })
      .member("counts", "What was read, and what became of it",
              [](const OffersView& view) { return as<counts_record>(view.answer.tally); })
      .member("duplicates", "Offers of a machine, up to its price, that there are others of",
              [](const OffersView& view) { return view.answer.duplicates(); })
      .member("duplicates_exact", "False: of so many machines that they were told from a sample",
              [](const OffersView& view) { return view.answer.tally.machines.is_exact(); })
      .member("results", "The best first", [](const OffersView& view) { return rows_of(view.answer); })
      .member("warnings", "Always empty", k_no_warnings)
      .rows("results[]", {"rank",
                          "gpu",
                          "name",
                          "memory_gb",
                          "count",
                          "usd_per_hour",
                          "each_usd_per_hour",
                          "provider",
                          "terms",
                          "region",
                          "regions",
                          "instance",
                          "date",
                          "form_told",
                          "speed: performance.index",
                          "speed_low: performance.low",
                          "speed_high: performance.high",
                          "performance.basis",
                          "speed_per_usd_per_hour",
                          "hours",
                          "cost_usd"});
}

}  // namespace gpuadvisor
