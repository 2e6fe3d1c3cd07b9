#pragma once

#include <string_view>
#include <vector>

#include "catalog/records/system_name.hpp"
#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// What a system calls a GPU at a provider, or, without a provider, at any that is known: each name once, sorted.
[[nodiscard]] std::vector<std::string_view> system_names(const Catalog& catalog, NamingSystem system, const Gpu& gpu,
                                                         std::string_view provider = {});

/// The reverse: the GPUs that a system's name stands for, by id. More than one where the system tells variants not
/// apart.
[[nodiscard]] std::vector<const Gpu*> gpus_called(const Catalog& catalog, NamingSystem system, std::string_view name,
                                                  std::string_view provider = {});

/// What a system calls a provider; empty where that is not known.
[[nodiscard]] std::string_view provider_name(const Catalog& catalog, NamingSystem system, std::string_view provider);

}  // namespace gpuadvisor
