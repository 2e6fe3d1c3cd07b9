#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "economics/build_cooling.hpp"
#include "economics/build_power.hpp"
#include "economics/feasibility.hpp"
#include "gpuadvisor/advice/machine.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/speed_kind.hpp"
#include "gpuadvisor/catalog/build_rule.hpp"
#include "gpuadvisor/catalog/deployment_rule.hpp"
#include "gpuadvisor/catalog/guide.hpp"
#include "gpuadvisor/economics/recommended_supply.hpp"
#include "gpuadvisor/economics/speedup.hpp"
#include "gpuadvisor/scoring/performance.hpp"

namespace gpuadvisor {

/// What several GPUs are to do: train one network together, or each its own.
enum class BuildMode { parallel, experiments };

template <>
inline constexpr auto k_enum_names<BuildMode> = std::to_array<std::string_view>({"parallel", "experiments"});

/// A build, and what is asked about it. Absent means not told.
struct BuildQuestion {
  std::vector<GpuGroup> parts;             // different GPUs; k_most_gpus in all
  std::optional<int> machines;             // absent: as many as boards of k_gpus_per_board take, one for modules
  std::vector<const Workload*> workloads;  // at least one
  BuildMode mode = BuildMode::parallel;
  std::optional<Watts> system;  // of each machine, besides its GPUs; absent: host_power()
  std::optional<Watts> supply;  // of each machine
  std::optional<Watts> limit;   // of each GPU
  std::optional<Cooling> cooling;
  std::optional<int> spacing;  // free slots between two cards
  std::optional<Deployment> deployment;
  std::optional<Usd> system_cost;  // of each machine, without its GPUs
  PriceRule price_rule;
};

/// How fast a build trains one kind of network. What cannot be told is absent.
struct BuildSpeed {
  const Workload* workload = nullptr;
  SpeedKind speed_kind = SpeedKind::index;
  std::optional<Performance> one;  // of the slowest of its GPUs at full power, where speeds are indices
  std::optional<double> one_speed;
  bool is_vendor_measured = true;  // false: GPUs of its vendors are not among those that the speed-up is from
  ExpectedSpeedup speedup;      // unknown for GPUs that do not train together; else of the GPUs of the largest machine
  std::optional<double> times;  // all machines, each training on its own, against one of the slowest GPU
  std::optional<double> limit_speed;  // at the power limit, against full power; 1 without a limit
  std::optional<double> speed;        // of all, as a multiple of the reference card
  std::optional<double> value;        // speed per 1000 dollars of the whole
};

/// What happens at a power limit that a guide tried.
struct TriedLimit {
  const PowerLimit* limit = nullptr;
  PowerNeed need;
  Watts saved;  // over all GPUs of the machine
  std::optional<SupplyFinding> supply;
};

/// The power of the largest machine.
struct BuildPower {
  std::optional<PowerNeed> need;  // absent where the power of a GPU is unknown
  Watts saved;                    // by the limit asked for
  std::string_view measured;      // on what the speed at that limit was measured; empty: nobody did
  std::optional<SupplyFinding> supply;
  std::optional<MachineSupply> recommended;  // where all GPUs are cards for desktops
  std::optional<Watts> advised;              // the smallest standard size that is comfortable; of such cards only
  std::vector<TriedLimit> tried;             // where all GPUs are of one model and no limit is asked for
  std::vector<const PowerSupplyRule*> said;
};

/// A warning of cards side by side.
struct HeatWarning {
  const Gpu* gpu = nullptr;
  Cooling cooling = Cooling::open_air;
  const CoolingRule* rule = nullptr;
};

/// Price of all GPUs in one condition, with the machines where their cost is told.
struct BuildPrice {
  Condition condition = Condition::brand_new;
  Usd gpus;
  Usd total;
  std::vector<PriceEstimate> each;  // of each part
};

/// What a guide says of such builds.
struct BuildStatement {
  const GuideRule* rule = nullptr;
  std::vector<BuildSpeed> measured_since;  // where a guide that speaks of such training gives no factor at all
};

/// A build with all that is told of it. Points into the catalog.
struct Build {
  BuildQuestion question;
  std::vector<int> machines;  // GPUs of each, the largest first
  std::vector<BuildSpeed> speeds;
  std::optional<Gibibytes> memory;        // of the GPU with the least
  std::optional<Gibibytes> total_memory;  // added up, which no network can use as one
  HostPower host;                         // of the largest machine
  Feasibility feasibility;                // of the largest machine
  BuildPower power;
  std::vector<HeatWarning> heat;  // side by side: asked for, or not ruled out
  std::optional<SlotNeed> slots;  // of the largest machine, with the spacing asked for or none
  std::vector<BuildPrice> prices;
  std::optional<BuildPrice> deciding;          // of the most current ones the lowest
  std::vector<const DeploymentRule*> licence;  // terms that leave its GPUs out of a data center
  std::vector<BuildStatement> rules;
  std::span<const Guide> guides;  // whose ids rules and limits have
  std::vector<Warning> warnings;

  [[nodiscard]] int count() const;
  [[nodiscard]] int largest() const { return machines.front(); }
  [[nodiscard]] bool is_mixed() const { return question.parts.size() > 1; }
  /// Whether its GPUs are of several vendors: they share no software to train one network with.
  [[nodiscard]] bool is_of_several_vendors() const;
  /// Whether all its GPUs sit on boards made for them, without slots.
  [[nodiscard]] bool is_of_modules() const;
  /// Whether all its GPUs are cards that a desktop's power supply feeds.
  [[nodiscard]] bool is_of_desktop_cards() const;
  /// Whether its cards have another cooler than their reference boards, so that their width is not known.
  [[nodiscard]] bool has_other_cooler() const;
};

/// Answers (docs/builds.md). Requires a catalog with a reference card, parts of 1 to k_most_gpus GPUs in all, not more
/// machines than GPUs, and one machine where the parts are of several models.
[[nodiscard]] Build build(const BuildQuestion& question, const Catalog& catalog);

/// Two builds as whole systems, for one workload.
struct BuildComparison {
  const Workload* workload = nullptr;
  std::array<std::optional<double>, 2> speeds;
  std::array<std::optional<Usd>, 2> costs;
  std::array<std::optional<double>, 2> values;  // speed per 1000 dollars
  std::optional<Usd> break_even;                // the cost of a machine at which both have the same value
  std::optional<bool> first_leads_above;        // whether the first has more value at costs above that
};

/// Of each workload that both were asked for. Machines count at the cost that the first was asked with, or nothing.
[[nodiscard]] std::vector<BuildComparison> build_comparisons(const Build& first, const Build& second);

}  // namespace gpuadvisor
