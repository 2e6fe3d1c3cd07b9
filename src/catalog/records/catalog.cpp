#include "gpuadvisor/catalog/catalog.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "catalog_storage.hpp"
#include "later_scores.hpp"

namespace gpuadvisor {
namespace {

/// The record called `id` in a table sorted by id.
template <class Record>
const Record* find_sorted(std::span<const Record> table, std::string_view id) {
  const auto at = std::lower_bound(table.begin(), table.end(), id,
                                   [](const Record& record, std::string_view wanted) { return record.id < wanted; });
  return at != table.end() && at->id == id ? &*at : nullptr;
}

/// The same in any other table.
template <class Record>
const Record* find(std::span<const Record> table, std::string_view id) {
  const auto at = std::find_if(table.begin(), table.end(), [id](const Record& record) { return record.id == id; });
  return at == table.end() ? nullptr : &*at;
}

constexpr CatalogTables k_no_tables;

/// `storage` keeps its tables alive.
std::shared_ptr<const CatalogTables> tables_of(const std::shared_ptr<CatalogStorage>& storage) {
  return {storage, &storage->tables};
}

}  // namespace

std::vector<std::string_view> words(std::string_view list) {
  std::vector<std::string_view> found;
  while (!list.empty()) {
    const auto end = std::min(list.find(' '), list.size());
    found.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return found;
}

Catalog::Catalog() : m_tables(std::shared_ptr<void>(), &k_no_tables) {}

Catalog::Catalog(std::shared_ptr<const CatalogTables> tables) : m_tables(std::move(tables)) {
  if (m_tables->newest_price) m_made = m_as_of = m_tables->newest_price->last_day();
}

template <class Record>
std::span<const Record> Catalog::records() const {
  return m_tables->of<Record>();
}

/// What other files call of the function above: that of every table.
template <class... Record>
constexpr auto records_of(const std::tuple<CatalogTable<Record>...>& /*tables*/) {
  return std::tuple(&Catalog::records<Record>...);
}
extern const auto k_records_of_tables = records_of(k_tables);

const std::optional<ScoreReference>& Catalog::reference() const { return m_tables->reference; }
std::string_view Catalog::default_workload() const { return m_tables->default_workload; }
std::optional<PartialDate> Catalog::newest_price() const { return m_tables->newest_price; }

std::span<const Price> Catalog::prices_of(const Gpu& gpu) const {
  const auto index = static_cast<std::size_t>(&gpu - gpus().data());
  const auto first = m_tables->first_price[index];
  return prices().subspan(first, m_tables->first_price[index + 1] - first);
}

const Gpu* Catalog::gpu(std::string_view id) const { return find_sorted(gpus(), id); }
const Source* Catalog::source(std::string_view id) const { return find_sorted(records<Source>(), id); }
const Network* Catalog::network(std::string_view id) const { return find_sorted(records<Network>(), id); }

std::span<const SupportEvent> Catalog::support_of(std::string_view vendor, std::string_view architecture) const {
  const auto key = [](const auto& record) { return std::tie(record.vendor, record.architecture); };
  struct Wanted {
    std::string_view vendor;
    std::string_view architecture;
  };
  const auto before = [&](const auto& a, const auto& b) { return key(a) < key(b); };
  const auto events = records<SupportEvent>();
  const auto [first, last] = std::equal_range(events.begin(), events.end(), Wanted{vendor, architecture}, before);
  return {first, last};
}

bool Catalog::is_recalled(std::string_view source_id) const {
  const auto& recalled = m_tables->recalled_sources;
  return std::binary_search(recalled.begin(), recalled.end(), source_id);  // in the order of sources: by id
}

bool Catalog::is_avoided(std::string_view gpu_id) const {
  return std::binary_search(m_tables->avoided_gpus.begin(), m_tables->avoided_gpus.end(), gpu_id);
}

const Workload* Catalog::workload(std::string_view id) const { return find(records<Workload>(), id); }

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

const Feature* Catalog::feature(std::string_view id) const { return find(records<Feature>(), id); }

const Guide* Catalog::guide(std::string_view id) const { return find(records<Guide>(), id); }

namespace {

/// Whether a model is for GPUs with such memory: of their vendor and architecture, or any of the reference card's
/// vendor.
bool is_for(const ScoreModel& model, const Gpu& gpu, std::string_view vendor) {
  const bool is_own = model.vendor == gpu.vendor;
  return (is_own || model.vendor == vendor) &&
         (model.architecture.empty() || (is_own && model.architecture == gpu.architecture)) &&
         gpu.memory_type.starts_with(model.memory);
}

/// How much a model has in common with a GPU: memory says more than architecture, and that more than vendor.
int likeness(const ScoreModel& model, const Gpu& gpu) {
  return (model.memory.empty() ? 0 : 4) + (model.architecture.empty() ? 0 : 2) + (model.vendor == gpu.vendor ? 1 : 0);
}

}  // namespace

std::span<const ScoreModel> Catalog::score_models_of(std::string_view workload, ScorePrecision precision) const {
  if (m_tables->later_scores != nullptr) return m_tables->later_scores->of(workload, precision).models;
  return records_for(records<ScoreModel>(), workload, precision);
}

const ScoreModel* Catalog::score_model(std::string_view workload, ScorePrecision precision, const Gpu& gpu) const {
  const Gpu* const of_reference = reference() ? this->gpu(reference()->gpu) : nullptr;
  const ScoreModel* found = nullptr;
  for (const ScoreModel& model : score_models_of(workload, precision)) {
    const std::string_view vendor = of_reference != nullptr ? of_reference->vendor : model.vendor;
    if (!is_for(model, gpu, vendor)) continue;
    if (found == nullptr || likeness(model, gpu) > likeness(*found, gpu)) found = &model;
  }
  return found;
}

std::span<const Score> Catalog::scores_of(std::string_view workload, ScorePrecision precision) const {
  if (m_tables->later_scores != nullptr) return m_tables->later_scores->of(workload, precision).scores;
  return records_for(records<Score>(), workload, precision);
}

const Score* Catalog::score(std::string_view gpu, std::string_view workload, ScorePrecision precision) const {
  const auto scores = scores_of(workload, precision);
  const auto at = std::lower_bound(scores.begin(), scores.end(), gpu,
                                   [](const Score& score, std::string_view wanted) { return score.gpu < wanted; });
  return at != scores.end() && at->gpu == gpu ? &*at : nullptr;
}

const PriceLevel* Catalog::price_level(std::string_view gpu, Condition condition) const {
  const auto levels = records<PriceLevel>();
  const auto key = [](const PriceLevel& level) { return std::pair(level.gpu, level.condition); };
  const auto at = std::lower_bound(levels.begin(), levels.end(), std::pair(gpu, condition),
                                   [&](const PriceLevel& level, const auto& wanted) { return key(level) < wanted; });
  return at != levels.end() && key(*at) == std::pair(gpu, condition) ? &*at : nullptr;
}

const OwnPrice* Catalog::own_price(std::string_view gpu) const {
  const auto& prices = m_tables->own_prices;
  const auto at = std::find_if(prices.begin(), prices.end(), [&](const OwnPrice& own) { return own.quote.gpu == gpu; });
  return at == prices.end() ? nullptr : &*at;
}

Day Catalog::known_on(PartialDate date) const {
  const bool holds_today = m_made && date.first_day() <= *m_made;
  return holds_today ? std::min(date.last_day(), *m_made) : date.last_day();
}

namespace {

/// Keeps what of guides' words and figures `is_published`: speed-ups of guides, deployment rules, what is said of
/// features, and the guides. What a feature is stays, as specifications do, and so do the kinds of buyers, which are no
/// guide's.
template <class IsPublished>
void keep_published(CatalogStorage& storage, IsPublished is_published) {
  const auto is_said = [&](const auto& record) { return is_published(record.source); };
  storage.keep<Speedup>([&](const Speedup& speedup) {
    return speedup.basis == SpeedupBasis::guide &&
           std::all_of(speedup.sources.begin(), speedup.sources.end(), is_published);
  });
  storage.keep<DeploymentRule>(is_said);
  storage.keep<ArchitectureFeature>(is_said);
  storage.keep<FeatureFigure>(is_said);
  const auto all = storage.tables.of<Feature>();
  std::vector<Feature> features(all.begin(), all.end());
  for (Feature& feature : features) {
    if (!is_said(feature)) feature.notes = {};
  }
  storage.replace(std::move(features));
  const auto is_of_known_guide = [&](std::string_view id) {  // the table of guides is the first
    return find(storage.tables.of<Guide>(), id) != nullptr;
  };
  for_each_table([&]<class Record>(const CatalogTable<Record>& table) {
    if (table.rules.joining != Joining::in_place) return;
    if constexpr (std::is_same_v<Record, MemoryFloor>) {
      return;                                                  // a floor says itself from when on
    } else if constexpr (std::is_same_v<Record, ChartNode>) {  // a chart is there as a whole, or not at all
      storage.keep<Record>([&](const Record& record) { return is_of_known_guide(record.guide); });
    } else if constexpr (requires(const Record& record) { record.guide; }) {
      storage.keep<Record>([&](const Record& record) { return is_said(record) && is_of_known_guide(record.guide); });
    } else if constexpr (requires(const Record& record) { record.source; } && !std::is_same_v<Record, PersonaType>) {
      storage.keep<Record>(is_said);
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
  const bool is_earlier = !m_made || day < *m_made;
  const auto announced = [&](const Gpu& gpu) { return gpu.released && gpu.released->first_day() > day; };
  if (!is_earlier && std::none_of(gpus().begin(), gpus().end(), announced)) return view;

  const auto storage = std::make_shared<CatalogStorage>(*this);
  std::vector<Price> prices;
  std::vector<std::uint32_t> first_price;
  for (const Gpu& gpu : gpus()) {
    if (!on_sale(gpu)) continue;
    first_price.push_back(static_cast<std::uint32_t>(prices.size()));
    const auto all = prices_of(gpu);
    std::copy_if(all.begin(), all.end(), std::back_inserter(prices), seen);
  }
  first_price.push_back(static_cast<std::uint32_t>(prices.size()));
  storage->keep<Gpu>(on_sale);
  storage->replace(std::move(prices));
  storage->tables.first_price = storage->text.keep(std::move(first_price));
  if (is_earlier) {
    storage->keep<ExchangeRate>([&](const ExchangeRate& rate) { return rate.month.first_day() <= day; });
    storage->keep<Rent>([&](const Rent& rent) { return known_on(rent.date) <= day; });
    storage->keep<ElectricityPrice>([&](const ElectricityPrice& price) { return known_on(price.date) <= day; });
    storage->keep<FormatQuality>([&](const FormatQuality& quality) { return known_on(quality.date) <= day; });
    storage->keep<HostPart>([&](const HostPart& part) { return known_on(part.date) <= day; });
    storage->keep<HostPowerReading>([&](const HostPowerReading& power) { return known_on(power.date) <= day; });
    storage->replace<ScoreModel>({});
    storage->replace<Score>({});
    storage->tables.later_scores = nullptr;
    storage->replace<PriceLevel>({});
    storage->replace<MarketMonth>({});
    keep_published(*storage, [&](std::string_view id) {
      const Source* cited = source(id);
      return cited != nullptr && cited->date && known_on(*cited->date) <= day;
    });
  }
  view.m_tables = tables_of(storage);
  return view;
}

namespace {

/// Guides' speed-ups stay.
void replace_measured(CatalogStorage& storage, std::vector<Speedup> speedups) {
  const auto all = storage.tables.of<Speedup>();
  std::copy_if(all.begin(), all.end(), std::back_inserter(speedups),
               [](const Speedup& speedup) { return speedup.basis == SpeedupBasis::guide; });
  std::sort(speedups.begin(), speedups.end(), [](const Speedup& a, const Speedup& b) {
    return std::tie(a.workload, a.basis, a.count) < std::tie(b.workload, b.basis, b.count);
  });
  storage.replace(std::move(speedups));
}

}  // namespace

Catalog Catalog::with_scores(std::vector<ScoreModel> models, std::vector<Score> scores,
                             std::vector<Speedup> measured_speedups, std::shared_ptr<const void> text) const {
  const auto storage = std::make_shared<CatalogStorage>(*this);
  storage->text.keep(std::move(text));
  storage->replace(std::move(models));
  storage->replace(std::move(scores));
  storage->tables.later_scores = nullptr;
  replace_measured(*storage, std::move(measured_speedups));
  Catalog view = *this;
  view.m_tables = tables_of(storage);
  return view;
}

Catalog Catalog::with_scores(ScoreMaker make, std::vector<Speedup> measured_speedups,
                             std::shared_ptr<const void> text) const {
  Catalog view = with_scores({}, {}, std::move(measured_speedups), std::move(text));
  const auto storage = std::make_shared<CatalogStorage>(view);
  const auto later = std::make_shared<const LaterScores>(std::move(make));
  storage->text.keep(later);
  storage->tables.later_scores = later.get();
  view.m_tables = tables_of(storage);
  return view;
}

Catalog Catalog::with_prices(std::vector<PriceLevel> levels, std::vector<MarketMonth> months) const {
  const auto storage = std::make_shared<CatalogStorage>(*this);
  storage->replace(std::move(levels));
  storage->replace(std::move(months));
  Catalog view = *this;
  view.m_tables = tables_of(storage);
  return view;
}

Catalog Catalog::with_own_prices(std::vector<OwnPrice> prices) const {
  const auto storage = std::make_shared<CatalogStorage>(*this);
  storage->tables.own_prices = storage->text.keep(std::move(prices));
  Catalog view = *this;
  view.m_tables = tables_of(storage);
  return view;
}

Catalog Catalog::with_gpu_memory_share(double share) const {
  const auto storage = std::make_shared<CatalogStorage>(*this);
  std::vector<Gpu> all(gpus().begin(), gpus().end());
  for (Gpu& gpu : all) {
    if (gpu.segment == Segment::unified && gpu.vendor == "apple") gpu.gpu_memory_share = share;
  }
  storage->replace(std::move(all));
  Catalog view = *this;
  view.m_tables = tables_of(storage);
  return view;
}

Catalog Catalog::in_country(std::string_view country) const {
  Catalog view = *this;
  view.m_country = country;
  return view;
}

Catalog Catalog::rules_only() const {
  const auto storage = std::make_shared<CatalogStorage>(*this);
  CatalogTables& tables = storage->tables;
  tables.first_price = {};
  tables.avoided_gpus = {};
  tables.newest_price = {};
  std::set<std::string_view> cited;
  if (tables.reference) cited.insert(tables.reference->source);
  for_each_table([&]<class Record>(const CatalogTable<Record>&) {
    constexpr bool k_is_of_products =
        std::is_same_v<Record, Gpu> || std::is_same_v<Record, MarketMonth> || names_gpus<Record>();
    if constexpr (std::is_same_v<Record, SupportEvent>) {
      storage->keep<SupportEvent>([](const SupportEvent& event) { return event.gpus.empty(); });
    } else if constexpr (k_is_of_products) {
      tables.of<Record>() = {};
    }
    for (const Record& record : tables.of<Record>()) {
      if constexpr (std::is_same_v<Record, Speedup>) cited.insert(record.sources.begin(), record.sources.end());
      if constexpr (requires { record.source; }) cited.insert(record.source);
    }
  });
  storage->keep<Source>([&](const Source& source) { return cited.contains(source.id); });
  return Catalog(tables_of(storage));
}

}  // namespace gpuadvisor
