#pragma once

#include <optional>
#include <string>

#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// In which currency amounts are told, and with how much tax.
struct Exchange {
  std::string currency = "USD";      // ISO 4217
  double usd = 1;                    // that one unit of it is worth; positive
  std::optional<PartialDate> month;  // of the catalog's rate; absent: the asker's own, or US dollars
  double tax = 0;                    // share that is added to prices; 0 or more

  /// What an amount in the currency, with the tax, is without.
  [[nodiscard]] Usd in_usd(double amount) const { return Usd{amount * usd / (1 + tax)}; }
  /// The reverse.
  [[nodiscard]] double told(Usd amount) const { return amount.value() * (1 + tax) / usd; }
  [[nodiscard]] bool changes_amounts() const { return currency != "USD" || tax > 0; }
};

/// While it lives, amounts are told by an exchange. Like the locale of a program it is of the process, not of a thread:
/// a wording deep in an answer need not know in which currency it speaks. Answers as values stay in US dollars.
class MoneyScope {
 public:
  explicit MoneyScope(const Exchange& exchange);
  MoneyScope(const MoneyScope&) = delete;
  MoneyScope& operator=(const MoneyScope&) = delete;
  ~MoneyScope();

 private:
  Exchange m_before;
};

/// Whole units, rounded up, with thousands separators: `$27,500`, `EUR 27,500`; cents below ten.
[[nodiscard]] std::string money(Usd amount);

/// To the cent, with thousands separators: `$1,299.99`; whole units without cents: `$1,300`.
[[nodiscard]] std::string money_exact(Usd amount);

/// Whole units to the nearest, cents below ten: printed parts of a sum add up to within a unit.
[[nodiscard]] std::string money_nearest(Usd amount);

/// Two significant digits below one unit: `$0.072`; to the cent above.
[[nodiscard]] std::string money_small(Usd amount);

/// What an hour costs: `$2.00`, to the cent; below one unit to a tenth of a cent where it has them: `$0.315`.
[[nodiscard]] std::string money_hourly(Usd amount);

/// The figure that they write, not rounded.
[[nodiscard]] double told(Usd amount);

}  // namespace gpuadvisor
