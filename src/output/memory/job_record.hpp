#pragma once

#include "gpuadvisor/advice/token_speed.hpp"
#include "gpuadvisor/advice/training_run.hpp"
#include "gpuadvisor/sizing/memory_fit.hpp"
#include "gpuadvisor/sizing/memory_job.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

template <>
Record<MemoryJob> description();
template <>
Record<NetworkRate> description();
template <>
Record<TokenRates> description();
template <>
Record<RunTime> description();
template <>
Record<TrainingSpeed> description();
template <>
Record<UsableMemory> description();

}  // namespace gpuadvisor
