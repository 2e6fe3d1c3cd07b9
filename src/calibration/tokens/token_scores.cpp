#include "token_scores.hpp"

#include <algorithm>
#include <cmath>

namespace gpuadvisor {
namespace {

/// The GPUs that a model is for: of one architecture, or of a vendor.
struct Kind {
  GpuFamily kin;  // without an architecture: of a vendor
  GpuFamily as;   // whose times they have
  std::set<std::string_view> architectures = {};
  std::set<std::string_view> gpus = {};
};

/// Each kin that was measured, and each vendor's GPUs with either kind of memory.
std::vector<Kind> kinds_in(const TokenPhase& phase) {
  std::map<GpuFamily, Kind> kinds;
  const auto add = [&](const GpuFamily& kin, const TokenReading& reading) {
    Kind& kind = kinds[kin];
    kind.kin = kind.as = kin;
    kind.architectures.insert(reading.kin.architecture);
    kind.gpus.insert(reading.gpu);
  };
  for (const TokenReading& reading : phase.readings) {
    add(reading.kin, reading);
    add({reading.kin.vendor, "", reading.kin.has_hbm}, reading);
  }
  std::vector<Kind> found;
  found.reserve(kinds.size());
  for (auto& [kin, kind] : kinds) found.push_back(std::move(kind));
  return found;
}

/// When the first GPU of each kin came, where that is known.
std::map<GpuFamily, Day> first_releases(const Catalog& catalog) {
  std::map<GpuFamily, Day> first;
  for (const Gpu& gpu : catalog.records<Gpu>()) {
    if (!gpu.released) continue;
    const Day day = gpu.released->first_day();
    const auto [at, is_new] = first.try_emplace(kin_of(gpu), day);
    if (!is_new) at->second = std::min(at->second, day);
  }
  return first;
}

/// Architectures that nobody measured, as the measured one of their vendor, with such memory, that came last before.
std::vector<Kind> successors_of(const std::vector<Kind>& measured, const Catalog& catalog) {
  const auto first = first_releases(catalog);
  std::vector<Kind> found;
  for (const auto& [kin, day] : first) {
    const auto is_of_it = [&kin = kin](const Kind& kind) { return kind.kin == kin; };
    if (std::any_of(measured.begin(), measured.end(), is_of_it)) continue;
    const Kind* before = nullptr;
    for (const Kind& kind : measured) {
      const auto released = first.find(kind.kin);
      const bool comes_before = kind.kin.vendor == kin.vendor && kind.kin.has_hbm == kin.has_hbm &&
                                released != first.end() && released->second < day;
      if (comes_before && (before == nullptr || first.at(before->kin) < released->second)) before = &kind;
    }
    if (before != nullptr) found.push_back({kin, before->kin, before->architectures, before->gpus});
  }
  return found;
}

ScoreModel model_of(const Kind& kind, const TokenPhase& phase, ScoreStorage& storage) {
  const TokenTime time = phase.fit.time_of(kind.as);
  const auto part = [&](double seconds) { return stored_coefficient(seconds / phase.reference_seconds); };
  return {.workload = phase.workload,
          .precision = ScorePrecision::fp16,
          .adds_times = true,
          .intercept = part(time.overhead),
          .tensor = part(time.work[0]),
          .bandwidth = part(time.work[1]),
          .compute = part(time.work[2]),
          .spread = stored_coefficient(phase.spread),
          .spread_elsewhere = stored_coefficient(phase.spread_elsewhere),
          .other_vendor = k_other_vendor,
          .spread_other_vendor =
              stored_coefficient(std::hypot(phase.spread_elsewhere, k_normal_deviations * k_other_vendor_spread)),
          .gpus = static_cast<int>(kind.gpus.size()),
          .vendor = kind.kin.vendor,
          .architecture = kind.kin.architecture,
          .memory = kind.kin.has_hbm ? "HBM" : "",
          .architectures = storage.keep({kind.architectures.begin(), kind.architectures.end()})};
}

/// By dataset, as ln index: that of the kin, and what the dataset adds.
std::vector<ScoreEvidence> evidence_of(const TokenTimeFit::Deviation& deviation, double estimate) {
  std::vector<ScoreEvidence> evidence;
  for (const auto& [dataset, part] : deviation.by_dataset) {
    evidence.push_back({dataset, stored(std::exp(estimate + part.log)), to_decimals(part.share, 4), part.readings});
  }
  return evidence;
}

}  // namespace

void add_token_scores(FittedScores& fitted, const TokenPhase& phase, ScoreStorage& storage) {
  auto kinds = kinds_in(phase);
  for (Kind& kind : successors_of(kinds, storage.catalog)) kinds.push_back(std::move(kind));
  std::sort(kinds.begin(), kinds.end(), [](const Kind& a, const Kind& b) { return a.kin < b.kin; });
  for (const Kind& kind : kinds) fitted.models.push_back(model_of(kind, phase, storage));
  const auto& reference = *storage.catalog.reference();
  for (const auto& [id, deviation] : phase.fit.gpus()) {
    const Gpu& gpu = *storage.catalog.gpu(id);
    const double seconds = phase.fit.time_of(kin_of(gpu)).seconds(*time_features_of(gpu, reference));
    const double estimate = std::log(phase.reference_seconds / seconds);
    const bool is_reference = id == reference.gpu;  // it defines the scale
    const double index = is_reference ? 0 : estimate + deviation.mean;
    const double half = is_reference ? 0 : k_normal_deviations * std::sqrt(deviation.variance);
    fitted.scores.push_back({.gpu = id,
                             .workload = phase.workload,
                             .precision = ScorePrecision::fp16,
                             .index = stored(std::exp(index)),
                             .low = stored(std::exp(index - half)),
                             .high = stored(std::exp(index + half)),
                             .measurements = deviation.readings(),
                             .sources = storage.keep({deviation.sources.begin(), deviation.sources.end()}),
                             .evidence = storage.evidence.emplace_back(
                                 is_reference ? std::vector<ScoreEvidence>() : evidence_of(deviation, estimate))});
  }
}

}  // namespace gpuadvisor
