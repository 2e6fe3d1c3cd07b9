#pragma once

#include "gpuadvisor/advice/network_measurements.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"
#include "session.hpp"

namespace gpuadvisor::cli {

/// What the built-in measurements say of a job, of those published by the day asked for; of one dataset alone where
/// one is named. Nothing of a job that writes no tokens, which costs nothing then, and nothing with --catalog-only,
/// where only what the catalog itself says counts.
[[nodiscard]] NetworkMeasurements known_measurements(const Network& network, const MemoryJob& job,
                                                     const Session& session);

}  // namespace gpuadvisor::cli
