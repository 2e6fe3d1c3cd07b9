#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "electricity.hpp"
#include "exchange_rate.hpp"
#include "format_quality.hpp"
#include "gpuadvisor/catalog/build_rule.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/chart.hpp"
#include "gpuadvisor/catalog/deployment_rule.hpp"
#include "gpuadvisor/catalog/feature.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/catalog/memory_floor.hpp"
#include "gpuadvisor/catalog/network.hpp"
#include "gpuadvisor/catalog/persona.hpp"
#include "gpuadvisor/catalog/platform.hpp"
#include "gpuadvisor/catalog/price_level.hpp"
#include "gpuadvisor/catalog/support_event.hpp"
#include "host.hpp"
#include "model_name.hpp"
#include "own_price.hpp"
#include "rent.hpp"
#include "system_name.hpp"

namespace gpuadvisor {

class LaterScores;

/// How a record that a layer gives joins those of the layers below.
enum class Joining : unsigned char {
  merged,    // by id, field by field
  added,     // to the others; equal ones collapse
  latest,    // in place of the one with its key; sorted by it
  in_place,  // the same, in the order of the data files
  computed,  // from prices, like `latest`; those of a layer below go where a layer has prices
};

/// What is true of a table whatever its records hold. Lists of fields are separated by blanks.
struct TableRules {
  std::string_view key;  // in the data files
  Joining joining;
  bool is_one_line;             // in the data files each record stands on a line of its own
  std::string_view key_fields;  // tell a record from the others
  std::string_view sorted_by;   // in the data files, most important first; none: the order is the author's, and counts
};

template <class Record>
struct CatalogTable {
  TableRules rules;
};

/// All tables, in the order of data files. The list drives reading, checking, comparing, writing and embedding, so that
/// none can forget one.
inline constexpr std::tuple k_tables = [] {
  using enum Joining;
  constexpr bool k_line = true;
  constexpr bool k_lines = false;
  return std::tuple{
      CatalogTable<Source>{{"sources", merged, k_lines, "id", "id"}},
      CatalogTable<Gpu>{{"gpus", merged, k_lines, "id", "released id"}},
      CatalogTable<Price>{{"prices", added, k_line, "gpu condition kind date source",
                           "gpu date condition kind price_usd source note region currency amount"}},
      CatalogTable<ExchangeRate>{{"exchange_rates", latest, k_line, "currency month", "currency month"}},
      CatalogTable<Rent>{{"rents", added, k_line, "gpu date provider terms count source",
                          "gpu date provider terms count usd_per_hour region instance source note"}},
      CatalogTable<SystemName>{
          {"system_names", added, k_line, "system gpu provider name", "system gpu provider name source"}},
      CatalogTable<ElectricityPrice>{{"electricity", added, k_line, "region customers date source",
                                      "region customers date usd_per_kwh source note"}},
      CatalogTable<CostAssumption>{{"cost_assumptions", latest, k_line, "id", "id"}},
      CatalogTable<Host>{{"hosts", merged, k_line, "id", "id"}},
      CatalogTable<HostPart>{{"host_parts", added, k_line, "item spec condition date source note",
                              "item date spec condition price_usd region amount source note"}},
      CatalogTable<HostPowerReading>{{"host_power", added, k_line,
                                      "system gpu gpu_count workload what date source note",
                                      "system gpu gpu_count workload what date watts source note"}},
      CatalogTable<Circuit>{{"circuits", latest, k_line, "id", "id"}},
      CatalogTable<SupportEvent>{{"support", added, k_line, "vendor architecture targets stack event",
                                  "vendor architecture stack date event targets version source note"}},
      CatalogTable<Workload>{{"workloads", merged, k_line, "id", ""}},
      CatalogTable<MemoryFloor>{{"memory_floors", in_place, k_line, "workload from", ""}},
      CatalogTable<DeploymentRule>{{"deployment_rules", added, k_lines, "deployment vendor segment", ""}},
      CatalogTable<Feature>{{"features", merged, k_lines, "id", ""}},
      CatalogTable<ArchitectureFeature>{{"architecture_features", added, k_line, "feature vendor architectures", ""}},
      CatalogTable<FeatureFigure>{{"feature_figures", in_place, k_line, "feature what", ""}},
      CatalogTable<Network>{{"models", merged, k_lines, "id", "id"}},
      CatalogTable<ModelName>{{"model_names", latest, k_line, "name", "name"}},
      CatalogTable<FormatQuality>{{"format_quality", added, k_line, "network format text source",
                                   "network format text perplexity in_16_bits date source"}},
      CatalogTable<ScoreModel>{{"score_models", latest, k_line, "workload precision vendor architecture memory",
                                "workload precision vendor architecture memory"}},
      CatalogTable<Score>{{"scores", latest, k_line, "workload precision gpu", "workload precision gpu"}},
      CatalogTable<Speedup>{{"speedups", latest, k_line, "workload basis count", "workload basis count"}},
      CatalogTable<PriceLevel>{{"price_levels", computed, k_line, "gpu condition", "gpu condition"}},
      CatalogTable<MarketMonth>{{"market_months", computed, k_line, "market month", "market month"}},
      CatalogTable<Guide>{{"guides", in_place, k_lines, "id", ""}},
      CatalogTable<GuideUpdate>{{"guide_updates", in_place, k_lines, "guide date", ""}},
      CatalogTable<GuideRule>{{"guide_rules", in_place, k_lines, "guide id", ""}},
      CatalogTable<Avoidance>{{"avoidances", in_place, k_lines, "guide id", ""}},
      CatalogTable<GuideRatio>{{"guide_ratios", in_place, k_lines, "guide id", ""}},
      CatalogTable<UpgradeRule>{{"upgrade_rules", in_place, k_lines, "guide id", ""}},
      CatalogTable<PersonaType>{{"persona_types", in_place, k_lines, "id", ""}},
      CatalogTable<Persona>{{"personas", in_place, k_lines, "guide id", ""}},
      CatalogTable<ChartNode>{{"chart_nodes", in_place, k_lines, "guide id", ""}},
      CatalogTable<CoolingRule>{{"cooling_rules", in_place, k_lines, "guide id", ""}},
      CatalogTable<PowerLimit>{{"power_limits", in_place, k_lines, "guide gpu limit_w", ""}},
      CatalogTable<PowerSupplyRule>{{"power_supply_rules", in_place, k_lines, "guide gpu count supply_w limit_w", ""}},
      CatalogTable<ClusterMix>{{"cluster_mixes", in_place, k_lines, "guide id", ""}},
      CatalogTable<PlatformRule>{{"platform_rules", in_place, k_lines, "guide id", ""}},
      CatalogTable<VendorNote>{{"vendor_notes", in_place, k_lines, "guide vendor", ""}},
      CatalogTable<FreeTier>{{"free_tiers", in_place, k_lines, "provider as_of accelerators", ""}},
  };
}();

/// Documents have `reference` and `default_workload` ahead of this table.
inline constexpr std::string_view k_table_behind_reference = "workloads";

/// What is measured on, which no catalog holds; behind all else in data files.
inline constexpr TableRules k_datasets = {"datasets", Joining::merged, false, "id", "id"};

/// Calls `visit(table)` for every table.
template <class Visit>
constexpr void for_each_table(Visit&& visit) {
  std::apply([&](const auto&... tables) { (visit(tables), ...); }, k_tables);
}

/// `Holder<Record>...` of all tables, e.g. a tuple of vectors.
template <template <class> class Holder>
struct PerTable {
  template <class... Record>
  static std::tuple<Holder<Record>...> tuple_of(const std::tuple<CatalogTable<Record>...>&);
  using Tuple = decltype(tuple_of(k_tables));
};
template <class Record>
using RecordView = std::span<const Record>;

/// The records of a catalog in canonical order: by id; by all fields where equal ones collapse (canonical_order.hpp);
/// by their key where there is one per key; else as in the data files. Every reference between them resolves: loading
/// guarantees it.
struct CatalogTables {
  PerTable<RecordView>::Tuple records;
  std::span<const std::uint32_t> first_price;  // offsets, one more than GPUs: where each GPU's prices begin
  std::optional<ScoreReference> reference;     // absent only in a catalog without workloads
  std::string_view default_workload;
  std::span<const std::string_view> recalled_sources;  // ids of the sources graded `recalled`
  std::span<const std::string_view> avoided_gpus;      // ids of the GPUs that a guide advises against, sorted
  std::optional<PartialDate> newest_price;             // the latest date of prices
  std::span<const OwnPrice> own_prices = {};           // of the asker, in no data file
  const LaterScores* later_scores = nullptr;           // in place of the tables of scores and models

