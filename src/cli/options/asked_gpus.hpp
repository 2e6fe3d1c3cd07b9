#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/session.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/catalog/name_lookup.hpp"

namespace gpuadvisor::cli {

/// The GPUs that words of the command line name. Misnomers are remarked, and products not yet on sale on the day asked
/// for, which are left out. Throws UsageError when a name is unknown or ambiguous.
[[nodiscard]] std::vector<ResolvedGpu> asked_gpus(std::span<const std::string> words, Session& session);

/// The GPU that an option names, none without a name; nothing where it was not yet on sale.
[[nodiscard]] std::optional<ResolvedGpu> asked_gpu(const std::string& name, Session& session);

/// What an answer says of the names of GPUs.
[[nodiscard]] std::vector<Warning> misnomers(const std::vector<ResolvedGpu>& gpus);

}  // namespace gpuadvisor::cli
