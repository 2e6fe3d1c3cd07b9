#include "asked_workload.hpp"

#include <string>
#include <vector>

#include "core/text.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {

const Workload& asked_workload(const Catalog& catalog, std::string_view id) {
  if (const Workload* workload = catalog.workload(id)) return *workload;
  const std::string wanted = lower_case(id);
  std::vector<std::string_view> known;
  for (const Workload& workload : catalog.records<Workload>()) {
    if (lower_case(workload.id) == wanted) return workload;
    known.push_back(workload.id);
  }
  refuse("--workload", id, known);
}

}  // namespace gpuadvisor::cli
