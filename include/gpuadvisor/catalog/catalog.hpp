#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/catalog/price.hpp"
#include "gpuadvisor/catalog/price_level.hpp"
#include "gpuadvisor/catalog/score.hpp"
#include "gpuadvisor/catalog/source.hpp"
#include "gpuadvisor/catalog/workload.hpp"
#include "gpuadvisor/core/date.hpp"

namespace gpuadvisor {

// Who reads these records includes their headers: a change to one of them concerns few.
struct CatalogTables;
struct OwnPrice;
struct Feature;
struct Guide;
struct SupportEvent;

/// What makes the speeds of a workload in one precision, sorted like a catalog's. `text` keeps alive what they view.
struct ScoreSet {
  std::vector<ScoreModel> models;
  std::vector<Score> scores;
  std::shared_ptr<const void> text;
};
using ScoreMaker = std::function<ScoreSet(std::string_view workload, ScorePrecision precision)>;

/// GPUs, their prices and what backs them: an immutable value, cheap to copy.
/// Records point into the catalog's storage and live as long as any copy of the catalog does.
class Catalog {
 public:
  /// An empty catalog.
  Catalog();
  /// `tables` keep alive what they view.
  explicit Catalog(std::shared_ptr<const CatalogTables> tables);

  /// The table of such records, for all types of k_tables (catalog/records/catalog_tables.hpp).
  template <class Record>
  [[nodiscard]] std::span<const Record> records() const;
  [[nodiscard]] std::span<const Gpu> gpus() const { return records<Gpu>(); }
  [[nodiscard]] std::span<const Price> prices() const { return records<Price>(); }
  /// The card that scores are relative to; absent only in a catalog without workloads.
  [[nodiscard]] const std::optional<ScoreReference>& reference() const;
  [[nodiscard]] std::string_view default_workload() const;
  /// The latest date of the prices.
  [[nodiscard]] std::optional<PartialDate> newest_price() const;
  /// For code that treats the records of all tables alike.
  [[nodiscard]] const CatalogTables& tables() const { return *m_tables; }

  /// Requires a GPU of this catalog.
  [[nodiscard]] std::span<const Price> prices_of(const Gpu& gpu) const;
  /// What is known of the software support of an architecture, of all dates: by stack, date.
  [[nodiscard]] std::span<const SupportEvent> support_of(std::string_view vendor, std::string_view architecture) const;

  // The record of an id or a key; null when the catalog has none.
  [[nodiscard]] const Gpu* gpu(std::string_view id) const;
  [[nodiscard]] const Source* source(std::string_view id) const;
  [[nodiscard]] const Workload* workload(std::string_view id) const;
  [[nodiscard]] const Feature* feature(std::string_view id) const;
  [[nodiscard]] const Guide* guide(std::string_view id) const;
  [[nodiscard]] const Network* network(std::string_view id) const;
  /// The models for a workload; with those of scores_of() all that it has of them, also where they are made later.
  [[nodiscard]] std::span<const ScoreModel> score_models_of(std::string_view workload, ScorePrecision precision) const;
  /// The model that is most like a GPU: first for its kind of memory, then its architecture, then its vendor; of a
  /// vendor without models that of the reference card's.
  [[nodiscard]] const ScoreModel* score_model(std::string_view workload, ScorePrecision precision,
                                              const Gpu& gpu) const;
  /// The measured scores for a workload, by gpu.
  [[nodiscard]] std::span<const Score> scores_of(std::string_view workload, ScorePrecision precision) const;
  /// The measured score of a GPU; null when it has none.
  [[nodiscard]] const Score* score(std::string_view gpu, std::string_view workload, ScorePrecision precision) const;
  /// What offers of a GPU cost today by the model of prices; null where it says nothing.
  [[nodiscard]] const PriceLevel* price_level(std::string_view gpu, Condition condition) const;
  /// What the asker can buy a GPU for; null where they did not tell.
  [[nodiscard]] const OwnPrice* own_price(std::string_view gpu) const;
  /// Whether a source is general knowledge without a page at hand.
  [[nodiscard]] bool is_recalled(std::string_view source_id) const;

  /// Whether a guide, of whatever date, advises against a GPU: advice/avoidance.hpp tells which, and why.
  [[nodiscard]] bool is_avoided(std::string_view gpu_id) const;

  /// The catalog's "today": the last day of the newest price, or the day it was seen as of.
  /// Empty when there are no prices.
  [[nodiscard]] std::optional<Day> as_of() const { return m_as_of; }

  /// Whether the catalog is asked for a day after its newest price.
  [[nodiscard]] bool is_ahead_of_data() const { return m_made && m_as_of && *m_made < *m_as_of; }
  /// The last day of which it can know prices. Requires an as_of.
  [[nodiscard]] Day newest_day() const { return m_made ? std::min(*m_made, *m_as_of) : *m_as_of; }

  /// Last day of `date`; of a span that has begun when the catalog was made, not later than that day: what the catalog
  /// holds of it was known then.
  [[nodiscard]] Day known_on(PartialDate date) const;

  /// The catalog as it was on `day`: only products released and prices seen by then. A product without a
  /// release date counts from its first price; one without either is known only today. Scores, measured speed-ups and
  /// levels of prices rest on what was seen until today: an earlier day has none until with_scores() and with_prices()
  /// give it its own. A guide's
  /// speed-ups, deployment rules, what is said of features (of architectures, figures, notes) and the rest of what
  /// guides say are known from the date of their sources on, and not without their guide; what a feature is, which
  /// figures tell it, the kinds of buyers, and the shapes of networks, always.
  [[nodiscard]] Catalog known_by(Day day) const;

  /// The same catalog with other scores, models and measured speed-ups in place of its own, sorted like its
  /// own. `text` keeps alive what they view.
  [[nodiscard]] Catalog with_scores(std::vector<ScoreModel> models, std::vector<Score> scores,
                                    std::vector<Speedup> measured_speedups, std::shared_ptr<const void> text) const;

  /// The same with scores and models that `make`, a pure function, makes of a workload in a precision when they are
  /// first asked for: an answer needs few of them, and fitting takes long. records() has none of them.
  [[nodiscard]] Catalog with_scores(ScoreMaker make, std::vector<Speedup> measured_speedups,
                                    std::shared_ptr<const void> text) const;

  /// The same catalog with other levels of prices and months of markets in place of its own, sorted like its own.
  [[nodiscard]] Catalog with_prices(std::vector<PriceLevel> levels, std::vector<MarketMonth> months) const;

  /// The same catalog with what the asker can buy GPUs for, at most one price of each.
  [[nodiscard]] Catalog with_own_prices(std::vector<OwnPrice> prices) const;

  /// The same catalog with the share of their memory that the asker lets the GPUs of Apple's machines use.
  [[nodiscard]] Catalog with_gpu_memory_share(double share) const;

  /// The same catalog for a buyer of a country, by ISO 3166: its asks count, and where it has none, those of
  /// k_home_country.
  [[nodiscard]] Catalog in_country(std::string_view country) const;
  [[nodiscard]] std::string_view country() const { return m_country; }

  /// Only the rules, with their sources: workloads, reference card, memory floors, deployment rules, software support,
  /// features, networks, score models, speed-ups, and of the guides what names no GPU. A base for other products.
  [[nodiscard]] Catalog rules_only() const;

 private:
  std::shared_ptr<const CatalogTables> m_tables;
  std::optional<Day> m_made;   // when the newest price was seen
  std::optional<Day> m_as_of;  // m_made, or earlier after known_by
  std::string m_country{k_home_country};
};

}  // namespace gpuadvisor
