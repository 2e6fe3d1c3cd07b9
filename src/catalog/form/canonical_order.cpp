#include "canonical_order.hpp"

#include <algorithm>
#include <tuple>

#include "catalog/records/avoidance_target.hpp"

namespace gpuadvisor {
namespace {

/// Sorts the records of a table and leaves one of those with equal keys: the last one given, where that tells more than
/// the key.
template <class Record, class Key>
void sort(MergedRecords& read, Key key) {
  auto& records = read.of<Record>().records;
  std::reverse(records.begin(), records.end());
  std::stable_sort(records.begin(), records.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  records.erase(
      std::unique(records.begin(), records.end(), [&](const auto& a, const auto& b) { return key(a) == key(b); }),
      records.end());
}

/// Of the GPUs that some guide advises against, the ids, so that answers about others look no further.
std::vector<std::string_view> avoided_gpus(const CatalogTables& tables) {
  std::vector<std::string_view> ids;
  for (const Avoidance& avoidance : tables.of<Avoidance>()) {
    const AvoidanceTarget target(avoidance);
    for (const Gpu& gpu : tables.of<Gpu>()) {
      if (target.includes(gpu)) ids.push_back(gpu.id);
    }
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace

void bring_into_canonical_order(MergedRecords& read) {
  const auto id = [](const auto& record) { return record.id; };
  sort<Source>(read, id);
  sort<Gpu>(read, id);
  sort<Network>(read, id);
  sort<Price>(read, [](const Price& p) {
    return std::tuple(p.gpu, p.condition, is_list_price(p), p.date, p.kind, p.price.value(), p.source, p.note, p.region,
                      p.currency, p.amount, p.asks, p.place);
  });
  sort<ExchangeRate>(read, [](const ExchangeRate& r) { return std::tuple(r.currency, r.month); });
  sort<Rent>(read, [](const Rent& r) {
    return std::tuple(r.gpu, r.date, r.provider, r.terms, r.count, r.price.value(), r.region, r.instance, r.source,
                      r.note);
  });
  sort<SystemName>(read, [](const SystemName& n) { return std::tuple(n.system, n.gpu, n.provider, n.name, n.source); });
  sort<ElectricityPrice>(read, [](const ElectricityPrice& e) {
    return std::tuple(e.region, e.customers, e.date, e.price.value(), e.source, e.note);
  });
  sort<CostAssumption>(read, id);
  sort<Host>(read, id);
  sort<HostPart>(read, [](const HostPart& p) {
    return std::tuple(p.item, p.date, p.spec, p.condition, p.price, p.region, p.amount, p.source, p.note);
  });
  sort<HostPowerReading>(read, [](const HostPowerReading& p) {
    return std::tuple(p.system, p.gpu, p.gpu_count, p.workload, p.what, p.date, p.watts, p.source, p.note);
  });
  sort<Circuit>(read, id);
  sort<ModelName>(read, [](const ModelName& name) { return name.name; });
  sort<FormatQuality>(read, [](const FormatQuality& q) {
    return std::tuple(q.network, q.format, q.text, q.perplexity.value(), q.in_16_bits.value(), q.date, q.source);
  });
  sort<SupportEvent>(read, [](const SupportEvent& e) {
    const std::vector<std::string_view> targets(e.targets.begin(), e.targets.end());
    const std::vector<std::string_view> gpus(e.gpus.begin(), e.gpus.end());
    return std::tuple(e.vendor, e.architecture, e.stack, e.date, e.event, targets, e.version, e.source, e.note,
                      e.date_grade, gpus);
  });
  sort<MemoryFloor>(read,
                    [](const MemoryFloor& f) { return std::tuple(f.workload, f.from, f.memory, f.advised, f.source); });
  sort<DeploymentRule>(
      read, [](const DeploymentRule& r) { return std::tuple(r.deployment, r.vendor, r.segment, r.terms, r.source); });
  sort<ArchitectureFeature>(read, [](const ArchitectureFeature& f) {
    const std::vector<std::string_view> architectures(f.architectures.begin(), f.architectures.end());
    return std::tuple(f.feature, f.vendor, f.has, architectures, f.note, f.source);
  });
  sort<FeatureFigure>(read, [](const FeatureFigure& f) {
    return std::tuple(f.feature, f.what, f.value, f.to, f.unit, f.note, f.source);
  });
  sort<ScoreModel>(read, [](const ScoreModel& m) {
    return std::tuple(m.workload, m.precision, m.vendor, m.architecture, m.memory);
  });
  sort<Score>(read, [](const Score& s) { return std::tuple(s.workload, s.precision, s.gpu); });
  sort<Speedup>(read, [](const Speedup& s) { return std::tuple(s.workload, s.basis, s.count); });
  sort<PriceLevel>(read, [](const PriceLevel& l) { return std::tuple(l.gpu, l.condition); });
  sort<MarketMonth>(read, [](const MarketMonth& m) { return std::tuple(m.market, m.month); });
}

void derive_tables(CatalogStorage& storage) {
  CatalogTables& tables = storage.tables;
  std::vector<std::string_view> recalled;
  for (const Source& source : tables.of<Source>()) {
    if (source.grade == SourceGrade::recalled) recalled.push_back(source.id);
  }
  tables.recalled_sources = storage.text.keep(std::move(recalled));
  tables.avoided_gpus = storage.text.keep(avoided_gpus(tables));

  const auto prices = tables.of<Price>();
  tables.newest_price.reset();
  for (const Price& price : prices) {
    tables.newest_price = std::max(tables.newest_price.value_or(price.date), price.date);
  }
  std::vector<std::uint32_t> first_price;
  for (const Gpu& gpu : tables.of<Gpu>()) {
    const auto first = std::lower_bound(prices.begin(), prices.end(), gpu.id,
                                        [](const Price& price, std::string_view id) { return price.gpu < id; });
    first_price.push_back(static_cast<std::uint32_t>(first - prices.begin()));
  }
  first_price.push_back(static_cast<std::uint32_t>(prices.size()));
  tables.first_price = storage.text.keep(std::move(first_price));
}

}  // namespace gpuadvisor
