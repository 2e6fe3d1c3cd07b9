#include <cmath>

#include "core/two_digits.hpp"
#include "output/phrases/shared_records.hpp"
#include "output/rent/rent_view.hpp"
#include "own_or_rent_record.hpp"

namespace gpuadvisor {
namespace {

double to_whole_cents(Usd amount) {
  constexpr double k_cents = 100;
  return std::round(amount.value() * k_cents) / k_cents;
}

Record<OwnOrRentChoice> choice_record() {
  return Record<OwnOrRentChoice>("choice", "A GPU bought against the same GPU rented")
      .member<&OwnOrRentChoice::cost, &CostAnswer::question, &CostQuestion::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&OwnOrRentChoice::cost, &CostAnswer::question, &CostQuestion::gpu, &Gpu::name>("name", "With the vendor")
      .member<&OwnOrRentChoice::cost, &CostAnswer::question, &CostQuestion::count>("count", "GPUs", least(1))
      .member<&OwnOrRentChoice::cost, &CostAnswer::price>("price", "Of one GPU")
      .member("verdict", "What is cheaper", [](const OwnOrRentChoice& choice) { return choice.verdict(); })
      .member("own_usd", "Purchase, machine and electricity, less the resale",
              [](const OwnOrRentChoice& choice) { return to_whole_cents(choice.cost.cost.total); })
      .member("rent_usd", "For as many hours at the median provider", least(0),
              [](const OwnOrRentChoice& choice) { return to_whole_cents(choice.cost.rent->middle.rented); })
      .member("rent_usd_per_hour", "Of all GPUs, at the median provider", positive(),
              [](const OwnOrRentChoice& choice) { return choice.cost.rent->middle.rent; })
      .member<&OwnOrRentChoice::offer>("best_offer", "To rent it: the first current one that is not taken back at will")
      .member("rent_range", "What providers ask for one GPU",
              [](const OwnOrRentChoice& choice) { return choice.cost.rent->range; })
      .member("break_even_days", "On which owning has cost no more than renting; null: not within 30 years", least(1),
              [](const OwnOrRentChoice& choice) { return choice.cost.rent->middle.days; });
}

Record<RentOffer> tpu_record() {
  return Record<RentOffer>("tpu", "The cheapest current offer on demand of a chip that cannot be bought")
      .member<&RentOffer::gpu, &Gpu::id>("id", "Of the chip", id())
      .member("provider", "Who rents it out", [](const RentOffer& offer) { return offer.quote->provider; })
      .member("usd_per_hour", "Of one chip", positive(), [](const RentOffer& offer) { return offer.each; })
      .member("seen", "When", [](const RentOffer& offer) { return offer.quote->date; });
}

}  // namespace

template <>
Record<ComputedAnswer> description() {
  return Record<ComputedAnswer>("own_or_rent", "What is cheaper today, computed as by `cost --against rent`")
      .member("verdict", "By the first choice",
              [](const ComputedAnswer& computed) { return computed.answer->choices.front().verdict(); })
      .member<&ComputedAnswer::question, &OwnOrRentQuestion::request, &Request::budget>(
          "budget_usd", "To buy with; null: the most speed for the money", positive())
      .member("years", "For how long", positive(),
              [](const ComputedAnswer& computed) {
                return four_digits(computed.answer->choices.front().cost.owned.ownership.years);
              })
      .member("hours_per_day", "Of work", positive(),
              [](const ComputedAnswer& computed) {
                return four_digits(computed.answer->choices.front().cost.owned.ownership.hours_per_day);
              })
      .member("usd_per_kwh", "Price of electricity", positive(),
              [](const ComputedAnswer& computed) {
                return computed.answer->choices.front().cost.owned.ownership.electricity;
              })
      .member("system_cost_usd", "Of the machine without its GPUs", least(0),
              [](const ComputedAnswer& computed) { return computed.answer->choices.front().cost.owned.ownership.host; })
      .member("choices", "GPUs that come in question, the first decides", fewest(1),
              [](const ComputedAnswer& computed) { return mapped(computed.answer->choices, as<choice_record>); })
      .member("tpu", "The cheapest current offer of a TPU chip; null: none is known",
              [](const ComputedAnswer& computed) { return optional_as<tpu_record>(computed.answer->tpu); })
      .member("free", "The first free tier; null: none is known",
              [](const ComputedAnswer& computed) -> std::optional<std::string_view> {
                if (computed.answer->free == nullptr) return std::nullopt;
                return computed.answer->free->provider;
              });
}

}  // namespace gpuadvisor
