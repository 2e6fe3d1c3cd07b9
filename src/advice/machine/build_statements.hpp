#pragma once

#include "build.hpp"

namespace gpuadvisor {

/// Whether a rule of a guide is about such a build: its topic, number of GPUs, GPUs, workloads, cooler and mode.
[[nodiscard]] bool is_about(const GuideRule& rule, const Build& build);

/// The speeds of a build that were measured where a guide that speaks of such training gives no factor at all: they
/// belong beside what it says.
[[nodiscard]] std::vector<BuildSpeed> measured_since(const GuideRule& rule, const Build& build, const Catalog& catalog);

}  // namespace gpuadvisor
