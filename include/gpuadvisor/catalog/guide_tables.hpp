#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "gpuadvisor/catalog/build_rule.hpp"
#include "gpuadvisor/catalog/chart.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/catalog/persona.hpp"
#include "gpuadvisor/catalog/platform.hpp"

namespace gpuadvisor {

/// What published guides advise, in the order of the data files.
struct GuideTables {
  std::span<const Guide> guides;
  std::span<const GuideUpdate> updates;
  std::span<const GuideRule> rules;
  std::span<const Avoidance> avoidances;
  std::span<const GuideRatio> ratios;
  std::span<const UpgradeRule> upgrade_rules;
  std::span<const PersonaType> persona_types;
  std::span<const Persona> personas;
  std::span<const ChartNode> chart_nodes;
  std::span<const CoolingRule> cooling_rules;
  std::span<const PowerLimit> power_limits;
  std::span<const PowerSupplyRule> power_supply_rules;
  std::span<const ClusterMix> cluster_mixes;
  std::span<const PlatformRule> platform_rules;
  std::span<const VendorNote> vendor_notes;
  std::span<const FreeTier> free_tiers;
};

/// A table of GuideTables: its key in the data files, its member, and how many of the first fields of a record are its
/// key. A layer has one record per key; a later layer's takes the place of an earlier one's.
template <class Record>
struct GuideTable {
  using record_type = Record;
  std::string_view key;
  std::string_view record_name;
  std::span<const Record> GuideTables::*records;
  std::size_t key_fields;
};

/// Whether a field is about GPUs of the catalog: ids of them, by its key.
constexpr bool is_gpu_key(std::string_view key) {
  return key == "gpu" || key == "gpus" || key == "over" || key == "owned";
}

/// Whether records name GPUs of the catalog, themselves or in a part.
template <class Record>
constexpr bool names_gpus() {
  bool found = false;
  for_each_field<Record>([&]<class Member>(const Field<Record, Member>& field, std::size_t) {
    found = found || is_gpu_key(field.key);
    if constexpr (requires { typename Member::element_type; }) {
      using Part = std::remove_const_t<typename Member::element_type>;
      if constexpr (k_field_count < Part >> 0) found = found || names_gpus<Part>();
    }
  });
  return found;
}

/// All tables. The list drives reading, checking, writing and embedding, so that none can forget one.
inline constexpr std::tuple k_guide_tables = {
    GuideTable<Guide>{"guides", "Guide", &GuideTables::guides, 1},
    GuideTable<GuideUpdate>{"guide_updates", "GuideUpdate", &GuideTables::updates, 2},
    GuideTable<GuideRule>{"guide_rules", "GuideRule", &GuideTables::rules, 2},
    GuideTable<Avoidance>{"avoidances", "Avoidance", &GuideTables::avoidances, 2},
    GuideTable<GuideRatio>{"guide_ratios", "GuideRatio", &GuideTables::ratios, 2},
    GuideTable<UpgradeRule>{"upgrade_rules", "UpgradeRule", &GuideTables::upgrade_rules, 2},
    GuideTable<PersonaType>{"persona_types", "PersonaType", &GuideTables::persona_types, 1},
    GuideTable<Persona>{"personas", "Persona", &GuideTables::personas, 2},
    GuideTable<ChartNode>{"chart_nodes", "ChartNode", &GuideTables::chart_nodes, 2},
    GuideTable<CoolingRule>{"cooling_rules", "CoolingRule", &GuideTables::cooling_rules, 2},
    GuideTable<PowerLimit>{"power_limits", "PowerLimit", &GuideTables::power_limits, 3},
    GuideTable<PowerSupplyRule>{"power_supply_rules", "PowerSupplyRule", &GuideTables::power_supply_rules, 5},
    GuideTable<ClusterMix>{"cluster_mixes", "ClusterMix", &GuideTables::cluster_mixes, 2},
    GuideTable<PlatformRule>{"platform_rules", "PlatformRule", &GuideTables::platform_rules, 2},
    GuideTable<VendorNote>{"vendor_notes", "VendorNote", &GuideTables::vendor_notes, 2},
    GuideTable<FreeTier>{"free_tiers", "FreeTier", &GuideTables::free_tiers, 3},
};

/// Calls `visit(table)` for every table.
template <class Visit>
constexpr void for_each_guide_table(Visit&& visit) {
  std::apply([&](const auto&... tables) { (visit(tables), ...); }, k_guide_tables);
}

/// `Holder<Record>...` of all tables, e.g. a tuple of vectors.
template <template <class> class Holder>
struct PerGuideTable {
  template <class... Record>
  static std::tuple<Holder<Record>...> tuple_of(const std::tuple<GuideTable<Record>...>&);
  using type = decltype(tuple_of(k_guide_tables));
};

}  // namespace gpuadvisor
