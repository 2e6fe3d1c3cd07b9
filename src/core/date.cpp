#include "gpuadvisor/core/date.hpp"

#include <fmt/format.h>

namespace gpuadvisor {
namespace {

/// The value of `text` when it is made of digits alone.
std::optional<unsigned> digits(std::string_view text) {
  unsigned value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  return value;
}

constexpr unsigned k_first_year = 1970;  // before any product we could list
constexpr unsigned k_last_year = 2199;   // a later one is a typing error

}  // namespace

std::optional<PartialDate> PartialDate::parse(std::string_view text) {
  const bool has_month = text.size() >= 7;
  const bool has_day = text.size() == 10;
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return std::nullopt;
  if ((has_month && text[4] != '-') || (has_day && text[7] != '-')) return std::nullopt;

  const auto year = digits(text.substr(0, 4));
  const auto month = has_month ? digits(text.substr(5, 2)) : 0U;
  const auto day = has_day ? digits(text.substr(8, 2)) : 0U;
  if (!year || !month || !day || *year < k_first_year || *year > k_last_year) return std::nullopt;
  if (has_month && (*month < 1 || *month > 12)) return std::nullopt;

  const PartialDate date(static_cast<int>(*year), *month, *day);
  if (has_day && (*day == 0 || !date.first_day().ok())) return std::nullopt;
  return date;
}

std::string PartialDate::text() const {
  if (m_month == 0) return fmt::format("{:04}", m_year);
  if (m_day == 0) return fmt::format("{:04}-{:02}", m_year, m_month);
  return fmt::format("{:04}-{:02}-{:02}", m_year, m_month, m_day);
}

std::string text(Day day) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()));
}

}  // namespace gpuadvisor
