#include "owning_record.hpp"

#include <cmath>

#include "core/two_digits.hpp"

namespace gpuadvisor {
namespace {

/// Of what was assumed; nothing where it was told.
template <class Assumed>
std::optional<std::string_view> source_of(const Assumed* assumed) {
  return assumed == nullptr ? std::nullopt : std::optional(assumed->source);
}

Record<OwningBasis> sources_record() {
  return Record<OwningBasis>("owning_assumptions", "Ids of the sources of what was assumed; null: told, or not assumed")
      .members_of<as<use_sources_record>>()
      .member("usd_per_kwh", "Of the price of electricity",
              [](const OwningBasis& basis) { return source_of(basis.assumed_electricity); })
      .member("module_usd_per_kwh", "Of what businesses pay, for modules",
              [](const OwningBasis& basis) { return source_of(basis.assumed_of_business); })
      .member("used_cards", "Cards whose quotes tell the yearly loss; null: it was told", least(1),
              [](const OwningBasis& basis) {
                return basis.depreciation ? std::optional(basis.depreciation->gpus) : std::nullopt;
              });
}

}  // namespace

Record<OwningBasis> use_sources_record() {
  return Record<OwningBasis>("use_sources", "Ids of the sources of what was assumed; null: told")
      .member("years", "Of the years", [](const OwningBasis& basis) { return source_of(basis.assumed_years); })
      .member("hours_per_day", "Of the hours", [](const OwningBasis& basis) { return source_of(basis.assumed_use); });
}

template <>
Record<OwningBasis> description() {
  return Record<OwningBasis>("owning", "How GPUs are owned and used")
      .member("years", "Until they are sold", positive(),
              [](const OwningBasis& basis) { return four_digits(basis.years); })
      .member("hours_per_day", "That they work", positive(),
              [](const OwningBasis& basis) { return four_digits(basis.hours_per_day); })
      .member("hours", "Of work in all", positive(),
              [](const OwningBasis& basis) { return four_digits(basis.hours()); })
      .member<&OwningBasis::electricity>("usd_per_kwh", "Price of electricity; null: not known", positive())
      .member("module_usd_per_kwh", "For modules, where it was not told: what businesses pay; null: the same",
              positive(),
              [](const OwningBasis& basis) {
                const auto* price = basis.assumed_of_business;
                return price == nullptr ? std::nullopt : std::optional(price->price);
              })
      .member<&OwningBasis::selling_fee>("selling_fee", "Share of a sale that the seller does not get", least(0))
      .member<&OwningBasis::told, &OwningTerms::overhead>("pue", "Power usage effectiveness", least(1))
      .member<&OwningBasis::told, &OwningTerms::host>("system_cost_usd", "Of the machine without its GPUs", least(0))
      .member<&OwningBasis::told, &OwningTerms::system>("system_power_w",
                                                        "Of the rest of the machine; null: by its kind", positive())
      .member<&OwningBasis::told, &OwningTerms::counts_resale>("resale", "Whether they are sold at the end")
      .member("yearly_loss", "Of what they would fetch today, as a share; negative: a gain",
              [](const OwningBasis& basis) { return std::round(basis.yearly_loss() * 1e4) / 1e4; })
      .member<&OwningBasis::told, &OwningTerms::interest>("interest", "A year, as a share", least(0))
      .member("assumptions", "Where what was assumed is from",
              [](const OwningBasis& basis) { return as<sources_record>(basis); });
}

}  // namespace gpuadvisor
