#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {

/// The enumerator that `name` names, whatever its case. Throws UsageError naming the option.
template <class E>
E named(std::string_view option, std::string_view name) {
  if (const auto value = enum_from_name<E>(lower_case(name))) return *value;
  refuse(option, name, k_enum_names<E>);
}

/// The same of all names in comma-separated lists.
template <class E>
std::vector<E> all_named(std::string_view option, const std::vector<std::string>& lists) {
  std::vector<E> values;
  for (const auto& list : lists) {
    for (const auto name : split(list, ',')) values.push_back(named<E>(option, name));
  }
  return values;
}

}  // namespace gpuadvisor::cli
