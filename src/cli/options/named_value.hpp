#pragma once

#include <string>
#include <string_view>

#include "core/text.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {

/// The enumerator that `name` names, whatever its case. Throws UsageError naming the option.
template <class E>
E named(std::string_view option, std::string_view name) {
  if (const auto value = enum_from_name<E>(lower_case(name))) return *value;
  refuse(option, name, k_enum_names<E>);
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
