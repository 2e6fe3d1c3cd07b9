#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/scoring/estimate.hpp"

namespace gpuadvisor {

/// Where a performance index is from: measurements; a guide that scaled it from another card; specs.
enum class Basis { measured, scaled, estimated };

template <>
inline constexpr auto k_enum_names<Basis> = std::to_array<std::string_view>({"measured", "scaled", "estimated"});

/// How fast a GPU works, as a multiple of the reference card.
struct Performance {
  double index = 0;
  double low = 0;   // the index lies between them
  double high = 0;  // with a probability of 80 %
  Basis basis = Basis::estimated;
  int measurements = 0;                   // of this GPU
  bool is_vendor_measured = true;         // false: an estimate, and no GPU of the vendor stands behind the model
  std::vector<std::string_view> sources;  // of the measurements; of the specs where it is estimated
};

/// Whether low and high are an interval. One dataset alone tells none, and its speeds have both at the index; those of
/// the reference card are exact.
[[nodiscard]] bool has_interval(const Performance& performance, const Gpu& gpu,
                                const std::optional<ScoreReference>& reference);

/// Tells performance indices for one workload: the score that measurements gave, else what its model predicts from
/// specs. For the mean of other workloads it is the geometric mean of theirs, by their shares; as uncertain as they are
/// on average (errors of one GPU go together), and measured only where all of them are: by measurements that carry half
/// of the weight or more.
/// Source: docs/speed.md#performance-index. Shares the catalog.
class PerformanceIndex {
 public:
  /// Requires a workload of `catalog`.
  PerformanceIndex(const Catalog& catalog, const Workload& workload, ScorePrecision precision);

  /// Whether the catalog has what it takes to tell the speed of any GPU.
  [[nodiscard]] bool is_known() const;
  /// The index alone, for ranking many. Nothing when the GPU is not measured and a spec of it is unknown, or when what
  /// is predicted is no plausible speed.
  [[nodiscard]] std::optional<double> index(const Gpu& gpu) const;
  /// The index with all that backs it; nothing where index() gives nothing.
  [[nodiscard]] std::optional<Performance> performance(const Gpu& gpu) const;
  /// The part of a GPU's time that grows with the work, as its specs tell it; the rest is overhead. Nothing where a
  /// spec is unknown, or estimates add no times.
  [[nodiscard]] std::optional<double> work_share(const Gpu& gpu) const;
  /// Whether measurements, or what a guide scaled from some, tell the index.
  [[nodiscard]] bool is_measured(const Gpu& gpu) const;

 private:
  struct Part {
    std::string_view workload;
    std::span<const Score> scores;
    double share;  // of ln index
  };

  [[nodiscard]] std::optional<Estimate> estimate_for(const Part& part, const Gpu& gpu) const;

  Catalog m_catalog;
  ScorePrecision m_precision;
  std::vector<Part> m_parts;
};

}  // namespace gpuadvisor
