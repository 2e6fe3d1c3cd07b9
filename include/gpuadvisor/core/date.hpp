#pragma once

#include <chrono>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace gpuadvisor {

/// A calendar day of the proleptic Gregorian calendar.
using Day = std::chrono::year_month_day;

/// A date as sources give it: a year, a month or a day. It stands for its whole span:
/// something is *known by* the last day of the span and its *age* counts from the first.
class PartialDate {
 public:
  constexpr PartialDate() = default;
  /// `month` and `day` are 1-based; 0 means unknown. Requires a date that exists.
  explicit constexpr PartialDate(int year, unsigned month = 0, unsigned day = 0)
      : m_year(static_cast<short>(year)),
        m_month(static_cast<unsigned char>(month)),
        m_day(static_cast<unsigned char>(day)) {}

  /// Reads `2026`, `2026-03` or `2026-03-31`, years 1970 to 2199; anything else is empty.
  [[nodiscard]] static std::optional<PartialDate> parse(std::string_view text);

  [[nodiscard]] constexpr int year() const { return m_year; }
  [[nodiscard]] constexpr unsigned month() const { return m_month; }  // 0 when unknown
  [[nodiscard]] constexpr unsigned day() const { return m_day; }      // 0 when unknown

  /// Of the span that the date stands for.
  [[nodiscard]] constexpr Day first_day() const {
    using namespace std::chrono;
    return {std::chrono::year{m_year}, std::chrono::month{m_month == 0 ? 1U : m_month},
            std::chrono::day{m_day == 0 ? 1U : m_day}};
  }
  /// The last one, the leap day included.
  [[nodiscard]] constexpr Day last_day() const {
    using namespace std::chrono;
    const std::chrono::year y{m_year};
    const std::chrono::month m{m_month == 0 ? 12U : m_month};
    return m_day == 0 ? Day{y / m / last} : Day{y / m / std::chrono::day{m_day}};
  }

  /// `2026`, `2026-03` or `2026-03-31`: the precision is kept.
  [[nodiscard]] std::string text() const;

  /// Orders by first day; of two spans that start together, the shorter comes last.
  friend constexpr auto operator<=>(const PartialDate&, const PartialDate&) = default;

 private:
  short m_year = 0;
  unsigned char m_month = 0;
  unsigned char m_day = 0;
};

/// `2026-03-31`.
[[nodiscard]] std::string text(Day day);

/// The same day `months` earlier; the last day of the month where that day does not exist.
[[nodiscard]] constexpr Day months_before(Day day, int months) {
  const Day earlier = day - std::chrono::months{months};
  return earlier.ok() ? earlier : Day{earlier.year() / earlier.month() / std::chrono::last};
}

}  // namespace gpuadvisor
