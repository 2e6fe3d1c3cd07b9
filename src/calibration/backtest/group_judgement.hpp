#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "calibration/speed/calibration.hpp"
#include "gpuadvisor/scoring/performance.hpp"

namespace gpuadvisor {

/// How well speeds of a vendor's GPUs, or of one architecture of it, are told by what had not seen them: estimates with
/// the GPU left out; or measured indices with a dataset left out, against what that dataset says.
struct GroupJudgement {
  std::string_view workload;
  Basis basis = Basis::estimated;
  std::string_view vendor;        // empty: all
  std::string_view architecture;  // empty: all of them
  int judged = 0;                 // GPUs; of measured ones those of each dataset
  double median_ratio = 0;        // measured / predicted
  double median_error = 0;        // of |predicted / measured - 1|
  double coverage = 0;            // share within the 80 % interval
  // Of two GPUs that a dataset timed alike: how far the ratio of their indices without it is from what it says, and the
  // share in the right order of those that it has more than 15 % apart. Of measured ones; nothing where there are none.
  int pairs = 0;
  std::optional<double> pair_error = std::nullopt;
  std::optional<double> ordered = std::nullopt;
};

/// Of a workload, by basis, all (measured ones), vendor, architecture: groups of k_fewest_judged or more. An estimate
/// has the interval of the errors of the other GPUs, widened for other vendors as answers widen it; what a dataset says
/// of a GPU that of the index and of the dataset's own scatter together. Ratios are those after the one factor that
/// suits all estimates of a workload best.
[[nodiscard]] std::vector<GroupJudgement> group_judgements(const Calibration& calibration, const LeftOutFits& left_out,
                                                           const Catalog& catalog, const SpecTable& specs);

inline constexpr std::size_t k_fewest_judged = 3;

}  // namespace gpuadvisor
