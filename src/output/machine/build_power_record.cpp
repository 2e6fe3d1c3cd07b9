#include "build_power_record.hpp"

#include <array>

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

constexpr auto k_supply_bases = std::to_array<std::string_view>({"vendor", "estimated"});

}  // namespace

template <>
Record<SupplyFinding> description() {
  return Record<SupplyFinding>("supply", "What a power supply leaves", Layout::one_line)
      .member<&SupplyFinding::supply>("supply_w", "The power supply", positive())
      .member<&SupplyFinding::headroom>("headroom_w", "What it leaves; below 0: what it lacks")
      .member<&SupplyFinding::share>("headroom_share", "The same as a share of the supply")
      .member<&SupplyFinding::verdict>("verdict", "Whether it is enough");
}

template <>
Record<MachineSupply> description() {
  return Record<MachineSupply>("recommendation", "What vendors' figures ask for", Layout::one_line)
      .member<&MachineSupply::total>("supply_w", "For all cards: one_w less saved_w, and further_w", positive())
      .member("standard_supply_w", "The smallest standard size that is not below it", positive(),
              [](const MachineSupply& supply) { return standard_supply(supply.total()); })
      .member<&MachineSupply::first, &Gpu::id>("gpu", "The most demanding card", id())
      .member<&MachineSupply::one, &RecommendedSupply::supply>("one_w", "For a desktop with that card alone",
                                                               positive())
      .member<&MachineSupply::saved>("saved_w", "By the power limit of that card", least(0))
      .member<&MachineSupply::further>("further_w", "Power of all other cards, or their limits", least(0))
      .member("basis", "Whether one_w is the vendor's figure, or estimated from those of other cards",
              one_of(k_supply_bases),
              [](const MachineSupply& supply) { return k_supply_bases[supply.one.is_estimated ? 1 : 0]; })
      .member<&MachineSupply::one, &RecommendedSupply::sources>(
          "sources", "Of the vendor's figure, or of those that it is estimated from", ids(), fewest(1));
}

template <>
Record<TriedLimit> description() {
  return Record<TriedLimit>("tried_limit", "A limit that a guide tried")
      .member<&TriedLimit::limit, &PowerLimit::limit>("limit_w", "Of each GPU", positive())
      .member<&TriedLimit::limit, &PowerLimit::speed>("speed", "Against full power, where it was measured", positive())
      .member<&TriedLimit::limit, &PowerLimit::measured>("measured", "On what", or_null())
      .member<&TriedLimit::limit, &PowerLimit::count>("count", "GPUs that the guide speaks of; null: any number",
                                                      least(1))
      .member<&TriedLimit::need, &PowerNeed::gpus>("gpus_w", "Of the GPUs at that limit", positive())
      .member<&TriedLimit::need, &PowerNeed::total>("total_w", "Of the machine", positive())
      .member<&TriedLimit::saved>("saved_w", "Against full power", least(0))
      .member<&TriedLimit::supply>("supply", "What the supply that was asked for leaves")
      .member<&TriedLimit::limit, &PowerLimit::says>("says", "What the guide says")
      .member<&TriedLimit::limit, &PowerLimit::guide>("guide", "Id of the guide", id())
      .member<&TriedLimit::limit, &PowerLimit::source>("source", "Of the statement", id());
}

template <>
Record<PowerSupplyRule> description() {
  return Record<PowerSupplyRule>("supply_rule", "What a guide says of a power supply", Layout::one_line)
      .member<&PowerSupplyRule::supply>("supply_w", "The power supply", positive())
      .member<&PowerSupplyRule::limit>("limit_w", "Of each GPU", positive())
      .member<&PowerSupplyRule::enough>("enough", "Whether it is enough")
      .member<&PowerSupplyRule::says>("says", "In words")
      .member<&PowerSupplyRule::guide>("guide", "Id of the guide", id())
      .member<&PowerSupplyRule::source>("source", "Of the statement", id());
}

Record<Build> power_record() {
  return Record<Build>("power", "Of the largest machine")
      .member("gpus_w", "Of its GPUs, or their limits", positive(),
              [](const Build& build) {
                const auto& need = build.power.need;
                return need ? std::optional(need->gpus) : std::nullopt;
              })
      .member<&Build::host, &HostPower::power>("system_w", "Of the rest", positive())
      .member<&Build::host, &HostPower::source>("system_source", "Source of that figure; null where it was asked for",
                                                id(), or_null())
      .member("total_w", "Together", positive(),
              [](const Build& build) {
                const auto& need = build.power.need;
                return need ? std::optional(need->total()) : std::nullopt;
              })
      .member<&Build::question, &BuildQuestion::limit>("limit_w", "Of each GPU, as asked for", positive())
      .member<&Build::power, &BuildPower::saved>("saved_w", "By that limit")
      .member<&Build::power, &BuildPower::supply>("supply", "What the supply that was asked for leaves")
      .member<&Build::power, &BuildPower::advised>(
          "advised_supply_w",
          "Smallest standard size that leaves a fifth and is not below the recommendation; null where none is, "
          "and for GPUs that are not cards for desktops",
          positive())
      .member<&Build::power, &BuildPower::recommended>(
          "recommendation",
          "Power supply recommended; null where it is unknown, and for GPUs that are not cards for desktops")
      .member<&Build::power, &BuildPower::tried>("limits", "Limits that guides tried, where none is asked for")
      .member<&Build::power, &BuildPower::said>("guides", "What guides say of supplies for as many of the GPU");
}

}  // namespace gpuadvisor
