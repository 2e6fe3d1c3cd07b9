#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/calibration/panel.hpp"

namespace gpuadvisor {

// What is assumed before seeing the data, on the scale of ln speed (docs/speed.md#assumptions).
inline constexpr double k_degrees_of_freedom = 4;  // of Student's t: one residual in twenty is beyond 2.8 scales
inline constexpr double k_network_spread = 0.10;   // of a dataset's figures for a GPU around the truth
inline constexpr double k_removed_spread = 0.30;   // the same where kernels or small batches were timed
inline constexpr double k_spec_spread = 0.12;      // of GPUs around what their specs predict
inline constexpr double k_prior_weight = 4;        // a prior spread counts as that many observations
inline constexpr double k_other_vendor = -0.37;    // ln of the part of their peak that other vendors' GPUs reach
inline constexpr double k_other_vendor_spread = 0.25;

/// How specs predict ln index (docs/speed.md#estimates).
struct SpecModel {
  Features coefficients{};  // >= 0: more of anything never makes a GPU slower
  double intercept = 0;     // >= 0 where times are added: that which no rate shortens
  double variance = 0;      // of GPUs around the prediction
  bool adds_times = false;

  /// Nothing when the GPU lacks a figure.
  [[nodiscard]] std::optional<double> log_estimate(const GpuSpecs& specs) const;

  /// Of the card whose figures the features are ratios to.
  [[nodiscard]] double log_estimate_of_reference() const;
};

/// ln of a GPU's index and its variance. The reference's are 0.
struct LogIndex {
  double mean = 0;
  double variance = 0;
};

/// What one sheet says of a GPU, and how much of its ln index that makes.
struct SheetPart {
  std::size_t sheet = 0;  // in the order of the fit's sheets
  double log_index = 0;   // its effect less the sheet's offset
  double share = 0;
};

/// What all sheets say together.
struct ScoreFit {
  std::map<std::string_view, LogIndex> indices;  // by gpu
  /// Of each GPU but the reference, by sheet: ln index is the sum of share * log_index, and what the shares lack of 1
  /// times the prediction from its specs.
  std::map<std::string_view, std::vector<SheetPart>> parts;
  SpecModel model;
  std::vector<double> sheet_offsets;    // ln speed of the reference in each sheet
  std::vector<double> sheet_variances;  // how far each sheet's figures are off the index, besides their own scatter
  int iterations = 0;
};

/// Weighs sheets against each other and GPUs against their specs:
///
///   effect of gpu in sheet = ln index of gpu + offset of sheet + error
///   ln index of gpu        = prediction from its specs + deviation
///
/// with Student t errors and deviations whose spreads are estimated (EM). The reference's deviation is free: it defines
/// the scale. Where times are added, the prediction is the negative logarithm of a sum of times, which each round
/// replaces by its tangent (Gauss and Newton). Requires sheets that a chain of shared GPUs links to the reference, and
/// `specs` of all their GPUs.
[[nodiscard]] ScoreFit fit_scores_jointly(const std::vector<SheetFit>& sheets, const SpecTable& specs,
                                          std::string_view reference, bool adds_times = false);

/// The same from measurements alone, all sheets under one prior: what estimates are judged against.
[[nodiscard]] ScoreFit fit_measurements_alone(const std::vector<SheetFit>& sheets, std::string_view reference);

}  // namespace gpuadvisor
