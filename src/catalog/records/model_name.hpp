#pragma once

#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/date.hpp"

namespace gpuadvisor {

/// What people call a network whose own name says more, like "gemma 3" for its member that is used most; and how often
/// it is fetched under that name.
struct ModelName {
  std::string_view name;
  std::string_view network;      // id
  std::optional<int> downloads;  // of all sizes together, in 30 days
  PartialDate date;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<ModelName> = std::tuple{
    required("name", &ModelName::name),           required("network", &ModelName::network),
    optional("downloads", &ModelName::downloads), required("date", &ModelName::date),
    required("source", &ModelName::source),
};

}  // namespace gpuadvisor
