#pragma once

#include <array>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// Where a GPU is to run.
enum class Deployment : unsigned char { desktop, datacenter };

template <>
inline constexpr auto k_enum_names<Deployment> = std::to_array<std::string_view>({"desktop", "datacenter"});

/// A vendor's terms do not allow some of its products somewhere, as a source understands them: a risk that a buyer
/// should know of, no judgement of what is lawful. Known from the date of its source on.
struct DeploymentRule {
  Deployment deployment = Deployment::datacenter;
  std::string_view vendor;
  Segment segment = Segment::consumer;  // of the vendor's products that it is about
  std::string_view terms;               // a sentence without its full stop
  std::string_view source;
};

template <>
inline constexpr auto k_fields<DeploymentRule> = std::tuple{
    required("deployment", &DeploymentRule::deployment), required("vendor", &DeploymentRule::vendor),
    required("segment", &DeploymentRule::segment),       required("terms", &DeploymentRule::terms),
    required("source", &DeploymentRule::source),
};

}  // namespace gpuadvisor
