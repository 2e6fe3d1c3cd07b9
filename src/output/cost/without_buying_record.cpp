#include "without_buying_record.hpp"

#include "output/recommend/answer_record.hpp"

namespace gpuadvisor {
namespace {

Record<FreeTierGpu> free_gpu_record() {
  return Record<FreeTierGpu>("free_gpu", "A GPU of a free tier", JsonWriter::Layout::one_line)
      .member<&FreeTierGpu::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&FreeTierGpu::gpu, &Gpu::memory>("memory_gb", "Of a whole one; null: unknown", positive())
      .member<&FreeTierGpu::support, &SupportStatus::state>("support", "Of current software of its vendor");
}

}  // namespace

template <>
Record<FreeTierOffer> description() {
  constexpr std::string_view k_country = "^[A-Z]{2}$";  // ISO 3166-1 alpha-2
  return Record<FreeTierOffer>("free_tier", "What a provider lends, as last described")
      .member<&FreeTierOffer::tier, &FreeTier::provider>("provider", "Who")
      .member<&FreeTierOffer::tier, &FreeTier::accelerators>("accelerators", "In words")
      .member<&FreeTierOffer::gpus, as<free_gpu_record>>("gpus", "Those that the catalog has")
      .member<&FreeTierOffer::tier, &FreeTier::monthly>("monthly_usd", "Null: free", least(0))
      .member<&FreeTierOffer::hours_per_week>("hours_per_week", "GPU hours, where known", least(0))
      .member<&FreeTierOffer::tier, &FreeTier::as_of>("as_of", "When it was so described")
      .member<&FreeTierOffer::age_days>("age_days", "Of the description on the catalog's day, at least", least(0))
      .member<&FreeTierOffer::tier, &FreeTier::limits>("limits", "In words")
      .member<&FreeTierOffer::tier, &FreeTier::frameworks>("frameworks", "The only ones; empty: any", ids())
      .member<&FreeTierOffer::tier, &FreeTier::regions>("regions", "The only ones, ISO 3166-1 alpha-2; empty: any",
                                                        each(k_country))
      .member<&FreeTierOffer::tier, &FreeTier::reached_from>("reached_from", "Where it is said to be", each(k_country))
      .member<&FreeTierOffer::tier, &FreeTier::not_from>("not_from", "Where it is said not to be", each(k_country))
      .member<&FreeTierOffer::tier, &FreeTier::files>("files", "What becomes of them", or_null())
      .member<&FreeTierOffer::tier, &FreeTier::note>("note", "Caveats", or_null())
      .member<&FreeTierOffer::tier, &FreeTier::source>("source", "Where it is from", id());
}

namespace {

Record<Offer> rented_record() {
  return Record<Offer>("rented", "GPUs of a provider", JsonWriter::Layout::one_line)
      .member<&Offer::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&Offer::gpu, &Gpu::name>("name", "Of the GPU")
      .member<&Offer::count>("count", "Equal GPUs", least(1))
      .member<&Offer::rental>("rental", "What is asked for them");
}

}  // namespace

template <>
Record<WithoutBuying> description() {
  return Record<WithoutBuying>("without_buying", "What does the work without a purchase")
      .member<&WithoutBuying::free>("free", "The first free tier that does; null: none is known")
      .member("rent", "What rents for the least an hour and does; null: nobody is known to rent it out",
              [](const WithoutBuying& instead) { return optional_as<rented_record>(instead.rent); });
}

}  // namespace gpuadvisor
