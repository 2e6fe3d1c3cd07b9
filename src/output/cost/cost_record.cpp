#include <cmath>

#include "core/two_digits.hpp"
#include "cost_view.hpp"
#include "output/phrases/shared_records.hpp"
#include "output/rent/rent_view.hpp"
#include "owning_record.hpp"
#include "without_buying_record.hpp"

namespace gpuadvisor {
namespace {

Record<CostAnswer> cost_query_record() {
  return Record<CostAnswer>("query", "What was asked, and what was assumed where nothing was said")
      .member<&CostAnswer::question, &CostQuestion::gpu, &Gpu::id>("gpu", "Id of the GPU", id())
      .member<&CostAnswer::question, &CostQuestion::count>("count", "GPUs", least(1))
      .member("years", "Until they are sold", positive(),
              [](const CostAnswer& answer) { return four_digits(answer.owned.ownership.years); })
      .member("hours_per_day", "That they work", positive(),
              [](const CostAnswer& answer) { return four_digits(answer.owned.ownership.hours_per_day); })
      .member<&CostAnswer::owned, &OwnedGpus::ownership, &Ownership::power>(
          "power_w", "While they work, the machine included", positive())
      .member<&CostAnswer::owned, &OwnedGpus::ownership, &Ownership::overhead>("pue", "Power usage effectiveness",
                                                                               least(1))
      .member<&CostAnswer::owned, &OwnedGpus::ownership, &Ownership::electricity>("usd_per_kwh", "Price of electricity",
                                                                                  positive())
      .member<&CostAnswer::owned, &OwnedGpus::ownership, &Ownership::host>("system_cost_usd",
                                                                           "Of the machine without its GPUs", least(0))
      .member<&CostAnswer::owned, &OwnedGpus::ownership, &Ownership::resale_now>(
          "resale_now_usd", "What the GPUs would fetch today", least(0))
      .member("yearly_loss", "Of that, as a share; negative: a gain",
              [](const CostAnswer& answer) { return std::round(answer.owned.ownership.yearly_loss * 1e4) / 1e4; })
      .member<&CostAnswer::owned, &OwnedGpus::ownership, &Ownership::interest>("interest", "A year, as a share",
                                                                               least(0))
      .member("against_rent", "Whether renting is compared",
              [](const CostAnswer& answer) { return answer.question.against_rent; });
}

/// Whence what was assumed is: the id of the source; null where it was told.
Record<CostAnswer> assumptions_record() {
  return Record<CostAnswer>("assumptions", "Ids of the sources of what was assumed; null: told, or not assumed")
      .members_of<&CostAnswer::basis, as<use_sources_record>>()
      .member("usd_per_kwh", "Of the price of electricity",
              [](const CostAnswer& answer) {
                const auto* price = answer.owned.electricity;
                return price == nullptr ? std::nullopt : std::optional(price->source);
              })
      .member<&CostAnswer::owned, &OwnedGpus::host, &HostPower::source>("system_power", "Of the power of the machine",
                                                                        or_null())
      .member("used_cards", "Cards whose quotes tell the yearly loss; null: it was told", least(1),
              [](const CostAnswer& answer) {
                const auto& known = answer.basis.depreciation;
                return known && answer.owned.resale_price ? std::optional(known->gpus) : std::nullopt;
              });
}

Record<OwnershipCost> ownership_record() {
  return Record<OwnershipCost>("cost", "Of owning, over the years")
      .member("hours", "Of work", positive(), [](const OwnershipCost& cost) { return four_digits(cost.hours); })
      .member("electricity_usd", "For these", least(0),
              [](const OwnershipCost& cost) { return to_cents(cost.electricity); })
      .member("interest_usd", "On what was paid", least(0),
              [](const OwnershipCost& cost) { return to_cents(cost.interest); })
      .member("resale_usd", "What comes back at the end", least(0),
              [](const OwnershipCost& cost) { return to_cents(cost.resale); })
      .member("total_usd", "Purchase, machine, electricity and interest, less the resale",
              [](const OwnershipCost& cost) { return to_cents(cost.total); })
      .member("per_hour_usd", "The total for each hour of work",
              [](const OwnershipCost& cost) { return four_digits(cost.per_hour.value()); })
      .member("per_year_usd", "The total for each year",
              [](const OwnershipCost& cost) { return to_cents(cost.per_year); });
}

Record<UnitCost> unit_record() {
  return Record<UnitCost>("unit_cost", "A million units of work", JsonWriter::Layout::one_line)
      .member<&UnitCost::unit>("unit", "Of the model's work")
      .member<&UnitCost::network, &Network::id>("network", "Which one", id())
      .member("million_usd", "What a million of them cost",
              [](const UnitCost& unit) { return four_digits(unit.cost.value()); })
      .member<&UnitCost::basis>("basis", "How the rate is known");
}

/// The answer; null where free tiers were asked for.
template <auto describe>
constexpr auto k_answer_as = [](const CostView& view) {
  return view.answer == nullptr ? std::nullopt : std::optional(as<describe>(*view.answer));
};

}  // namespace

template <>
Record<CostView> description() {
  return answer_record<CostView>("cost", "cost", "What owning GPUs costs, and when it beats renting; or what is free")
      .member("query", "What was asked; null: free tiers, as all but `free` is then null or empty",
              k_answer_as<cost_query_record>)
      .member("price", "Of one GPU",
              [](const CostView& view) { return view.answer == nullptr ? nullptr : &view.answer->price; })
      .member("purchase_usd", "Of all GPUs", positive(),
              [](const CostView& view) {
                return view.answer == nullptr ? std::nullopt : std::optional(view.answer->owned.ownership.purchase);
              })
      .member("results", "Of owning, over the years",
              [](const CostView& view) {
                std::vector<As<ownership_record>> costs;
                if (view.answer != nullptr) costs.push_back(as<ownership_record>(view.answer->cost));
                return costs;
              })
      .member("units", "What work costs, by model",
              [](const CostView& view) {
                const std::span<const UnitCost> none;
                return mapped(view.answer == nullptr ? none : view.answer->units, as<unit_record>);
              })
      .member("own_or_rent", "Null: not asked for, or nobody is known to rent it out today",
              [](const CostView& view) { return view.answer == nullptr ? std::nullopt : view.answer->own_or_rent; })
      .member("assumptions", "Where what was assumed is from", k_answer_as<assumptions_record>)
      .member<&CostView::free>("free", "Free tiers, the first to use first; empty: not asked for")
      .member<&CostView::notes>("warnings", "About the names asked for")
      .rows("free[]",
            {"provider", "accelerators", "gpus: gpus[;].id", "gpus[;].support", "monthly_usd", "hours_per_week",
             "as_of", "age_days", "limits", "frameworks[;]", "note", "source"},
            [](const CostView& view) { return view.answer == nullptr; })
      .rows("results[]", {"query.gpu",
                          "query.count",
                          "purchase_usd",
                          "query.years",
                          "query.hours_per_day",
                          "query.usd_per_kwh",
                          "hours",
                          "electricity_usd",
                          "resale_usd",
                          "total_usd",
                          "per_hour_usd",
                          "per_year_usd",
                          "own_or_rent: own_or_rent.verdict",
                          "rent_usd_per_hour: own_or_rent.usd_per_hour",
                          "own_or_rent.rented_usd",
                          "rent_providers: own_or_rent.providers",
                          "own_or_rent.break_even_days",
                          "price_basis: price.basis",
                          "price_age: price.age",
                          "price_age_days: price.age_days",
                          "price_as_of: price.as_of"});
}

}  // namespace gpuadvisor
