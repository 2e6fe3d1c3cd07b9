#include "data_day.hpp"

#include <fmt/format.h>

namespace gpuadvisor {
namespace {

/// "prices", "prices in EUR (1 EUR = 1.08 USD) with 19 % tax".
std::string prices_in(const std::optional<Exchange>& exchange) {
  std::string words = "prices";
  if (!exchange) return words;
  if (exchange->currency != "USD") {
    words += fmt::format(" in {0} (1 {0} = {1:.4g} USD{2})", exchange->currency, exchange->usd,
                         exchange->month ? ", " + exchange->month->text() : "");
  }
  if (exchange->tax > 0) words += fmt::format(" with {:g} % tax", exchange->tax * 100);
  return words;
}

}  // namespace

std::string data_day(const CatalogStamp& catalog) {
  if (!catalog.as_of) return {};
  const std::string ahead = *catalog.newest_day < *catalog.as_of ? "as of " + text(*catalog.as_of) + ", " : "";
  return ahead + prices_in(catalog.exchange) + " to " + text(*catalog.newest_day);
}

}  // namespace gpuadvisor
