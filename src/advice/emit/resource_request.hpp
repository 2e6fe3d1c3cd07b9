#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/records/rent.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// What starts jobs on GPUs: at providers, or in a cluster.
enum class JobSystem : unsigned char { skypilot, dstack, slurm };

template <>
inline constexpr auto k_enum_names<JobSystem> = std::to_array<std::string_view>({"skypilot", "dstack", "slurm"});

/// Which GPUs a job is to have. Absent or empty: left open.
struct WantedGpus {
  const Gpu* gpu = nullptr;
  int count = 1;  // in each machine
  int machines = 1;
  const Rent* quote = nullptr;     // the offer that it rests on
  bool asks_region = false;        // that of the offer is wanted
  std::optional<UsdPerHour> most;  // for all of them
  std::string name;                // what the system calls the GPU; empty: as the catalog knows
};

/// The same in the words of a system. Views the catalog.
struct ResourceRequest {
  JobSystem system = JobSystem::skypilot;
  WantedGpus wanted;
  std::vector<std::string> names;  // of the GPU; several where providers differ
  std::vector<const Gpu*> alike;   // other GPUs that the system calls so, and cannot tell from it
  std::string_view provider;       // empty: open, or unknown to the system
  std::string_view region;         // empty: open, or told as a country
};

/// Nothing where the system's name for the GPU is not known.
[[nodiscard]] std::optional<ResourceRequest> resource_request(JobSystem system, const WantedGpus& wanted,
                                                              const Catalog& catalog);

/// Whether a system knows the provider of an offer and, unless it is told, a name for its GPU there. Slurm has its own
/// machines, so any offer does.
[[nodiscard]] bool can_request(JobSystem system, const Rent& quote, bool is_name_told, const Catalog& catalog);

}  // namespace gpuadvisor
