#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "gpuadvisor/calibration/batch_effect.hpp"
#include "gpuadvisor/calibration/two_way_fit.hpp"

namespace gpuadvisor {

/// A comparable part of a sheet, and what it says at equal batch.
struct FittedSheet {
  MeasurementSheet sheet;  // at the batch that each GPU ran
  SheetFit fit;
};

/// What the measurements of a workload say, before they are weighed against each other.
struct Panel {
  std::string_view reference;          // the GPU whose index is 1
  std::vector<MeasurementSheet> read;  // all that was measured
  std::vector<BatchEffect> batches;    // what is taken out of that
  std::vector<FittedSheet> sheets;     // by dataset
  bool adds_times = false;             // what estimates do
};

/// Fits each comparable part of the sheets of one workload, at equal batch. Requires `specs` of all their GPUs.
[[nodiscard]] Panel panel_of(std::vector<MeasurementSheet> sheets, const SpecTable& specs, std::string_view reference,
                             bool adds_times = false);

/// The sheets that a chain of shared GPUs links to the reference; none when nothing measures that.
[[nodiscard]] std::vector<SheetFit> connected_sheets(const Panel& panel);
/// The same had nobody measured the GPUs in `left_out`: what their batches tell is unknown, too.
[[nodiscard]] std::vector<SheetFit> connected_sheets_without(const Panel& panel, const SpecTable& specs,
                                                             const std::set<std::string_view>& left_out);
/// The same without a dataset.
[[nodiscard]] std::vector<SheetFit> connected_sheets_without_dataset(const Panel& panel, std::string_view dataset);

/// The GPUs of some sheets; with `only_networks`, those that whole networks at full batch were timed on.
[[nodiscard]] std::set<std::string_view> gpus_of(const std::vector<SheetFit>& sheets, bool only_networks = false);

}  // namespace gpuadvisor
