#pragma once

#include <string>

#include "gpuadvisor/catalog/catalog_stamp.hpp"

namespace gpuadvisor {

/// Of which day an answer is: "prices to 2026-10-10", "as of 2027-06-30, prices to 2026-10-10" where it was asked for a
/// day after the newest price. Empty when the catalog knows no day.
[[nodiscard]] std::string data_day(const CatalogStamp& catalog);

}  // namespace gpuadvisor
