#include <array>

#include "build_view.hpp"
#include "output/phrases/shared_records.hpp"
#include "statement_record.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

constexpr auto k_supply_bases = std::to_array<std::string_view>({"vendor", "estimated"});

/// What was asked of all builds, and of the first.
struct BuildQuery {
  const Build& first;
};

/// The speed-up of a speed.
struct SpeedupOf {
  const BuildSpeed& speed;
};

/// The power of a build's largest machine, with what was asked about it.
struct PowerOf {
  const Build& build;
};

/// The slots of a build's largest machine. Requires them known.
struct SlotsOf {
  const Build& build;
};

/// The price of a part of a build.
struct PartPrice {
  const Gpu* gpu = nullptr;
  const PriceEstimate& price;
};

/// A price of a build.
struct PriceOf {
  const Build& build;
  const BuildPrice& price;
};

std::vector<PartPrice> part_prices(const PriceOf& one) {
  std::vector<PartPrice> prices;
  for (std::size_t i = 0; i < one.price.each.size(); ++i) {
    prices.push_back({one.build.question.parts[i].gpu, one.price.each[i]});
  }
  return prices;
}

std::vector<PriceOf> prices_of(const Build& build) {
  std::vector<PriceOf> prices;
  for (const BuildPrice& price : build.prices) prices.push_back({build, price});
  return prices;
}

}  // namespace

template <>
const Record<BuildQuery>& record() {
  static const auto k_record =
      Record<BuildQuery>("query", "Every option in force")
          .member("workloads", "What the builds train",
                  [](const BuildQuery& query) { return mapped(query.first.question.workloads, &Workload::id); })
          .ids()
          .fewest(1)
          .member("mode", "What the GPUs do", [](const BuildQuery& query) { return query.first.question.mode; })
          .member("system_power_w", "Of the largest machine of the first build, besides its GPUs",
                  [](const BuildQuery& query) { return query.first.host.power; })
          .positive()
          .member("supply_w", "Power supply of a machine",
                  [](const BuildQuery& query) { return query.first.question.supply; })
          .positive()
          .member("power_limit_w", "Of each GPU of the first build",
                  [](const BuildQuery& query) { return query.first.question.limit; })
          .positive()
          .member("cooling", "Of the cards; null: that of the reference boards",
                  [](const BuildQuery& query) { return query.first.question.cooling; })
          .member("spacing", "Free slots between two cards; null: not stated",
                  [](const BuildQuery& query) { return query.first.question.spacing; })
          .least(0)
          .member("deployment", "Where it is to run",
                  [](const BuildQuery& query) { return query.first.question.deployment; })
          .member("system_cost_usd", "Of a machine without its GPUs",
                  [](const BuildQuery& query) { return query.first.question.system_cost; })
          .positive();
  return k_record;
}

template <>
const Record<BuildPart>& record() {
  static const auto k_record =
      Record<BuildPart>("part", "Equal GPUs of a build", Layout::one_line)
          .member("id", "Of the GPU", [](const BuildPart& part) { return part.gpu->id; })
          .id()
          .member("name", "Of the GPU", [](const BuildPart& part) { return part.gpu->name; })
          .member<&BuildPart::count>("count", "How many")
          .least(1)
          .member("memory_gb", "That one device sees",
                  [](const BuildPart& part) { return memory_per_device(*part.gpu); })
          .positive()
          .member("tdp_w", "Board power", [](const BuildPart& part) { return part.gpu->tdp; })
          .positive()
          .member("peak_power_w", "Highest measured peak that lasts less than a millisecond",
                  [](const BuildPart& part) { return part.gpu->peak_power; })
          .positive()
          .member("slots", "Its width", [](const BuildPart& part) { return part.gpu->slots; })
          .least(1)
          .member("cooling", "Of the reference board", [](const BuildPart& part) { return part.gpu->cooling; })
          .member("pcie_gen", "Generation of PCIe",
                  [](const BuildPart& part) { return unless_empty(part.gpu->pcie_gen); })
          .member("nvlink_gbs", "Both directions together", [](const BuildPart& part) { return part.gpu->nvlink; })
          .positive();
  return k_record;
}

