#include "decimal_from_chars.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

#include "text.hpp"

namespace gpuadvisor {
namespace {

const char* end_of_digits(const char* first, const char* last) { return std::find_if_not(first, last, is_digit); }

bool begins_with(std::string_view text, std::string_view lower) {
  return lower_case(text.substr(0, lower.size())) == lower;
}

/// Behind "nan": what may stand in parentheses.
std::size_t payload_size(std::string_view text) {
  if (!text.starts_with('(')) return 0;
  const char* const last = text.data() + text.size();
  const char* const end = std::find_if_not(text.data() + 1, last, [](char c) {
    const auto letter = static_cast<char>(c | 0x20);
    return is_digit(c) || c == '_' || (letter >= 'a' && letter <= 'z');
  });
  return end != last && *end == ')' ? static_cast<std::size_t>(end - text.data()) + 1 : 0;
}

/// The length of a name of what is no number, and its value; 0 where there is none.
std::size_t named_value(std::string_view text, double& value) {
  constexpr std::string_view k_infinity = "infinity";
  constexpr std::size_t k_short = 3;
  if (begins_with(text, "nan")) {
    value = std::numeric_limits<double>::quiet_NaN();
    return k_short + payload_size(text.substr(k_short));
  }
  if (!begins_with(text, k_infinity.substr(0, k_short))) return 0;
  value = std::numeric_limits<double>::infinity();
  return begins_with(text, k_infinity) ? k_infinity.size() : k_short;
}

/// Where the exponent ends that begins at `at`; `at`, where there is none.
const char* end_of_exponent(const char* at, const char* last) {
  if (at == last || (*at != 'e' && *at != 'E')) return at;
  const char* const digits = at + 1 + (last - at > 1 && (at[1] == '+' || at[1] == '-') ? 1 : 0);
  const char* const end = end_of_digits(digits, last);
  return end == digits ? at : end;
}

}  // namespace

std::from_chars_result portable_from_chars(const char* first, const char* last, double& value,
                                           std::chars_format format) {
  const bool is_negative = first != last && *first == '-';
  const char* const begin = is_negative ? first + 1 : first;
  double named = 0;
  if (const std::size_t size = named_value({begin, static_cast<std::size_t>(last - begin)}, named); size > 0) {
    value = std::copysign(named, is_negative ? -1.0 : 1.0);
    return {begin + size, std::errc()};
  }
  const char* mantissa_end = end_of_digits(begin, last);
  auto digit_count = mantissa_end - begin;
  if (mantissa_end != last && *mantissa_end == '.') {
    const char* const fraction = mantissa_end + 1;
    mantissa_end = end_of_digits(fraction, last);
    digit_count += mantissa_end - fraction;
  }
  if (digit_count == 0) return {first, std::errc::invalid_argument};
  const char* const end = format == std::chars_format::fixed ? mantissa_end : end_of_exponent(mantissa_end, last);
  // What is left is a number to strtod too, which wants a zero behind it. It rounds correctly, in glibc and in musl.
  const double number = std::strtod(std::string(first, end).c_str(), nullptr);
  const bool is_zero = std::all_of(begin, mantissa_end, [](char c) { return c == '0' || c == '.'; });
  if (std::isinf(number) || (number == 0 && !is_zero)) return {end, std::errc::result_out_of_range};
  value = number;
  return {end, std::errc()};
}

}  // namespace gpuadvisor
