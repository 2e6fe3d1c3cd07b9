#include "data_day.hpp"

namespace gpuadvisor {

std::string data_day(const Catalog& catalog) {
  if (!catalog.as_of()) return {};
  const std::string ahead = catalog.is_ahead_of_data() ? "as of " + text(*catalog.as_of()) + ", " : "";
  return ahead + "prices to " + text(catalog.newest_day());
}

}  // namespace gpuadvisor
