#include "gpuadvisor/catalog/catalog.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include "guide_records.hpp"

namespace gpuadvisor {
namespace {

/// The record called `id` in a table sorted by id.
template <class Record>
const Record* find_sorted(std::span<const Record> table, std::string_view id) {
  const auto at = std::lower_bound(table.begin(), table.end(), id,
                                   [](const Record& record, std::string_view wanted) { return record.id < wanted; });
  return at != table.end() && at->id == id ? &*at : nullptr;
}

/// What a filtered catalog owns: its own tables, and the catalog whose text they point to.
struct FilteredTables {
  std::vector<Source> sources;
  std::vector<Gpu> gpus;
  std::vector<Price> prices;
  std::vector<DeploymentRule> deployment_rules;
  std::vector<Feature> features;
  std::vector<ArchitectureFeature> architecture_features;
  std::vector<FeatureFigure> feature_figures;
  std::vector<Speedup> speedups;
  std::vector<std::uint32_t> first_price;
  GuideRecords guides;
  std::shared_ptr<const void> text;
};

/// Scores that a catalog was given, and what they and the rest of it view.
struct ScoreTables {
  std::vector<ScoreModel> models;
  std::vector<Score> scores;
  std::vector<Speedup> speedups;
  std::shared_ptr<const void> rest;
  std::shared_ptr<const void> text;
};

}  // namespace

Catalog::Catalog(const CatalogTables& tables, std::shared_ptr<const void> storage)
    : m_tables(tables), m_storage(std::move(storage)) {
  if (tables.newest_price) m_made = m_as_of = tables.newest_price->last_day();
}

std::span<const Price> Catalog::prices_of(const Gpu& gpu) const {
  const auto index = static_cast<std::size_t>(&gpu - m_tables.gpus.data());
  const auto first = m_tables.first_price[index];
  return m_tables.prices.subspan(first, m_tables.first_price[index + 1] - first);
}

const Gpu* Catalog::gpu(std::string_view id) const { return find_sorted(m_tables.gpus, id); }
const Source* Catalog::source(std::string_view id) const { return find_sorted(m_tables.sources, id); }
const Network* Catalog::network(std::string_view id) const { return find_sorted(m_tables.networks, id); }

std::span<const SupportEvent> Catalog::support_of(std::string_view vendor, std::string_view architecture) const {
  const auto key = [](const auto& record) { return std::tie(record.vendor, record.architecture); };
  struct Wanted {
    std::string_view vendor;
    std::string_view architecture;
  };
  const auto before = [&](const auto& a, const auto& b) { return key(a) < key(b); };
  const auto [first, last] =
      std::equal_range(m_tables.support.begin(), m_tables.support.end(), Wanted{vendor, architecture}, before);
  return {first, last};
}

bool Catalog::is_recalled(std::string_view source_id) const {
  const auto& recalled = m_tables.recalled_sources;
  return std::binary_search(recalled.begin(), recalled.end(), source_id);  // in the order of sources: by id
}

bool Catalog::is_avoided(std::string_view gpu_id) const {
  return std::binary_search(m_tables.avoided_gpus.begin(), m_tables.avoided_gpus.end(), gpu_id);
}

const Workload* Catalog::workload(std::string_view id) const {
  const auto at = std::find_if(m_tables.workloads.begin(), m_tables.workloads.end(),
                               [id](const Workload& workload) { return workload.id == id; });
  return at == m_tables.workloads.end() ? nullptr : &*at;
}

namespace {

/// The records of a table, sorted by workload and precision, that are for one of both.
template <class Record>
std::span<const Record> records_for(std::span<const Record> table, std::string_view workload,
                                    ScorePrecision precision) {
  const auto key = [](const auto& record) { return std::tie(record.workload, record.precision); };
  struct Wanted {
    std::string_view workload;
    ScorePrecision precision;
  };
  const auto before = [&](const auto& a, const auto& b) { return key(a) < key(b); };
  const auto [first, last] = std::equal_range(table.begin(), table.end(), Wanted{workload, precision}, before);
  return {first, last};
}

}  // namespace

const Feature* Catalog::feature(std::string_view id) const {
  const auto at = std::find_if(m_tables.features.begin(), m_tables.features.end(),
                               [id](const Feature& feature) { return feature.id == id; });
  return at == m_tables.features.end() ? nullptr : &*at;
}

const Guide* Catalog::guide(std::string_view id) const {
  const auto at = std::find_if(m_tables.guides.guides.begin(), m_tables.guides.guides.end(),
                               [id](const Guide& guide) { return guide.id == id; });
  return at == m_tables.guides.guides.end() ? nullptr : &*at;
}

const ScoreModel* Catalog::score_model(std::string_view workload, ScorePrecision precision) const {
  const auto models = records_for(m_tables.score_models, workload, precision);
  return models.empty() ? nullptr : models.data();
}

std::span<const Score> Catalog::scores_of(std::string_view workload, ScorePrecision precision) const {
  return records_for(m_tables.scores, workload, precision);
}

const Score* Catalog::score(std::string_view gpu, std::string_view workload, ScorePrecision precision) const {
  const auto scores = scores_of(workload, precision);
  const auto at = std::lower_bound(scores.begin(), scores.end(), gpu,
                                   [](const Score& score, std::string_view wanted) { return score.gpu < wanted; });
  return at != scores.end() && at->gpu == gpu ? &*at : nullptr;
}

Day Catalog::known_on(PartialDate date) const {
  const bool holds_today = m_made && date.first_day() <= *m_made;
  return holds_today ? std::min(date.last_day(), *m_made) : date.last_day();
}

namespace {

/// Puts into `kept`, and has `tables` view, what of guides' words and figures `is_published`: speed-ups of guides,
/// deployment rules, what is said of features, and the guides. What a feature is stays, as specifications do, and so do
/// the kinds of buyers, which are no guide's.
template <class IsPublished>
void keep_published(CatalogTables& tables, FilteredTables& kept, IsPublished is_published) {
  const auto keep = [](auto& table, auto& records, auto is_kept) {
    std::copy_if(table.begin(), table.end(), std::back_inserter(records), is_kept);
    table = records;
  };
  const auto is_said = [&](const auto& record) { return is_published(record.source); };
  keep(tables.speedups, kept.speedups, [&](const Speedup& speedup) {
    return speedup.basis == SpeedupBasis::guide &&
           std::all_of(speedup.sources.begin(), speedup.sources.end(), is_published);
  });
  keep(tables.deployment_rules, kept.deployment_rules, is_said);
  keep(tables.architecture_features, kept.architecture_features, is_said);
  keep(tables.feature_figures, kept.feature_figures, is_said);
  kept.features.assign(tables.features.begin(), tables.features.end());
  for (Feature& feature : kept.features) {
    if (!is_said(feature)) feature.notes = {};
  }
  tables.features = kept.features;
  const auto is_of_known_guide = [&](std::string_view id) {  // the table of guides is the first
    const auto& guides = tables.guides.guides;
    return std::any_of(guides.begin(), guides.end(), [&](const Guide& guide) { return guide.id == id; });
  };
  for_each_guide_table([&]<class Record>(const GuideTable<Record>& table) {
    auto& records = tables.guides.*table.records;
    if constexpr (std::is_same_v<Record, ChartNode>) {  // a chart is there as a whole, or not at all
      keep(records, records_of<Record>(kept.guides),
           [&](const Record& record) { return is_of_known_guide(record.guide); });
    } else if constexpr (requires(const Record& record) { record.guide; }) {
      keep(records, records_of<Record>(kept.guides),
           [&](const Record& record) { return is_said(record) && is_of_known_guide(record.guide); });
    } else if constexpr (!std::is_same_v<Record, PersonaType>) {
      keep(records, records_of<Record>(kept.guides), is_said);
    }
  });
}

}  // namespace

Catalog Catalog::known_by(Day day) const {
  const auto seen = [&](const Price& price) { return known_on(price.date) <= day; };
  const auto on_sale = [&](const Gpu& gpu) {
    if (gpu.released) return known_on(*gpu.released) <= day;
    const auto prices = prices_of(gpu);
    return prices.empty() ? m_made && *m_made <= day : std::any_of(prices.begin(), prices.end(), seen);
  };

  Catalog view = *this;
  view.m_as_of = day;
  if (!m_made || day < *m_made) view.m_tables.score_models = {}, view.m_tables.scores = {};
  const auto announced = [&](const Gpu& gpu) { return gpu.released && gpu.released->first_day() > day; };
  if (m_made && *m_made <= day && std::none_of(gpus().begin(), gpus().end(), announced)) return view;

  auto kept = std::make_shared<FilteredTables>();
  kept->text = m_storage;
  for (const Gpu& gpu : gpus()) {
    if (!on_sale(gpu)) continue;
    kept->gpus.push_back(gpu);
    kept->first_price.push_back(static_cast<std::uint32_t>(kept->prices.size()));
    const auto prices = prices_of(gpu);
    std::copy_if(prices.begin(), prices.end(), std::back_inserter(kept->prices), seen);
  }
  kept->first_price.push_back(static_cast<std::uint32_t>(kept->prices.size()));
  if (!m_made || day < *m_made) {
    keep_published(view.m_tables, *kept, [&](std::string_view id) {
      const Source* cited = source(id);
      return cited != nullptr && cited->date && known_on(*cited->date) <= day;
    });
  }
  view.m_tables.gpus = kept->gpus;
  view.m_tables.prices = kept->prices;
  view.m_tables.first_price = kept->first_price;
  view.m_storage = std::move(kept);
  return view;
}

Catalog Catalog::with_scores(std::vector<ScoreModel> models, std::vector<Score> scores,
                             std::vector<Speedup> measured_speedups, std::shared_ptr<const void> text) const {
  std::vector<Speedup> speedups = std::move(measured_speedups);
  std::copy_if(m_tables.speedups.begin(), m_tables.speedups.end(), std::back_inserter(speedups),
               [](const Speedup& speedup) { return speedup.basis == SpeedupBasis::guide; });
  std::sort(speedups.begin(), speedups.end(), [](const Speedup& a, const Speedup& b) {
    return std::tie(a.workload, a.basis, a.count) < std::tie(b.workload, b.basis, b.count);
  });
  auto kept = std::make_shared<ScoreTables>(
      ScoreTables{std::move(models), std::move(scores), std::move(speedups), m_storage, std::move(text)});
  Catalog view = *this;
  view.m_tables.score_models = kept->models;
  view.m_tables.scores = kept->scores;
  view.m_tables.speedups = kept->speedups;
  view.m_storage = std::move(kept);
  return view;
}

Catalog Catalog::rules_only() const {
  const auto cites_in_guides = [&](const auto& cites) {
    bool found = false;
    for_each_guide_table([&]<class Record>(const GuideTable<Record>& table) {
      if constexpr (!names_gpus<Record>()) found = found || cites(m_tables.guides.*table.records);
    });
    return found;
  };
  const auto is_cited = [&](const Source& source) {
    const auto cites = [&](const auto& records) {
      return std::any_of(records.begin(), records.end(),
                         [&](const auto& record) { return record.source == source.id; });
    };
    return (m_tables.reference && m_tables.reference->source == source.id) || cites(m_tables.workloads) ||
           cites(m_tables.memory_floors) || cites(m_tables.deployment_rules) || cites(m_tables.support) ||
           cites(m_tables.features) || cites(m_tables.architecture_features) || cites(m_tables.feature_figures) ||
           cites(m_tables.networks) || cites_in_guides(cites) ||
           std::any_of(m_tables.speedups.begin(), m_tables.speedups.end(), [&](const Speedup& s) {
             return std::find(s.sources.begin(), s.sources.end(), source.id) != s.sources.end();
           });
  };
  auto kept = std::make_shared<FilteredTables>();
  kept->text = m_storage;
  std::copy_if(m_tables.sources.begin(), m_tables.sources.end(), std::back_inserter(kept->sources), is_cited);
  CatalogTables tables;
  tables.sources = kept->sources;
  tables.support = m_tables.support;
  tables.workloads = m_tables.workloads;
  tables.memory_floors = m_tables.memory_floors;
  tables.deployment_rules = m_tables.deployment_rules;
  tables.features = m_tables.features;
  tables.architecture_features = m_tables.architecture_features;
  tables.feature_figures = m_tables.feature_figures;
  tables.networks = m_tables.networks;
  tables.score_models = m_tables.score_models;
  tables.speedups = m_tables.speedups;
  tables.reference = m_tables.reference;
  tables.default_workload = m_tables.default_workload;
  tables.recalled_sources = m_tables.recalled_sources;
  for_each_guide_table([&]<class Record>(const GuideTable<Record>& table) {
    if constexpr (!names_gpus<Record>()) tables.guides.*table.records = m_tables.guides.*table.records;
  });
  return Catalog(tables, std::move(kept));
}

}  // namespace gpuadvisor