template <>
const Record<SpeedupOf>& record() {
  static const auto k_record =
      Record<SpeedupOf>("speedup", "Of the GPUs of the largest machine against one", Layout::one_line)
          .member("count", "GPUs of that machine", [](const SpeedupOf& of) { return of.speed.speedup.count; })
          .least(1)
          .member("factor", "Times as fast as one", [](const SpeedupOf& of) { return of.speed.speedup.factor; })
          .positive()
          .member("low", "Lower end of the 80 % interval", [](const SpeedupOf& of) { return of.speed.speedup.low; })
          .positive()
          .member("high", "Upper end of the 80 % interval", [](const SpeedupOf& of) { return of.speed.speedup.high; })
          .positive()
          .member("basis", "How it is known", [](const SpeedupOf& of) { return of.speed.speedup.basis; })
          .member("measurements", "Pairs of one GPU and several",
                  [](const SpeedupOf& of) { return of.speed.speedup.measurements; })
          .least(0)
          .member("vendor_measured", "False: measured on another vendor's GPUs only",
                  [](const SpeedupOf& of) { return of.speed.is_vendor_measured; })
          .member("guide", "What a guide says", [](const SpeedupOf& of) { return of.speed.speedup.guide; })
          .positive()
          .member("sources", "Of the measurements, or of the guide",
                  [](const SpeedupOf& of) { return of.speed.speedup.sources; })
          .ids();
  return k_record;
}

template <>
const Record<BuildSpeed>& record() {
  static const auto k_record =
      Record<BuildSpeed>("speed", "How fast a build trains for one workload")
          .member("workload", "What it trains", [](const BuildSpeed& speed) { return speed.workload->id; })
          .id()
          .member("speed_is", "Whether speeds are performance indices or priority scores",
                  [](const BuildSpeed& speed) { return speed.speed_kind; })
          .member<&BuildSpeed::one_speed>("one_gpu", "Of one GPU, the slowest; the reference card has 1")
          .positive()
          .member("performance", "The same with its interval, where speeds are performance",
                  [](const BuildSpeed& speed) { return speed_for(speed.workload->id, speed.one); })
          .member("speedup", "Of the GPUs of the largest machine against one",
                  [](const BuildSpeed& speed) { return SpeedupOf{speed}; })
          .member<&BuildSpeed::times>("times", "All machines against one GPU; in experiments the number of runs")
          .positive()
          .member<&BuildSpeed::limit_speed>(
              "limit_factor",
              "Speed at the power limit against full power; 1 without a limit, null where nobody measured it")
          .positive()
          .member<&BuildSpeed::speed>("speed", "Of all GPUs; the reference card has 1")
          .positive()
          .member<&BuildSpeed::value>("value", "Speed per 1000 dollars of the whole")
          .positive();
  return k_record;
}

template <>
const Record<SupplyFinding>& record() {
  static const auto k_record =
      Record<SupplyFinding>("supply", "What a power supply leaves", Layout::one_line)
          .member<&SupplyFinding::supply>("supply_w", "The power supply")
          .positive()
          .member<&SupplyFinding::headroom>("headroom_w", "What it leaves; below 0: what it lacks")
          .member<&SupplyFinding::share>("headroom_share", "The same as a share of the supply")
          .member<&SupplyFinding::verdict>("verdict", "Whether it is enough");
  return k_record;
}

template <>
const Record<MachineSupply>& record() {
  static const auto k_record =
      Record<MachineSupply>("recommendation", "What vendors' figures ask for", Layout::one_line)
          .member("supply_w", "For all cards: one_w less saved_w, and further_w",
                  [](const MachineSupply& supply) { return supply.total(); })
          .positive()
          .member("standard_supply_w", "The smallest standard size that is not below it",
                  [](const MachineSupply& supply) { return standard_supply(supply.total()); })
          .positive()
          .member("gpu", "The most demanding card", [](const MachineSupply& supply) { return supply.first->id; })
          .id()
          .member("one_w", "For a desktop with that card alone",
                  [](const MachineSupply& supply) { return supply.one.supply; })
          .positive()
          .member<&MachineSupply::saved>("saved_w", "By the power limit of that card")
          .least(0)
          .member<&MachineSupply::further>("further_w", "Power of all other cards, or their limits")
          .least(0)
          .member("basis", "Whether one_w is the vendor's figure, or estimated from those of other cards",
                  [](const MachineSupply& supply) { return k_supply_bases[supply.one.is_estimated ? 1 : 0]; })
          .one_of(k_supply_bases)
          .member("sources", "Of the vendor's figure, or of those that it is estimated from",
                  [](const MachineSupply& supply) { return supply.one.sources; })
          .ids()
          .fewest(1);
  return k_record;
}

