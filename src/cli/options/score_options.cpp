#include "score_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "calibration/speed/dataset_scores.hpp"
#include "calibration/speed/dated_scores.hpp"
#include "called.hpp"
#include "catalog/loading/embedded_benchmarks.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/core/error.hpp"
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
  if (const Dataset* dataset = called(benchmarks.datasets, name)) return *dataset;
  refuse("--scores", name, ids_of(benchmarks.datasets));
}

/// Whether speeds are relative to the card that the built-in measurements are told against.
bool is_on_our_scale(const Catalog& catalog) {
  const Catalog ours = embedded_catalog();
  const auto& theirs = catalog.reference();
  return theirs && is_same_scale(*theirs, *ours.reference());
}

bool is_earlier_than_ours(const Catalog& catalog) {
  return catalog.as_of() && *catalog.as_of() < *embedded_catalog().as_of();
}

std::vector<Speedup> measured_ones(std::span<const Speedup> speedups) {
  std::vector<Speedup> measured;
  std::copy_if(speedups.begin(), speedups.end(), std::back_inserter(measured),
               [](const Speedup& speedup) { return speedup.basis == SpeedupBasis::measured; });
  return measured;
}

Catalog with_dataset(const Catalog& catalog, const std::string& name, ScorePrecision precision) {
  if (!is_on_our_scale(catalog)) {
    throw UsageError(
        "--scores: speeds of datasets are relative to the built-in reference card, this catalog has another");
  }
  const Benchmarks benchmarks = embedded_benchmarks();
  const Dataset& dataset = require_dataset(benchmarks, name);
  if (catalog.as_of() && catalog.known_on(dataset.published) > *catalog.as_of()) {
    throw UsageError(fmt::format("--scores: {} was published {}, after {}", dataset.id, dataset.published.text(),
                                 text(*catalog.as_of())));
  }
  FittedScores own = dataset_scores(benchmarks, embedded_catalog(), dataset.id, precision);
  if (own.scores.empty()) {
    throw UsageError(fmt::format("--scores: {} has no {} figures of one {}, so it has no scale; these have: {}",
                                 dataset.id, enum_name(precision), embedded_catalog().reference()->gpu,
                                 enumeration(scaled_datasets(benchmarks, precision))));
  }
  if (!is_earlier_than_ours(catalog)) {
    return catalog.with_scores({}, std::move(own.scores), measured_ones(catalog.records<Speedup>()), own.storage);
  }
  FittedScores fitted = fit_speedups(benchmarks, embedded_catalog(), catalog.as_of());
  const auto both = std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(
      own.storage, fitted.storage);
  return catalog.with_scores({}, std::move(own.scores), std::move(fitted.speedups), both);
}

/// Adds the scores that `all` has beyond ours, where their sources were published by the day of `catalog`.
void keep_own_scores(std::vector<Score>& scores, std::span<const Score> of_all, const Catalog& all,
                     const Catalog& catalog) {
  const Catalog ours = embedded_catalog();
  const auto is_ours = [&](const Score& score) {
    const Score* known = ours.score(score.gpu, score.workload, score.precision);
    return known != nullptr && known->index == score.index && known->measurements == score.measurements;
  };
  const auto is_published = [&](std::string_view id) {
    const Source* source = all.source(id);
    return source != nullptr && source->date && all.known_on(*source->date) <= *catalog.as_of();
  };
  for (const Score& score : of_all) {
    if (is_ours(score) || !std::all_of(score.sources.begin(), score.sources.end(), is_published)) continue;
    std::erase_if(scores, [&](const Score& other) { return other.gpu == score.gpu; });
    scores.push_back(score);
  }
  std::sort(scores.begin(), scores.end(), [](const Score& a, const Score& b) { return a.gpu < b.gpu; });
}

}  // namespace

std::shared_ptr<const DatedScores> embedded_scores_by_day() {
  return std::make_shared<const DatedScores>(embedded_benchmarks(), embedded_catalog());
}

void ScoreOptions::add_to(OptionParser& parser) {
  parser.add("--scores", dataset, "DATASET", "Speeds of one benchmark dataset only");
}

Catalog ScoreOptions::scored(const Catalog& catalog, const Catalog& all, const CatalogOptions& options,
                             ScorePrecision precision, std::shared_ptr<const DatedScores> fitted) const {
  if (!dataset.empty()) return with_dataset(catalog, dataset, precision);
  const auto models = all.records<ScoreModel>();
  const auto scores = all.records<Score>();
  if (models.empty() && scores.empty()) return catalog;
  if (!is_earlier_than_ours(catalog) || !is_on_our_scale(catalog)) {
    const bool has_lost_them = catalog.records<ScoreModel>().size() < models.size();
    if (!has_lost_them) return catalog;
    return catalog.with_scores({models.begin(), models.end()}, {scores.begin(), scores.end()},
                               measured_ones(all.records<Speedup>()), nullptr);
  }
  if (!fitted) fitted = embedded_scores_by_day();
  FittedScores of_day = fitted->speedups(*catalog.as_of());
  const auto make = [fitted, catalog, all, only = options.only](std::string_view workload, ScorePrecision of) {
    FittedScores found = fitted->of(workload, of, *catalog.as_of());
    if (only) {  // GPUs of the same name that we measured are not what it holds, unless it says so
      std::erase_if(found.scores, [&](const Score& score) { return all.score(score.gpu, workload, of) == nullptr; });
    }
    keep_own_scores(found.scores, all.scores_of(workload, of), all, catalog);
    return ScoreSet{std::move(found.models), std::move(found.scores), std::move(found.storage)};
  };
  return catalog.with_scores(make, std::move(of_day.speedups), std::move(of_day.storage));
}

Request ScoreOptions::applied_to(Request request, const Catalog& catalog) const {
  if (dataset.empty()) return request;
  if (request.own_weights || request.evidence == Evidence::specs) {
    throw UsageError("--scores excludes --priority, --weights and --evidence specs, which rank by specs");
  }
  request.dataset = lower_case(dataset);
  request.evidence = Evidence::measured;
  if (speed_kind_of(request, catalog) == SpeedKind::index) return request;
  std::vector<std::string> measured;
  for (const Workload& workload : catalog.records<Workload>()) {
    if (PerformanceIndex(catalog, workload, request.precision).is_known()) measured.emplace_back(workload.id);
  }
  throw UsageError(fmt::format("--scores: {} has no speeds for {}; it has them for --workload {}", request.dataset,
                               request.workload, enumeration(measured, "or")));
}

}  // namespace gpuadvisor::cli
