#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "catalog/records/rent.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/date.hpp"

namespace gpuadvisor {

inline constexpr int k_old_rent_after = 3;        // months: an older price is marked, and in no range
inline constexpr int k_unusable_rent_after = 24;  // months: an older price is not told

/// How the GPUs that are asked for come.
enum class Machines : unsigned char {
  one,      // in one machine
  several,  // in several, which share no fast link
  larger,   // with more of them than are asked for
};

template <>
inline constexpr auto k_enum_names<Machines> = std::to_array<std::string_view>({"one", "several", "larger"});

/// What a provider asks today for GPUs of one model, as far as it is known. Views the catalog.
struct RentOffer {
  const Gpu* gpu = nullptr;
  const Rent* quote = nullptr;
  UsdPerHour each;      // of one GPU
  UsdPerHour all;       // of as many as are asked for, or come together
  bool is_old = false;  // seen more than k_old_rent_after months ago
  Machines machines = Machines::one;
  int age_days = 0;  // of the quote on the day that prices are of, at least: a month counts as its last day
};

/// Whether it is current, for no more GPUs than are asked for, and on terms that keep it while it is paid for.
[[nodiscard]] bool lasts(const RentOffer& offer);

/// What providers ask for one GPU, each counted once with its lowest price.
struct RentLevel {
  UsdPerHour low;
  UsdPerHour middle;  // the median of the providers
  UsdPerHour high;
  int providers = 0;
  PartialDate first;               // the oldest and
  PartialDate last;                // the newest of these prices
  const Rent* cheapest = nullptr;  // that `low` is from
  bool is_whole = false;           // somebody has as many as are asked for in one machine, or does not say
};

/// The same under one kind of terms.
struct RentRange : RentLevel {
  RentTerms terms = RentTerms::on_demand;
  bool is_old = false;  // all are
};

/// The day that prices of rent are of: that of the newest, or of the catalog where that is later.
[[nodiscard]] Day rent_day(const Catalog& catalog);

/// In one machine before several before larger ones, current before old, then by the price of a GPU.
[[nodiscard]] bool comes_before(const RentOffer& a, const RentOffer& b);

/// Of each provider and kind of terms the newest price for `count` GPUs of the model, of several in one month the
/// lowest; of a machine with just so many where there is one; of current ones before old. Where a region is given, only
/// of regions that begin so, in lower case; where none is, platforms in China count for buyers there alone. In the
/// order of comes_before(). `today` is rent_day().
[[nodiscard]] std::vector<RentOffer> rent_offers(const Gpu& gpu, int count, const Catalog& catalog, Day today,
                                                 std::string_view region = {});

/// What so many GPUs of a model are rented for today, by the price of one: of each provider the lowest current price on
/// terms that last, in machines of any size up to the number asked for. Eight of one are a level for eight, but no
/// machine with eight. Nothing where none is known.
[[nodiscard]] std::optional<RentLevel> rent_level(const Gpu& gpu, int count, const Catalog& catalog, Day today);

/// The range of the current offers in one machine; without any, of those in several; where all are old, of these.
/// Nothing where all have more GPUs than were asked for.
[[nodiscard]] std::optional<RentRange> rent_range(std::span<const RentOffer> offers, RentTerms terms);

}  // namespace gpuadvisor