template <>
const Record<TriedLimit>& record() {
  static const auto k_record =
      Record<TriedLimit>("tried_limit", "A limit that a guide tried")
          .member("limit_w", "Of each GPU", [](const TriedLimit& tried) { return tried.limit->limit; })
          .positive()
          .member("speed", "Against full power, where it was measured",
                  [](const TriedLimit& tried) { return tried.limit->speed; })
          .positive()
          .member("measured", "On what", [](const TriedLimit& tried) { return unless_empty(tried.limit->measured); })
          .member("count", "GPUs that the guide speaks of; null: any number",
                  [](const TriedLimit& tried) { return tried.limit->count; })
          .least(1)
          .member("gpus_w", "Of the GPUs at that limit", [](const TriedLimit& tried) { return tried.need.gpus; })
          .positive()
          .member("total_w", "Of the machine", [](const TriedLimit& tried) { return tried.need.total(); })
          .positive()
          .member<&TriedLimit::saved>("saved_w", "Against full power")
          .least(0)
          .member<&TriedLimit::supply>("supply", "What the supply that was asked for leaves")
          .member("says", "What the guide says", [](const TriedLimit& tried) { return tried.limit->says; })
          .member("guide", "Id of the guide", [](const TriedLimit& tried) { return tried.limit->guide; })
          .id()
          .member("source", "Of the statement", [](const TriedLimit& tried) { return tried.limit->source; })
          .id();
  return k_record;
}

template <>
const Record<PowerSupplyRule>& record() {
  static const auto k_record =
      Record<PowerSupplyRule>("supply_rule", "What a guide says of a power supply", Layout::one_line)
          .member<&PowerSupplyRule::supply>("supply_w", "The power supply")
          .positive()
          .member<&PowerSupplyRule::limit>("limit_w", "Of each GPU")
          .positive()
          .member<&PowerSupplyRule::enough>("enough", "Whether it is enough")
          .member<&PowerSupplyRule::says>("says", "In words")
          .member<&PowerSupplyRule::guide>("guide", "Id of the guide")
          .id()
          .member<&PowerSupplyRule::source>("source", "Of the statement")
          .id();
  return k_record;
}

template <>
const Record<PowerOf>& record() {
  static const auto k_record =
      Record<PowerOf>("power", "Of the largest machine")
          .member("gpus_w", "Of its GPUs, or their limits",
                  [](const PowerOf& of) {
                    const auto& need = of.build.power.need;
                    return need ? std::optional(need->gpus) : std::nullopt;
                  })
          .positive()
          .member("system_w", "Of the rest", [](const PowerOf& of) { return of.build.host.power; })
          .positive()
          .member("system_source", "Source of that figure; null where it was asked for",
                  [](const PowerOf& of) { return unless_empty(of.build.host.source); })
          .id()
          .member("total_w", "Together",
                  [](const PowerOf& of) {
                    const auto& need = of.build.power.need;
                    return need ? std::optional(need->total()) : std::nullopt;
                  })
          .positive()
          .member("limit_w", "Of each GPU, as asked for", [](const PowerOf& of) { return of.build.question.limit; })
          .positive()
          .member("saved_w", "By that limit", [](const PowerOf& of) { return of.build.power.saved; })
          .member(
              "supply", "What the supply that was asked for leaves",
              [](const PowerOf& of) -> const auto& { return of.build.power.supply; })
          .member("advised_supply_w",
                  "Smallest standard size that leaves a fifth and is not below the recommendation; null where none is, "
                  "and for GPUs that are not cards for desktops",
                  [](const PowerOf& of) { return of.build.power.advised; })
          .positive()
          .member(
              "recommendation",
              "Power supply recommended; null where it is unknown, and for GPUs that are not cards for desktops",
              [](const PowerOf& of) -> const auto& { return of.build.power.recommended; })
          .member(
              "limits", "Limits that guides tried, where none is asked for",
              [](const PowerOf& of) -> const auto& { return of.build.power.tried; })
          .member(
              "guides", "What guides say of supplies for as many of the GPU",
              [](const PowerOf& of) -> const auto& { return of.build.power.said; });
  return k_record;
}

