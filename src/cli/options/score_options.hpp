#pragma once

#include <memory>
#include <string>

#include "catalog_options.hpp"
#include "gpuadvisor/advice/request.hpp"

namespace gpuadvisor {
class DatedScores;
}

namespace gpuadvisor::cli {

/// Of the built-in measurements.
[[nodiscard]] std::shared_ptr<const DatedScores> embedded_scores_by_day();

/// Which measurements the speeds of an answer rest on.
struct ScoreOptions {
  std::string dataset;  // --scores: one dataset's own figures

  void add_to(OptionParser& parser);
  /// `catalog`, which is `all` as of the day asked for, with the scores that belong to it: its own; those of the
  /// measurements known by then, when that is an earlier day; or those of one dataset. Throws UsageError.
  /// `fitted` are those of the built-in measurements, for who asks for several days.
  [[nodiscard]] Catalog scored(const Catalog& catalog, const Catalog& all, const CatalogOptions& options,
                               ScorePrecision precision, std::shared_ptr<const DatedScores> fitted = nullptr) const;
  /// The request, asking for what the dataset measures where one is named. Throws UsageError.
  [[nodiscard]] Request applied_to(Request request, const Catalog& catalog) const;
};

}  // namespace gpuadvisor::cli
