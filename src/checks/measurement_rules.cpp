#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "gpuadvisor/calibration/calibration.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

const Score* same_score(const Score& score, const std::vector<Score>& scores) {
  const auto at = std::find_if(scores.begin(), scores.end(), [&](const Score& other) {
    return other.gpu == score.gpu && other.workload == score.workload && other.precision == score.precision;
  });
  return at == scores.end() ? nullptr : &*at;
}

bool is_checked(const CheckedData& data, const Score& score) {
  return data.index.has("scores", RecordIndex::key(score));
}

void judge_scores(const CheckedData& data, Findings& findings) {
  const auto scores = data.catalog.tables().scores;
  const bool has_checked =
      std::any_of(scores.begin(), scores.end(), [&](const Score& score) { return is_checked(data, score); });
  if (data.benchmarks == nullptr || !has_checked) return;
  const FittedScores fitted = fit_scores(*data.benchmarks, data.catalog, std::nullopt);
  for (const Score& score : scores) {
    if (!is_checked(data, score)) continue;
    const Score* now = same_score(score, fitted.scores);
    const std::string key = RecordIndex::key(score);
    const std::string what =
        fmt::format("the score of {} for {} in {}", score.gpu, score.workload, enum_name(score.precision));
    if (now == nullptr) {
      findings.add(
          score.gpu, data.index.place("scores", key),
          fmt::format("{} follows from no measurement; expected what `gpuadvisor scores fit --write` writes", what));
    } else if (now->index != score.index || now->low != score.low || now->high != score.high ||
               now->measurements != score.measurements) {
      findings.add(
          score.gpu, data.index.place("scores", key, "index"),
          fmt::format("{} is {:g} ({:g} to {:g}); the measurements give {:g} ({:g} to {:g})", what, score.index.value(),
                      score.low.value(), score.high.value(), now->index.value(), now->low.value(), now->high.value()));
    }
  }
}

/// The first row of a dataset about a GPU; null when there is none.
const Measurement* first_row(const Benchmarks& benchmarks, std::string_view dataset, std::string_view gpu,
                             std::string_view workload) {
  const auto at = std::find_if(
      benchmarks.measurements.begin(), benchmarks.measurements.end(),
      [&](const Measurement& one) { return one.dataset == dataset && one.gpu == gpu && one.workload == workload; });
  return at == benchmarks.measurements.end() ? nullptr : &*at;
}

void judge_measurements(const CheckedData& data, Findings& findings) {
  if (data.benchmarks == nullptr) return;
  constexpr double k_faster = 2.5;  // than all else says: more than any harness, batch size or driver gains
  constexpr double k_slower = 15;   // old and small cards fall far behind where software is not made for them
  const FittedScores fitted = fit_scores(*data.benchmarks, data.catalog, std::nullopt);
  for (const Score& score : fitted.scores) {
    for (const ScoreEvidence& part : score.evidence) {
      const double ratio = part.index.value() / score.index.value();
      if (ratio < k_faster && ratio > 1 / k_slower) continue;
      const Measurement* row = first_row(*data.benchmarks, part.dataset, score.gpu, score.workload);
      if (row == nullptr) continue;
      findings.add(score.gpu, {std::string(row->file), row->line, 0, ""},
                   fmt::format("by dataset {} alone the index of {} for {} in {} is {:.3g}; with all others and its "
                               "specifications it is {:.3g}",
                               part.dataset, score.gpu, score.workload, enum_name(score.precision), part.index.value(),
                               score.index.value()));
    }
  }
}

constexpr auto k_rules = std::to_array<Rule>({
    {"scores-outdated", Severity::error, "A stored score is not what the measurements give",
     "Scores are computed from the measurements. Where both are checked, each stored score must be what the fit gives "
     "now; `gpuadvisor scores fit --write` brings them up to date. A score that was edited by hand is found too.",
     judge_scores},
    {"measurement-outlier", Severity::warning, "Measurements contradict all others of the product",
     "What one dataset alone says of a GPU is compared with what all datasets and its specifications say together. 2.5 "
     "times as fast, or 15 times as slow, is beyond what harnesses, batch sizes and drivers do: a unit, a product or a "
     "count of GPUs is mostly another one than the table says.",
     judge_measurements},
});

}  // namespace

std::span<const Rule> measurement_rules() { return k_rules; }

}  // namespace gpuadvisor
