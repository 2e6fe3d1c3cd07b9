#pragma once

#include <compare>

namespace gpuadvisor {

/// A number with its unit in the type: construction is explicit and two units do not mix.
/// Magnitudes are decimal (GB is 10^9 bytes) unless the name says otherwise.
template <class Unit>
class Quantity {
 public:
  constexpr Quantity() = default;
  explicit constexpr Quantity(double value) : m_value(value) {}

  [[nodiscard]] constexpr double value() const { return m_value; }

  friend constexpr auto operator<=>(Quantity, Quantity) = default;
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity{a.m_value + b.m_value}; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity{a.m_value - b.m_value}; }
  friend constexpr Quantity operator*(Quantity a, double factor) { return Quantity{a.m_value * factor}; }
  friend constexpr Quantity operator/(Quantity a, double divisor) { return Quantity{a.m_value / divisor}; }

 private:
  double m_value = 0;
};

using Gigabytes = Quantity<struct GigabytesUnit>;                    // 10^9 bytes: files, needs, what programs may use
using Gibibytes = Quantity<struct GibibytesUnit>;                    // 2^30 bytes, which vendors of cards call GB
using Megabytes = Quantity<struct MegabytesUnit>;                    // 10^6 bytes, used for caches
using GigabytesPerSecond = Quantity<struct GigabytesPerSecondUnit>;  // 10^9 bytes/s
using Teraflops = Quantity<struct TeraflopsUnit>;                    // 10^12 floating-point operations/s, an FMA is two
using Teraops = Quantity<struct TeraopsUnit>;                        // 10^12 integer operations/s
using Megahertz = Quantity<struct MegahertzUnit>;                    // 10^6 cycles/s
using Gigaflops = Quantity<struct GigaflopsUnit>;      // 10^9 floating-point operations, a multiply-add is two
using Millions = Quantity<struct MillionsUnit>;        // 10^6 parameters or values
using Watts = Quantity<struct WattsUnit>;              // J/s
using Millimetres = Quantity<struct MillimetresUnit>;  // 10^-3 m
using Usd = Quantity<struct UsdUnit>;                  // US dollars of the day, without tax
using UsdPerHour = Quantity<struct UsdPerHourUnit>;    // of rent
using UsdPerKwh = Quantity<struct UsdPerKwhUnit>;      // of electricity

/// The memory of a card in the unit of what a program needs.
[[nodiscard]] constexpr Gigabytes to_gigabytes(Gibibytes memory) { return Gigabytes{memory.value() * 1.073741824}; }

}  // namespace gpuadvisor
