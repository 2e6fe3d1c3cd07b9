#include "own_or_rent_words.hpp"

#include <fmt/format.h>

#include "core/two_digits.hpp"
#include "gpuadvisor/core/money.hpp"
#include "output/rent/rent_words.hpp"
#include "owning_words.hpp"
#include "report/number_text.hpp"

namespace gpuadvisor {
namespace {

std::string_view verdict_words(OwnOrRentVerdict verdict) {
  switch (verdict) {
    case OwnOrRentVerdict::own:
      return "Owning is cheaper";
    case OwnOrRentVerdict::rent:
      return "Renting is cheaper";
    case OwnOrRentVerdict::about_the_same:
      break;
  }
  return "Owning and renting cost about the same";
}

}  // namespace

std::string providers_text(int providers) {
  return providers == 1 ? "one provider" : fmt::format("the median of {} providers", providers);
}

std::string own_or_rent_verdict(const OwnOrRent& found) {
  const std::string owned = money_nearest(found.owned) + " owned";
  const std::string rented = fmt::format("{} rented at {} an hour{}", money_nearest(found.rented), hourly(found.hourly),
                                         found.level ? " (" + providers_text(found.level->providers) + ')' : "");
  const bool rents = found.verdict == OwnOrRentVerdict::rent;
  return fmt::format("{}: {} cost {}, {}.", verdict_words(found.verdict), hours_text(found.hours),
                     rents ? rented : owned, rents ? owned : rented);
}

std::string machine_sentence(const OwnOrRent& found) {
  if (found.machine == nullptr) return {};
  const std::string_view title = found.machine->title;
  if (const auto with = found.with_machine()) {
    const auto verdict = found.verdict_with_machine();
    const std::string so = verdict == found.verdict                      ? ""
                           : verdict == OwnOrRentVerdict::about_the_same ? ", about what renting does"
                                                                         : ": then rent";
    return fmt::format("With a {} to buy (about {}) owning costs {}{}.", title, money(*found.machine_price),
                       money_nearest(*with), so);
  }
  if (!found.turns_at) return fmt::format("The {} comes on top.", title);
  return fmt::format("The {} comes on top: if it costs more than about {}, rent.", title,
                     money(Usd{two_digits(found.turns_at->value(), Rounding::nearest)}));
}

std::string cheapest_sentence(const OwnOrRent& found, int count) {
  if (!found.level || found.level->providers < 2) return {};
  const Rent& cheapest = *found.level->cheapest;
  const std::string apart = cheapest.count < count ? fmt::format(", in machines of {}: {} of those share no fast link",
                                                                 cheapest.count, count / cheapest.count)
                                                   : "";
  return fmt::format("The cheapest provider, {}, asks {} an hour{}{}.", provider_text(cheapest),
                     hourly(found.level->low), count > 1 ? " for each" : "", apart);
}

}  // namespace gpuadvisor
