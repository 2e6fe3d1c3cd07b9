#include "fitting_work.hpp"

#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "gpuadvisor/catalog/token_work.hpp"

namespace gpuadvisor {
namespace {

/// What is measured of a workload.
struct Measured {
  std::set<std::string_view> gpus;
  std::set<std::string_view> datasets;
  std::set<std::pair<std::string_view, std::string_view>> figures;  // a GPU in a dataset
  double rows = 0;
};

}  // namespace

FittingWork fitting_work(const Benchmarks& benchmarks) {
  std::map<std::string_view, Measured> measured;  // by workload
  for (const Measurement& row : benchmarks.measurements) {
    Measured& of_workload = measured[row.workload];
    of_workload.gpus.insert(row.gpu);
    of_workload.datasets.insert(row.dataset);
    of_workload.figures.emplace(row.dataset, row.gpu);
    ++of_workload.rows;
  }
  FittingWork work;
  for (const auto& [workload, of_workload] : measured) {
    const auto unknown =
        static_cast<double>(is_of_tokens(workload) ? of_workload.gpus.size() : of_workload.figures.size());
    const auto fits = static_cast<double>(of_workload.gpus.size() + of_workload.datasets.size());
    const double once = 1000 * of_workload.rows + unknown * unknown * unknown;
    work.once += once;
    work.with_each_out += fits * once;
  }
  return work;
}

}  // namespace gpuadvisor
