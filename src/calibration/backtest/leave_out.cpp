#include "leave_out.hpp"

#include <algorithm>
#include <cmath>

namespace gpuadvisor {
namespace {

using Gpus = std::set<std::string_view>;

/// The GPUs that are left out together, so that one fit serves all of them.
std::vector<Gpus> groups(const Gpus& gpus, const SpecTable& specs, LeftOut left_out) {
  std::map<std::string_view, Gpus> found;
  for (const auto gpu : gpus) found[left_out == LeftOut::gpu ? gpu : specs.at(gpu).architecture].insert(gpu);
  std::vector<Gpus> all;
  all.reserve(found.size());
  for (auto& [key, group] : found) all.push_back(std::move(group));
  return all;
}

}  // namespace

std::map<std::string_view, double> left_out_estimates(const Panel& panel, const SpecTable& specs, LeftOut left_out) {
  Gpus gpus = gpus_of(connected_sheets(panel));
  gpus.erase(panel.reference);
  std::map<std::string_view, double> estimates;
  for (const Gpus& group : groups(gpus, specs, left_out)) {
    const auto sheets = connected_sheets_without(panel, specs, group);
    if (sheets.empty()) continue;
    const ScoreFit fit = fit_scores_jointly(sheets, specs, panel.reference, panel.adds_times);
    for (const auto gpu : group) {
      if (const auto estimate = fit.model.log_estimate(specs.at(gpu))) estimates[gpu] = *estimate;
    }
  }
  return estimates;
}

LeftOutFits left_out_fits(const Panel& panel, const SpecTable& specs) {
  return {left_out_estimates(panel, specs, LeftOut::gpu), left_out_estimates(panel, specs, LeftOut::architecture),
          fit_measurements_alone(connected_sheets(panel), panel.reference)};
}

std::map<std::string_view, double> largest_moves(const Panel& panel, const SpecTable& specs, const ScoreFit& fit) {
  std::set<std::string_view> datasets;
  for (const SheetFit& sheet : connected_sheets(panel)) datasets.insert(sheet.dataset);
  std::map<std::string_view, double> moves;
  for (const auto dataset : datasets) {
    const auto sheets = connected_sheets_without_dataset(panel, dataset);
    if (sheets.empty()) continue;
    const ScoreFit without = fit_scores_jointly(sheets, specs, panel.reference, panel.adds_times);
    for (const auto& [gpu, index] : fit.indices) {
      const auto measured = without.indices.find(gpu);
      const auto moved = measured != without.indices.end() ? std::optional(measured->second.mean)
                                                           : without.model.log_estimate(specs.at(gpu));
      if (moved) moves[gpu] = std::max(moves[gpu], std::abs(*moved - index.mean));
    }
  }
  return moves;
}

}  // namespace gpuadvisor
