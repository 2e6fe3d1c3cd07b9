#pragma once

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "gpuadvisor/calibration/two_way_fit.hpp"
#include "gpuadvisor/scoring/spec_features.hpp"

namespace gpuadvisor {

/// What the fit knows of a GPU besides its measurements.
struct GpuSpecs {
  std::optional<Features> features;  // nothing when a figure is unknown
  std::string_view architecture;
  bool other_vendor = false;  // than that of the reference card
};

using SpecTable = std::map<std::string_view, GpuSpecs>;  // by gpu

/// Of every GPU of a catalog, with the features that the estimates for a workload multiply. Requires one with a
/// reference card that is among its GPUs.
[[nodiscard]] SpecTable spec_table(const Catalog& catalog, const Workload& workload);

/// A comparable part of a sheet, and what it says.
struct FittedSheet {
  Sheet sheet;
  SheetFit fit;
};

/// What the measurements of a workload say, before they are weighed against each other.
struct Panel {
  std::string_view reference;       // the GPU whose index is 1
  std::vector<FittedSheet> sheets;  // by dataset
  bool adds_times = false;          // what estimates do
};

/// Fits each comparable part of the sheets of one workload.
[[nodiscard]] Panel panel_of(const std::vector<Sheet>& sheets, std::string_view reference, bool adds_times = false);

/// The sheets that a chain of shared GPUs links to the reference; none when nothing measures that.
[[nodiscard]] std::vector<SheetFit> connected_sheets(const Panel& panel);
/// The same had nobody measured the GPUs in `left_out`.
[[nodiscard]] std::vector<SheetFit> connected_sheets_without(const Panel& panel,
                                                             const std::set<std::string_view>& left_out);
/// The same without a dataset.
[[nodiscard]] std::vector<SheetFit> connected_sheets_without_dataset(const Panel& panel, std::string_view dataset);

/// The GPUs of some sheets; with `only_networks`, those that whole networks at full batch were timed on.
[[nodiscard]] std::set<std::string_view> gpus_of(const std::vector<SheetFit>& sheets, bool only_networks = false);

}  // namespace gpuadvisor