template <>
const Record<HeatWarning>& record() {
  static const auto k_record =
      Record<HeatWarning>("heat_warning", "A guide's warning of cards side by side")
          .member("gpu", "Id of the GPU", [](const HeatWarning& warning) { return warning.gpu->id; })
          .id()
          .member<&HeatWarning::cooling>("cooling", "That it warns of")
          .member("adjacent_from", "From so many cards",
                  [](const HeatWarning& warning) { return warning.rule->adjacent_from; })
          .least(1)
          .member("possible", "Whether the guide only says that it may be",
                  [](const HeatWarning& warning) { return warning.rule->possible; })
          .member("advises", "What it advises instead",
                  [](const HeatWarning& warning) { return warning.rule->advises; })
          .member("says", "In words", [](const HeatWarning& warning) { return warning.rule->says; })
          .member("guide", "Id of the guide", [](const HeatWarning& warning) { return warning.rule->guide; })
          .id()
          .member("source", "Of the warning", [](const HeatWarning& warning) { return warning.rule->source; })
          .id();
  return k_record;
}

template <>
const Record<SlotsOf>& record() {
  static const auto k_record =
      Record<SlotsOf>("slots", "Slots that the cards take", Layout::one_line)
          .member("needed", "With the free ones between them", [](const SlotsOf& of) { return of.build.slots->needed; })
          .least(1)
          .member("available", "On boards for 4 GPUs", [](const SlotsOf& of) { return of.build.slots->available; })
          .least(1)
          .member("fits", "Whether they fit there", [](const SlotsOf& of) { return of.build.slots->fits(); })
          .member("reference_board", "True: the width is that of the reference boards, which have another cooler",
                  [](const SlotsOf& of) { return of.build.has_other_cooler(); });
  return k_record;
}

template <>
const Record<DeploymentRule>& record() {
  static const auto k_record =
      Record<DeploymentRule>("licence", "Terms that leave its GPUs out of somewhere", Layout::one_line)
          .member<&DeploymentRule::deployment>("deployment", "Where")
          .member<&DeploymentRule::terms>("terms", "What they say")
          .member<&DeploymentRule::source>("source", "Of the terms")
          .id();
  return k_record;
}

template <>
const Record<PartPrice>& record() {
  static const auto k_record =
      Record<PartPrice>("part_price", "The price of one GPU of a model", Layout::one_line)
          .member("gpu", "Id of the GPU", [](const PartPrice& part) { return part.gpu->id; })
          .id()
          .member("condition", "Of the goods", [](const PartPrice& part) { return part.price.condition; })
          .member(
              "price", "Of one", [](const PartPrice& part) -> const auto& { return part.price; });
  return k_record;
}

template <>
const Record<PriceOf>& record() {
  static const auto k_record = Record<PriceOf>("build_price", "A price of all GPUs")
                                   .member("gpus_usd", "Of all GPUs", [](const PriceOf& of) { return of.price.gpus; })
                                   .positive()
                                   .member("total_usd", "With the machines, at the cost asked for",
                                           [](const PriceOf& of) { return of.price.total; })
                                   .positive()
                                   .member("each", "Of each model", [](const PriceOf& of) { return part_prices(of); })
                                   .fewest(1);
  return k_record;
}

template <>
const Record<Statement>& record() {
  static const auto k_record =
      Record<Statement>("statement", "A statement of a guide", Layout::one_line)
          .member("id", "Of the statement", [](const Statement& one) { return one.rule->id; })
          .id()
          .member("topic", "What it is about", [](const Statement& one) { return one.rule->topic; })
          .member("says", "In words", [](const Statement& one) { return one.rule->says; })
          .member("steps", "In order, where it is a list", [](const Statement& one) { return one.rule->steps; })
          .member("guide", "Id of the guide", [](const Statement& one) { return one.rule->guide; })
          .id()
          .member("source", "Of the statement", [](const Statement& one) { return one.rule->source; })
          .id();
  return k_record;
}

namespace {

/// A speed-up that was measured after a guide spoke.
struct MeasuredSince {
  const BuildSpeed& speed;
};

}  // namespace

