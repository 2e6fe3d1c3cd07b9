#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "checks/rules/rule.hpp"
#include "gpuadvisor/catalog/catalog_loader.hpp"
#include "gpuadvisor/catalog/measurement_loader.hpp"
#include "gpuadvisor/core/error.hpp"

namespace gpuadvisor {

/// What of a path is the name of the file.
[[nodiscard]] std::string_view file_name(std::string_view path);

/// Adds what reading refused as findings of the rules `schema` and `reference`.
void add_problems(const DataError& error, CheckReport& report);

/// Whether a table holds measurements of memory, rather than of speed.
[[nodiscard]] bool is_memory_table(const CatalogDocument& table);

/// The measurements that `files` describe: alone where they stand by themselves, else in the place of the built-in
/// files of the same name. Nothing when there are none, or when they cannot be read, which is added to the report.
[[nodiscard]] std::optional<Benchmarks> read_benchmarks(const std::vector<CatalogDocument>& files,
                                                        bool stand_by_themselves, const Catalog& catalog,
                                                        CheckReport& report);

/// The same for measurements of memory.
[[nodiscard]] std::optional<CheckedMemory> read_memory_files(const std::vector<CatalogDocument>& files,
                                                             bool stand_by_themselves, const Catalog& catalog,
                                                             CheckReport& report);

}  // namespace gpuadvisor
