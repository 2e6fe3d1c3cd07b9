#include "rent_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "gpuadvisor/core/money.hpp"
#include "output/phrases/figure_words.hpp"

namespace gpuadvisor {

std::string_view terms_word(RentTerms terms) {
  switch (terms) {
    case RentTerms::on_demand:
      return "on demand";
    case RentTerms::spot:
      return "spot";
    case RentTerms::reserved:
      return "reserved";
    case RentTerms::serverless:
      return "serverless";
    case RentTerms::marketplace:
      break;
  }
  return "from private hosts";
}

std::string hourly(UsdPerHour price) { return money_hourly(Usd{price.value()}); }

std::string months_text(const RentLevel& level) {
  const std::string first = month_text(level.first);
  const std::string last = month_text(level.last);
  return first == last ? last : first + " to " + last;
}

std::string range_text(const RentRange& range) {
  const std::string months = months_text(range) + (range.is_old ? ", old" : "");
  if (range.providers == 1) {
    return fmt::format("{} {} at one provider ({})", terms_word(range.terms), hourly(range.low), months);
  }
  return fmt::format("{} {} to {} at {} providers, median {} ({})", terms_word(range.terms), hourly(range.low),
                     hourly(range.high), range.providers, hourly(range.middle), months);
}

std::string ranges_text(std::span<const RentRange> ranges) {
  std::vector<std::string> texts;
  for (const RentRange& range : ranges) texts.push_back(range_text(range));
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::string provider_text(const Rent& quote) {
  if (quote.terms == RentTerms::on_demand) return std::string(quote.provider);
  return fmt::format("{} ({})", quote.provider, enum_name(quote.terms));
}

std::string seen_text(const RentOffer& offer) { return month_text(offer.quote->date) + (offer.is_old ? " old" : ""); }

}  // namespace gpuadvisor