template <>
const Record<MeasuredSince>& record() {
  static const auto k_record =
      Record<MeasuredSince>("measured_since", "A speed-up that was measured", Layout::one_line)
          .member("workload", "What was trained", [](const MeasuredSince& since) { return since.speed.workload->id; })
          .id()
          .member("count", "GPUs that trained", [](const MeasuredSince& since) { return since.speed.speedup.count; })
          .least(2)
          .member("factor", "Times as fast as one GPU, where the model fits in one",
                  [](const MeasuredSince& since) { return *since.speed.speedup.factor; })
          .positive()
          .member("measurements", "Pairs of one GPU and several",
                  [](const MeasuredSince& since) { return since.speed.speedup.measurements; })
          .least(1);
  return k_record;
}

template <>
const Record<BuildStatement>& record() {
  static const auto k_record =
      Record<BuildStatement>("build_statement", "A statement of a guide, and what was measured since", Layout::one_line)
          .members_of([](const BuildStatement& statement) { return Statement{statement.rule}; })
          .member("measured_since", "Where the guide gives no factor", [](const BuildStatement& statement) {
            return mapped(statement.measured_since, [](const BuildSpeed& speed) { return MeasuredSince{speed}; });
          });
  return k_record;
}

template <>
const Record<Build>& record() {
  static const auto k_record =
      Record<Build>("build", "A build")
          .member(
              "gpus", "Its GPUs by model", [](const Build& build) -> const auto& { return build.question.parts; })
          .fewest(1)
          .member<&Build::machines>("machines", "GPUs of each machine, the largest first")
          .fewest(1)
          .member<&Build::speeds>("speeds", "By workload")
          .fewest(1)
          .member<&Build::memory>("memory_per_gpu_gb", "Of the GPU with the least: a model must fit in it")
          .positive()
          .member<&Build::total_memory>("memory_total_gb", "Added up")
          .positive()
          .constant("memory_pooled", "The sum is not one memory", {false})
          .member("power", "Of the largest machine", [](const Build& build) { return PowerOf{build}; })
          .member<&Build::heat>("heat", "Warnings of cards side by side, unless they stand apart")
          .member(
              "slots", "Of the largest machine; null where a width is not known",
              [](const Build& build) { return build.slots ? std::optional<SlotsOf>(SlotsOf{build}) : std::nullopt; })
          .member<&Build::licence>("licence", "Terms that leave its GPUs out of somewhere: policy risks")
          .member("prices", "By condition in which all its GPUs have a price",
                  [](const Build& build) { return prices_of(build); })
          .member("value_price", "What value goes by: the lowest of the most current ones",
                  [](const Build& build) {
                    return build.deciding ? std::optional<PriceOf>(PriceOf{build, *build.deciding}) : std::nullopt;
                  })
          .member<&Build::rules>("rules", "What guides say of such builds")
          .member<&Build::warnings>("warnings", "What to know before trusting");
  return k_record;
}

template <>
const Record<BuildDuel>& record() {
  static const auto k_record =
      Record<BuildDuel>("comparison", "Two builds for one workload", Layout::one_line)
          .member("workload", "What they train", [](const BuildDuel& duel) { return duel.workload->id; })
          .id()
          .member<&BuildDuel::speeds>("speeds", "Of all GPUs, of the first build and the second")
          .fewest(2)
          .member<&BuildDuel::costs>("costs_usd", "Of whole systems")
          .fewest(2)
          .member<&BuildDuel::values>("values", "Speed per 1000 dollars")
          .fewest(2)
          .member<&BuildDuel::flip>("flip_system_cost_usd", "Cost of a machine at which both have the same value")
          .positive()
          .member<&BuildDuel::first_leads_above>("first_leads_above", "Whether the first has more value above that");
  return k_record;
}

template <>
const Record<BuildView>& record() {
  static const auto k_record =
      answer_record<BuildView>("build", "build", "What several GPUs in one machine or more do, need and cost")
          .member("query", "Every option in force",
                  [](const BuildView& view) { return BuildQuery{view.builds.front()}; })
          .member(
              "results", "The build, and the one that it is compared with",
              [](const BuildView& view) -> const auto& { return view.builds; })
          .fewest(1)
          .member(
              "comparison", "Of two builds; else empty",
              [](const BuildView& view) -> const auto& { return view.duels; })
          .member(
              "warnings", "What to know before trusting",
              [](const BuildView& view) -> const auto& { return view.notes; });
  return k_record;
}

std::string build_json(const BuildView& view) { return json_text(value_of(view)); }

}  // namespace gpuadvisor
