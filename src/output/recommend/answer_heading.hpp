#pragma once

#include <string>
#include <string_view>

#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"

namespace gpuadvisor {

/// What was asked and what is in force by default, on one line: the heading of a table.
[[nodiscard]] std::string heading(const Request& request, std::string_view workload_title, const CatalogStamp& catalog);

/// What keeps offers out of an answer to a request in force: the same without the work and the day.
[[nodiscard]] std::string constraints_text(const Request& request);

}  // namespace gpuadvisor
