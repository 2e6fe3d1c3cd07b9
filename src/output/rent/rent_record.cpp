#include "core/two_digits.hpp"
#include "output/phrases/shared_records.hpp"
#include "rent_view.hpp"

namespace gpuadvisor {
namespace {

/// With the members that both questions have.
template <class Question>
Record<Question> with_filter(Record<Question> record) {
  return std::move(record)
      .member("count", "GPUs together", least(1), [](const Question& asked) { return asked.count; })
      .member("terms", "Null: any", [](const Question& asked) { return asked.filter.terms; })
      .member("provider", "Null: any", or_null(), [](const Question& asked) { return asked.filter.provider; })
      .member("region", "That offers begin with; null: any", or_null(),
              [](const Question& asked) { return asked.filter.region; })
      .member("max_usd_per_hour", "Of all GPUs together; null: any", positive(),
              [](const Question& asked) { return asked.filter.most; });
}

Record<RentQuestion> rent_query_record() {
  return with_filter(Record<RentQuestion>("query", "What was asked")
                         .member("gpus", "Ids of the GPUs that are meant", ids(), [](const RentQuestion& asked) {
                           return mapped(asked.gpus, [](const Gpu* gpu) { return gpu->id; });
                         }));
}

Record<RentedGpusQuestion> rented_query_record() {
  return with_filter(Record<RentedGpusQuestion>("query", "What was asked")
                         .member<&RentedGpusQuestion::workload, &Workload::id>("workload", "That speeds are of", id())
                         .member<&RentedGpusQuestion::precision>("precision", "Of these speeds")
                         .member<&RentedGpusQuestion::order>("rank_by", "What GPUs are ranked by")
                         .member<&RentedGpusQuestion::min_memory>("min_memory_gb", "Of each GPU; null: any", positive())
                         .member("memory_floor_gb", "What guides ask for, where no memory is asked for; null: nothing",
                                 positive(),
                                 [](const RentedGpusQuestion& asked) {
                                   const auto& floor = asked.memory_floor;
                                   return floor ? std::optional(floor->memory) : std::nullopt;
                                 })
                         .member<&RentedGpusQuestion::vendor>("vendor", "Null: any", or_null()));
}

Record<RentedGpu> rented_gpu_record() {
  return Record<RentedGpu>("rented_gpu", "A GPU with its cheapest current offer")
      .member<&RentedGpu::offer, &RentOffer::gpu, &Gpu::id>("id", "Stable key", id())
      .member<&RentedGpu::offer, &RentOffer::gpu, &Gpu::name>("name", "With the vendor")
      .member("memory_gb", "Of each GPU, as software sees it; null: unknown", positive(),
              [](const RentedGpu& one) { return memory_per_device(*one.offer.gpu); })
      .member<&RentedGpu::offer>("offer",
                                 "The first current one that is not taken back at will; without any, the first")
      .member<&RentedGpu::on_demand>("on_demand", "The range over providers; null: no offer is known")
      .member<&RentedGpu::together>("speed_count", "GPUs of one machine whose speed is known, which it is of", least(1))
      .member("performance", "Of these; null: unknown",
              [](const RentedGpu& one) { return speed_for(one.workload, one.performance); })
      .member("speed_per_usd_per_hour", "Speed for each dollar an hour; null: unknown", positive(),
              [](const RentedGpu& one) { return one.value ? std::optional(four_digits(*one.value)) : std::nullopt; });
}

}  // namespace

template <>
Record<RentOffer> description() {
  return Record<RentOffer>("rent_offer", "What a provider asks", JsonWriter::Layout::one_line)
      .member<&RentOffer::gpu, &Gpu::id>("gpu", "Id of the GPU", id())
      .member<&RentOffer::quote, &Rent::provider>("provider", "Who rents it out")
      .member<&RentOffer::quote, &Rent::terms>("terms", "For how long it stays")
      .member<&RentOffer::quote, &Rent::count>("count", "GPUs of the machine", least(1))
      .member<&RentOffer::quote, &Rent::price>("usd_per_hour", "Of the machine", positive())
      .member("each_usd_per_hour", "Of one GPU", positive(),
              [](const RentOffer& offer) { return four_digits(offer.each.value()); })
      .member("all_usd_per_hour", "Of as many as are asked for, or come together", positive(),
              [](const RentOffer& offer) { return four_digits(offer.all.value()); })
      .member<&RentOffer::quote, &Rent::region>("region", "In the provider's words; null: not told", or_null())
      .member<&RentOffer::quote, &Rent::instance>("instance", "What the provider calls the machine; null: not told",
                                                  or_null())
      .member<&RentOffer::quote, &Rent::date>("seen", "When it was asked")
      .member<&RentOffer::is_old>("old", "Seen more than three months ago")
      .member<&RentOffer::age_days>("age_days", "Days since then on the day that prices are of, at least", least(0))
      .member<&RentOffer::machines>("machines", "Whether the GPUs come in one, in several, or with more of them")
      .member<&RentOffer::quote, &Rent::note>("note", "What kind of figure it is; null: a listed price", or_null())
      .member<&RentOffer::quote, &Rent::source>("source", "Id of the source", id());
}

template <>
Record<RentRange> description() {
  return Record<RentRange>("rent_range", "What providers ask for one GPU, each counted once",
                           JsonWriter::Layout::one_line)
      .member<&RentRange::terms>("terms", "For how long it stays")
      .member("low_usd_per_hour", "The cheapest provider", positive(),
              [](const RentRange& range) { return four_digits(range.low.value()); })
      .member("median_usd_per_hour", "Of the providers", positive(),
              [](const RentRange& range) { return four_digits(range.middle.value()); })
      .member("high_usd_per_hour", "The dearest provider", positive(),
              [](const RentRange& range) { return four_digits(range.high.value()); })
      .member<&RentRange::providers>("providers", "How many", least(1))
      .member<&RentRange::is_old>("old", "All were seen more than three months ago")
      .member<&RentRange::first>("first", "Date of the oldest price")
      .member<&RentRange::last>("last", "Date of the newest price");
}

template <>
Record<RentView> description() {
  return answer_record<RentView>("rent", "rent", "What renting a GPU costs")
      .member("query", "What was asked",
              [](const RentView& view) { return as<rent_query_record>(view.answer.question); })
      .member("day", "That the prices are of", [](const RentView& view) { return view.answer.day; })
      .member("best", "The first current one that is not taken back at will; without any, the first",
              [](const RentView& view) { return view.answer.best; })
      .member("ranges", "By terms, where there are any", [](const RentView& view) { return view.answer.ranges; })
      .member("results", "Offers in one machine first, current before old, then by the price of a GPU",
              [](const RentView& view) { return view.answer.offers; })
      .member<&RentView::notes>("warnings", "About the names asked for")
      .rows("results[]", {"gpu", "provider", "terms", "count", "usd_per_hour", "each_usd_per_hour", "all_usd_per_hour",
                          "region", "instance", "seen", "old", "machines", "note", "source", "age_days"});
}

template <>
Record<RentedGpusView> description() {
  return answer_record<RentedGpusView>("rent-gpus", "rent gpus", "Which GPU to rent")
      .member("query", "What was asked",
              [](const RentedGpusView& view) { return as<rented_query_record>(view.answer.question); })
      .member("day", "That the prices are of", [](const RentedGpusView& view) { return view.answer.day; })
      .member("results", "As rank_by says",
              [](const RentedGpusView& view) { return mapped(view.answer.gpus, as<rented_gpu_record>); })
      .member("warnings", "Always empty", k_no_warnings)
      .rows("results[]", {"id",
                          "name",
                          "memory_gb",
                          "speed: performance.index",
                          "speed_low: performance.low",
                          "speed_high: performance.high",
                          "performance.basis",
                          "speed_count",
                          "offer.provider",
                          "offer.terms",
                          "offer.count",
                          "offer.each_usd_per_hour",
                          "on_demand.low_usd_per_hour",
                          "on_demand.median_usd_per_hour",
                          "on_demand.high_usd_per_hour",
                          "on_demand.providers",
                          "offer.seen",
                          "speed_per_usd_per_hour",
                          "offer.old",
                          "offer.age_days"});
}

}  // namespace gpuadvisor
