#include "score_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "gpuadvisor/calibration/dataset_scores.hpp"
#include "gpuadvisor/catalog/embedded_benchmarks.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
#include "gpuadvisor/core/text.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {
namespace {

/// The datasets that measure the reference card, and so have a scale.
std::vector<std::string> scaled_datasets(const Benchmarks& benchmarks, ScorePrecision precision) {
  std::vector<std::string> found;
  for (const Dataset& dataset : benchmarks.datasets) {
    if (!dataset_scores(benchmarks, embedded_catalog(), dataset.id, precision).scores.empty()) {
      found.emplace_back(dataset.id);
    }
  }
  return found;
}

const Dataset& require_dataset(const Benchmarks& benchmarks, const std::string& name) {
  if (const Dataset* dataset = benchmarks.dataset(lower_case(name))) return *dataset;
  std::vector<std::string_view> known;
  for (const Dataset& one : benchmarks.datasets) known.push_back(one.id);
  refuse("--scores", name, known);
}

Catalog with_dataset(const Catalog& catalog, const std::string& name, ScorePrecision precision) {
  const Benchmarks benchmarks = embedded_benchmarks();
  const Dataset& dataset = require_dataset(benchmarks, name);
  if (catalog.as_of() && catalog.known_on(dataset.published) > *catalog.as_of()) {
    throw UsageError(fmt::format("--scores: {} was published {}, after {}", dataset.id, dataset.published.text(),
                                 text(*catalog.as_of())));
  }
  FittedScores own = dataset_scores(benchmarks, embedded_catalog(), dataset.id, precision);
  if (own.scores.empty()) {
    throw UsageError(fmt::format("--scores: {} has no {} figures of one {}, so it has no scale; these have: {}",
                                 dataset.id, enum_name(precision), embedded_catalog().tables().reference->gpu,
                                 enumeration(scaled_datasets(benchmarks, precision))));
  }
  const auto speedups = catalog.tables().speedups;
  std::vector<Speedup> measured;
  std::copy_if(speedups.begin(), speedups.end(), std::back_inserter(measured),
               [](const Speedup& speedup) { return speedup.basis == SpeedupBasis::measured; });
  return catalog.with_scores({}, std::move(own.scores), std::move(measured), own.storage);
}

}  // namespace

void ScoreOptions::add_to(OptionParser& parser) {
  parser.add("--scores", dataset, "DATASET", "Speeds as one dataset alone gives them");
}

Catalog ScoreOptions::known(const CatalogOptions& options, const Catalog& all, ScorePrecision precision) const {
  const Catalog catalog = options.known(all);
  if (!dataset.empty()) return with_dataset(catalog, dataset, precision);
  const bool is_earlier = all.as_of() && catalog.as_of() && *catalog.as_of() < *all.as_of();
  if (!is_earlier || all.tables().score_models.empty()) return catalog;
  FittedScores fitted = fit_scores(embedded_benchmarks(), embedded_catalog(), catalog.as_of());
  return catalog.with_scores(std::move(fitted.models), options.only ? std::vector<Score>() : std::move(fitted.scores),
                             std::move(fitted.speedups), fitted.storage);
}

Request ScoreOptions::applied_to(Request request) const {
  if (dataset.empty()) return request;
  if (request.own_weights || request.evidence == Evidence::specs) {
    throw UsageError("--scores excludes --priority, --weights and --evidence specs, which rank by specs");
  }
  request.dataset = lower_case(dataset);
  request.evidence = Evidence::measured;
  return request;
}

}  // namespace gpuadvisor::cli
