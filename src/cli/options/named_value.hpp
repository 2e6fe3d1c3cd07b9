#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {

/// Makes an option's text the enumerator that it names, whatever its case. Throws UsageError naming the option.
template <class E>
struct NamedEnumerator {
  E operator()(std::string_view option, std::string_view name) const {
    if (const auto value = enum_from_name<E>(lower_case(name))) return *value;
    refuse(option, name, k_enum_names<E>);
  }
  static std::span<const std::string_view> words() { return k_enum_names<E>; }
};
template <class E>
inline constexpr NamedEnumerator<E> named{};  // NOLINT(readability-identifier-naming): called like a function

/// What makes a value of an option's text, and the words that people are offered for it.
template <class From>
struct OfferedWords {
  From from;
  std::vector<std::string_view> offered;

  auto operator()(std::string_view option, std::string_view text) const { return from(option, text); }
  [[nodiscard]] std::span<const std::string_view> words() const { return offered; }
};

template <class From>
[[nodiscard]] OfferedWords<From> offering(std::span<const std::string_view> words, From from) {
  return {from, {words.begin(), words.end()}};
}
template <class From>
[[nodiscard]] OfferedWords<From> offering(std::initializer_list<std::string_view> words, From from) {
  return {from, words};
}

/// The text itself.
[[nodiscard]] inline std::string as_typed(std::string_view /*option*/, std::string_view text) {
  return std::string(text);
}

/// Figures as options take them, with their unit or without, and dates. Throw UsageError naming the option.
[[nodiscard]] inline Usd dollars(std::string_view option, std::string_view text) {
  return Usd{positive_number(option, text, "USD")};
}
[[nodiscard]] inline Watts watts(std::string_view option, std::string_view text) {
  return Watts{positive_number(option, text, "W")};
}
[[nodiscard]] PartialDate partial_date(std::string_view option, std::string_view text);

/// Makes an option's text a whole number from `low` to `high`; throws UsageError.
[[nodiscard]] inline auto whole_number_in(std::size_t low, std::size_t high) {
  return [low, high](std::string_view option, std::string_view text) {
    return static_cast<int>(whole_number(option, text, low, high));
  };
}

/// The most rows to show; 0 for all.
[[nodiscard]] inline std::size_t row_limit(std::string_view option, std::string_view text) {
  return whole_number(option, text, 0, 100'000);
}

}  // namespace gpuadvisor::cli
