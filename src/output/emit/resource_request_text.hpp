#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "advice/emit/resource_request.hpp"

namespace gpuadvisor {

/// A request and where it is from. Views the request.
struct ResourceRequestView {
  struct Origin {
    std::string command;               // that made it, as typed
    std::string asked;                 // in words, with the day of the prices
    std::vector<std::string> remarks;  // what else to know, as sentences
  };

  const ResourceRequest& request;
  Origin origin;
};

/// "SkyPilot", "dstack", "Slurm".
[[nodiscard]] std::string_view system_title(JobSystem system);

/// A file for the system: a SkyPilot task, a dstack configuration or a Slurm batch script, with comments on top that
/// tell what it is from, and a line to put the command to run in.
[[nodiscard]] std::string resource_request_text(const ResourceRequestView& view);

}  // namespace gpuadvisor
