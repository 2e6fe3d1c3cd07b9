#include "canonical_order.hpp"

#include <algorithm>
#include <tuple>

#include "catalog/records/avoidance_target.hpp"

namespace gpuadvisor {
namespace {

template <class Record, class Key>
void sort_and_collapse(std::vector<Record>& records, Key key) {
  std::sort(records.begin(), records.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  records.erase(
      std::unique(records.begin(), records.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
      records.end());
}

/// Sorts records of which there is one per key: the last one given.
template <class Record, class Key>
void sort_and_replace(std::vector<Record>& records, Key key) {
  std::reverse(records.begin(), records.end());
  std::stable_sort(records.begin(), records.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  records.erase(
      std::unique(records.begin(), records.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
      records.end());
}

/// Tells which GPUs some guide advises against, so that answers about others look no further.
void note_avoided(CatalogStorage& storage) {
  for (const Avoidance& avoidance : records_of<Avoidance>(storage.guides)) {
    const AvoidanceTarget target(avoidance);
    for (const Gpu& gpu : storage.gpus) {
      if (target.includes(gpu)) storage.avoided_gpus.push_back(gpu.id);
    }
  }
  auto& ids = storage.avoided_gpus;
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

}  // namespace

void bring_into_canonical_order(CatalogStorage& storage) {
  const auto by_id = [](const auto& a, const auto& b) { return a.id < b.id; };
  std::sort(storage.sources.begin(), storage.sources.end(), by_id);
  std::sort(storage.gpus.begin(), storage.gpus.end(), by_id);
  std::sort(storage.networks.begin(), storage.networks.end(), by_id);
  for (const Source& source : storage.sources) {
    if (source.grade == SourceGrade::recalled) storage.recalled_sources.push_back(source.id);
  }

  note_avoided(storage);

  sort_and_collapse(storage.prices, [](const Price& p) {
    return std::tuple(p.gpu, p.condition, p.kind, p.date, p.price.value(), p.source, p.note, p.region);
  });
  sort_and_collapse(storage.support, [](const SupportEvent& e) {
    const std::vector<std::string_view> targets(e.targets.begin(), e.targets.end());
    return std::tuple(e.vendor, e.architecture, e.stack, e.date, e.event, targets, e.version, e.source, e.note,
                      e.date_grade);
  });

  sort_and_collapse(storage.memory_floors,
                    [](const MemoryFloor& f) { return std::tuple(f.workload, f.from, f.memory, f.advised, f.source); });

  sort_and_collapse(storage.deployment_rules, [](const DeploymentRule& r) {
    return std::tuple(r.deployment, r.vendor, r.segment, r.terms, r.source);
  });
  sort_and_collapse(storage.architecture_features, [](const ArchitectureFeature& f) {
    const std::vector<std::string_view> architectures(f.architectures.begin(), f.architectures.end());
    return std::tuple(f.feature, f.vendor, f.has, architectures, f.note, f.source);
  });
  sort_and_collapse(storage.feature_figures, [](const FeatureFigure& f) {
    return std::tuple(f.feature, f.what, f.value, f.to, f.unit, f.note, f.source);
  });

  sort_and_replace(storage.score_models, [](const ScoreModel& m) { return std::tuple(m.workload, m.precision); });
  sort_and_replace(storage.scores, [](const Score& s) { return std::tuple(s.workload, s.precision, s.gpu); });
  sort_and_replace(storage.speedups, [](const Speedup& s) { return std::tuple(s.workload, s.basis, s.count); });

  for (const Price& price : storage.prices) {
    storage.newest_price = std::max(storage.newest_price.value_or(price.date), price.date);
  }
  for (const Gpu& gpu : storage.gpus) {
    const auto first = std::lower_bound(storage.prices.begin(), storage.prices.end(), gpu.id,
                                        [](const Price& price, std::string_view id) { return price.gpu < id; });
    storage.first_price.push_back(static_cast<std::uint32_t>(first - storage.prices.begin()));
  }
  storage.first_price.push_back(static_cast<std::uint32_t>(storage.prices.size()));
}

}  // namespace gpuadvisor
