#include "gpuadvisor/calibration/spec_table.hpp"

namespace gpuadvisor {

SpecTable spec_table(const Catalog& catalog, const Workload& workload) {
  const ScoreReference& reference = *catalog.reference();
  const std::string_view vendor = catalog.gpu(reference.gpu)->vendor;
  SpecTable table;
  for (const Gpu& gpu : catalog.gpus()) {
    table[gpu.id] = {workload.adds_times ? time_features_of(gpu, reference) : features_of(gpu, reference),
                     gpu.architecture, gpu.vendor != vendor};
  }
  return table;
}

}  // namespace gpuadvisor
