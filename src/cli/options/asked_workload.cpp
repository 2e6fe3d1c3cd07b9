#include "asked_workload.hpp"

#include "called.hpp"
#include "cli/words/vocabulary.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {

const Workload& asked_workload(const Catalog& catalog, std::string_view id) {
  const auto& workloads = catalog.records<Workload>();
  if (const Workload* workload = called(workloads, id)) return *workload;
  if (const Workload* workload = catalog.workload(workload_of_word(id))) return *workload;
  refuse("--workload", id, ids_of(workloads));
}

}  // namespace gpuadvisor::cli
