#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/session.hpp"
#include "output/emit/resource_request_text.hpp"

namespace gpuadvisor::cli {

/// Options that turn an answer into a request to a system that starts jobs.
struct EmitOptions {
  std::optional<JobSystem> system;
  std::string name;  // of the GPU in the system; empty: as the catalog knows

  void add_to(OptionParser& parser);
  /// Throws UsageError where the request would go with another format, or its name is none.
  void check(const OutputOptions& output) const;
  /// The request as text, or the answer "none" where the system's name for the GPU is not known. Requires a system.
  [[nodiscard]] Outcome outcome(WantedGpus wanted, ResourceRequestView::Origin origin, Session& session) const;
};

/// The command as one types it into a shell, in one line.
[[nodiscard]] std::string typed_command(std::string_view command, Arguments arguments);

}  // namespace gpuadvisor::cli
