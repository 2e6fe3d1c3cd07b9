#pragma once

#include <array>
#include <optional>

#include "catalog/records/host.hpp"
#include "economics/owning.hpp"
#include "economics/rent_market.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// Which way to have GPUs for the hours that they are needed costs less.
enum class OwnOrRentVerdict : unsigned char { own, rent, about_the_same };

template <>
inline constexpr auto k_enum_names<OwnOrRentVerdict> = std::to_array<std::string_view>({"own", "rent",
                                                                                        "about-the-same"});

/// Costs within this share of each other are about the same, and where fewer providers than these tell the rent, within
/// the wider one: use is assumed, and rents differ by as much from provider to provider.
inline constexpr double k_about_the_same = 0.2;
inline constexpr double k_about_the_same_of_few = 0.3;
inline constexpr int k_enough_providers = 3;

/// Owning some GPUs against renting as many, for all hours that they work while they are owned.
struct OwnOrRent {
  OwnOrRentVerdict verdict = OwnOrRentVerdict::about_the_same;
  double hours = 0;                       // of work
  Usd owned;                              // with the machine only where its price was told
  Usd rented;                             // with the machine
  UsdPerHour hourly;                      // the rent of all of them
  std::optional<RentLevel> level;         // that this is from; absent: the rent was told
  std::optional<double> break_even_days;  // until owning has cost no more; absent: not within k_longest_ownership
  const Host* machine = nullptr;          // that they stand in, and that is not counted; null: it is, or there is none
  std::optional<Usd> machine_price;       // absent: not known
  std::optional<Usd> turns_at;  // what the machine may cost until the verdict is to rent; absent: it is already

  /// That tell the rent; of one that was told, enough.
  [[nodiscard]] int providers() const { return level ? level->providers : k_enough_providers; }
  /// Absent where the machine is counted already, or its price is not known.
  [[nodiscard]] std::optional<Usd> with_machine() const {
    return machine_price ? std::optional(owned + *machine_price) : std::nullopt;
  }
  /// The same as a verdict; requires with_machine().
  [[nodiscard]] OwnOrRentVerdict verdict_with_machine() const;
};

/// By what both cost.
[[nodiscard]] OwnOrRentVerdict cheaper_way(Usd owned, Usd rented, int providers);

/// Of so many of a GPU that are owned so; `told` is the rent of all of them in place of what providers ask. Nothing
/// where no current rent is known. Source of the rule: docs/cost.md#own-or-rent.
[[nodiscard]] std::optional<OwnOrRent> own_or_rent(const Gpu& gpu, int count, const OwnedGpus& owned,
                                                   const Catalog& catalog,
                                                   std::optional<UsdPerHour> told = std::nullopt);

}  // namespace gpuadvisor
