#include "data_day.hpp"

namespace gpuadvisor {

std::string data_day(const CatalogStamp& catalog) {
  if (!catalog.as_of) return {};
  const std::string ahead = *catalog.newest_day < *catalog.as_of ? "as of " + text(*catalog.as_of) + ", " : "";
  return ahead + "prices to " + text(*catalog.newest_day);
}

}  // namespace gpuadvisor
