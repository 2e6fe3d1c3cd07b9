#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/session.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "memory_job_options.hpp"
#include "option_parser.hpp"

namespace gpuadvisor::cli {

/// The options that name a model which GPUs must have room for, and say what is done with it.
struct WantedJobOptions {
  std::string model;
  std::string own;  // GPUs that the asker has
  SpeedTarget target;
  std::optional<int> users;
  std::optional<double> requests_per_second;
  MemoryJobOptions job;

  void add_to(OptionParser& parser);

  /// Puts the job into a request, with the workload whose speeds it has, unless one is named, and as many GPUs as it
  /// takes, unless a count is. Throws UsageError.
  void apply_to(Request& request, Session& session, bool names_workload, bool names_count) const;

 private:
  [[nodiscard]] std::vector<GpuGroup> own_gpus(Session& session) const;
  /// The job of users who share GPUs. Throws UsageError.
  [[nodiscard]] MemoryJob job_of_users(MemoryJobOptions wanted, const Network& network, const ModelFile* file,
                                       const Catalog& catalog) const;
  void apply_target(Request& request) const;
};

}  // namespace gpuadvisor::cli