  template <class Record>
  [[nodiscard]] constexpr std::span<const Record>& of() {
    return std::get<std::span<const Record>>(records);
  }
  template <class Record>
  [[nodiscard]] constexpr std::span<const Record> of() const {
    return std::get<std::span<const Record>>(records);
  }
};

/// The words of a list, e.g. of TableRules::key_fields.
[[nodiscard]] std::vector<std::string_view> words(std::string_view list);

/// Whether a field of this key, if it holds texts, is about GPUs of the catalog: ids of them.
constexpr bool is_gpu_key(std::string_view key) {
  return key == "gpu" || key == "gpus" || key == "over" || key == "owned";
}

/// Whether records name GPUs of the catalog, themselves or in a part.
template <class Record>
constexpr bool names_gpus() {
  bool found = false;
  for_each_field<Record>([&]<class Member>(const Field<Record, Member>& field, std::size_t) {
    if constexpr (std::is_same_v<Member, std::string_view>) {
      found = found || is_gpu_key(field.key);
    } else if constexpr (requires { typename Member::element_type; }) {
      using Part = std::remove_const_t<typename Member::element_type>;
      found = found || (std::is_same_v<Part, std::string_view> && is_gpu_key(field.key));
      if constexpr (k_field_count < Part >> 0) found = found || names_gpus<Part>();
    }
  });
  return found;
}

}  // namespace gpuadvisor
