#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "calibration/speed/calibration.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

template <class T>
bool is_same(const T& a, const T& b);

template <class T>
bool is_same(std::span<const T> a, std::span<const T> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return is_same<T>(x, y); });
}

template <class T>
bool is_same(const T& a, const T& b) {
  if constexpr (requires { a == b; }) {
    return a == b;
  } else {
    bool same = true;
    for_each_field<T>(
        [&](const auto& field, std::size_t) { same = same && is_same(a.*field.member, b.*field.member); });
    return same;
  }
}

/// The first field in which two records differ; empty when they are the same.
template <class Record>
std::string_view first_difference(const Record& a, const Record& b) {
  std::string_view found;
  for_each_field<Record>([&](const auto& field, std::size_t) {
    if (found.empty() && !is_same(a.*field.member, b.*field.member)) found = field.key;
  });
  return found;
}

std::string title(const Score& score) {
  return fmt::format("the score of {} for {} in {}", score.gpu, score.workload, enum_name(score.precision));
}
std::string title(const ScoreModel& model) {
  const std::string_view space = model.architecture.empty() ? "" : " ";
  return fmt::format("the model for {} in {} on GPUs of {}{}{}", model.workload, enum_name(model.precision),
                     model.vendor, space, model.architecture);
}
std::string title(const Speedup& speedup) {
  return fmt::format("the speed-up of {} GPUs for {}", speedup.count, speedup.workload);
}

std::string_view subject(const Score& score) { return score.gpu; }
std::string_view subject(const ScoreModel& model) { return model.workload; }
std::string_view subject(const Speedup& speedup) { return speedup.workload; }

std::string figures(const Score& score) {
  return fmt::format("{:g} ({:g} to {:g})", score.index.value(), score.low.value(), score.high.value());
}

template <class Record>
std::string difference_text(const Record& stored, const Record& now, std::string_view field) {
  if constexpr (std::is_same_v<Record, Score>) {
    if (figures(stored) != figures(now)) {
      return fmt::format("{} is {}; the measurements give {}", title(stored), figures(stored), figures(now));
    }
  }
  return fmt::format(
      "{}: its {} is not what the measurements give; expected what `gpuadvisor scores fit --write` "
      "writes",
      title(stored), field);
}

/// A stored record that is not what the fit gives, and by how much where that is known.
struct Outdated {
  double distance = 0;
  std::string_view subject;
  Place place;
  std::string message;
};

double distance(const Score& stored, const Score& now) {
  return std::abs(std::log(stored.index.value() / now.index.value()));
}
template <class Record>
double distance(const Record& /*stored*/, const Record& /*now*/) {
  return 0;
}

/// Holds stored records, those that are checked, against what the fit gives now.
template <class Record>
void judge_stored(const CheckedData& data, std::string_view section, std::span<const Record> stored,
                  const std::vector<Record>& fitted, std::vector<Outdated>& outdated) {
  for (const Record& record : stored) {
    const std::string key = RecordIndex::key(record);
    if (!data.index.has(section, key)) continue;
    const auto now =
        std::find_if(fitted.begin(), fitted.end(), [&](const Record& other) { return RecordIndex::key(other) == key; });
    if (now == fitted.end()) {
      constexpr double k_far = 10;  // first of all
      outdated.push_back(
          {k_far, subject(record), data.index.place(section, key),
           fmt::format("{} follows from no measurement; expected what `gpuadvisor scores fit --write` writes",
                       title(record))});
    } else if (const auto field = first_difference(record, *now); !field.empty()) {
      outdated.push_back({distance(record, *now), subject(record), data.index.place(section, key, field),
                          difference_text(record, *now, field)});
    }
  }
}

/// One changed figure moves every score that rests on it, its own the most: those farthest off are told, the others
/// counted.
void report_farthest(std::vector<Outdated>& outdated, Findings& findings) {
  constexpr std::size_t k_told = 10;
  std::stable_sort(outdated.begin(), outdated.end(),
                   [](const Outdated& a, const Outdated& b) { return a.distance > b.distance; });
  const std::size_t told = std::min(outdated.size(), k_told);
  for (std::size_t i = 0; i < told; ++i) {
    const bool is_last = i + 1 == told && outdated.size() > told;
    findings.add(
        outdated[i].subject, outdated[i].place,
        is_last ? fmt::format("{}; so are {} others, none farther off", outdated[i].message, outdated.size() - told)
                : outdated[i].message);
  }
}

/// Tells that fitting the measurements would take minutes, where there are any.
void tell_too_many(const CheckedData& data, Findings& findings) {
  if (data.benchmarks == nullptr) return;
  const auto& measurements = data.benchmarks->measurements;
  findings.add("", {std::string(measurements.front().file), 0, 0, ""},
               fmt::format("expected measurements that can be fitted in seconds, found {} of too many GPUs: not judged",
                           measurements.size()));
}

bool has_any_checked(const CheckedData& data) {
  const auto scores = data.catalog.records<Score>();
  return std::any_of(scores.begin(), scores.end(),
                     [&](const Score& score) { return data.index.has("scores", RecordIndex::key(score)); });
}

void judge_scores(const CheckedData& data, Findings& findings) {
  if (!has_any_checked(data)) return;
  if (data.fitted == nullptr) return tell_too_many(data, findings);
  std::vector<Outdated> outdated;
  judge_stored(data, "score_models", data.catalog.records<ScoreModel>(), data.fitted->models, outdated);
  judge_stored(data, "scores", data.catalog.records<Score>(), data.fitted->scores, outdated);
  std::vector<Speedup> measured;  // what a guide says follows from no measurement
  const auto stored = data.catalog.records<Speedup>();
  std::copy_if(stored.begin(), stored.end(), std::back_inserter(measured),
               [](const Speedup& speedup) { return speedup.basis == SpeedupBasis::measured; });
  judge_stored(data, "speedups", std::span<const Speedup>(measured), data.fitted->speedups, outdated);
  report_farthest(outdated, findings);
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
  if (data.fitted == nullptr) return tell_too_many(data, findings);
  constexpr double k_faster = 2.5;  // than all else says: more than any harness, batch size or driver gains
  constexpr double k_slower = 15;   // old and small cards fall far behind where software is not made for them
  for (const Score& score : data.fitted->scores) {
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

constexpr auto k_measurement_rules = std::to_array<Rule>({
    {"scores-outdated", Severity::error, "A stored score is not what the measurements give",
     "Scores, the models behind estimates, and measured speed-ups are computed from the measurements and the figures "
     "of "
     "the GPUs. Where both are checked, each stored one must be what the fit gives now; `gpuadvisor scores fit "
     "--write` brings them up to date. A score that was edited by hand is found too.",
     judge_scores},
    {"measurement-outlier", Severity::warning, "Measurements contradict all others of the product",
     "What one dataset alone says of a GPU is compared with what all datasets and its specifications say together. 2.5 "
     "times as fast, or 15 times as slow, is beyond what harnesses, batch sizes and drivers do: a unit, a product or a "
     "count of GPUs is mostly another one than the table says.",
     judge_measurements},
});

}  // namespace

std::span<const Rule> measurement_rules() { return k_measurement_rules; }

}  // namespace gpuadvisor
