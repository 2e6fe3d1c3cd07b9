#pragma once

#include <algorithm>
#include <string_view>

#include "core/text.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor::cli {

/// The record whose id is `name`, else that of the same id in another case; null when there is none.
template <class Records>
[[nodiscard]] auto called(const Records& records, std::string_view name) {
  const auto with_id = [&](auto is_same) {
    const auto at = std::find_if(records.begin(), records.end(), is_same);
    return at == records.end() ? nullptr : &*at;
  };
  const auto* exact = with_id([&](const auto& record) { return record.id == name; });
  if (exact != nullptr) return exact;
  return with_id([wanted = lower_case(name)](const auto& record) { return lower_case(record.id) == wanted; });
}

/// The ids of all records, for messages.
template <class Records>
[[nodiscard]] auto ids_of(const Records& records) {
  return mapped(records, [](const auto& record) { return std::string_view(record.id); });
}

}  // namespace gpuadvisor::cli
