#include "build_power_record.hpp"
#include "build_view.hpp"
#include "output/phrases/shared_records.hpp"
#include "statement_record.hpp"

namespace gpuadvisor {
namespace {

using Layout = JsonWriter::Layout;

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

Record<Build> build_query_record() {
  return Record<Build>("query", "Every option in force")
      .member<&Build::question, &BuildQuestion::workloads, &Workload::id>("workloads", "What the builds train", ids(),
                                                                          fewest(1))
      .member<&Build::question, &BuildQuestion::mode>("mode", "What the GPUs do")
      .member<&Build::host, &HostPower::power>(
          "system_power_w", "Of the largest machine of the first build, besides its GPUs", positive())
      .member<&Build::question, &BuildQuestion::supply>("supply_w", "Power supply of a machine", positive())
      .member<&Build::question, &BuildQuestion::limit>("power_limit_w", "Of each GPU of the first build", positive())
      .member<&Build::question, &BuildQuestion::cooling>("cooling", "Of the cards; null: that of the reference boards")
      .member<&Build::question, &BuildQuestion::spacing>("spacing", "Free slots between two cards; null: not stated",
                                                         least(0))
      .member<&Build::question, &BuildQuestion::deployment>("deployment", "Where it is to run")
      .member<&Build::question, &BuildQuestion::system_cost>("system_cost_usd", "Of a machine without its GPUs",
                                                             positive());
}

}  // namespace

namespace {

Record<GpuGroup> part_record() {
  return Record<GpuGroup>("part", "Equal GPUs of a build", Layout::one_line)
      .member<&GpuGroup::gpu, &Gpu::id>("id", "Of the GPU", id())
      .member<&GpuGroup::gpu, &Gpu::name>("name", "Of the GPU")
      .member<&GpuGroup::count>("count", "How many", least(1))
      .member<&GpuGroup::gpu, &memory_per_device>("memory_gb", "That one device sees", positive())
      .member<&GpuGroup::gpu, &Gpu::tdp>("tdp_w", "Board power", positive())
      .member<&GpuGroup::gpu, &Gpu::peak_power>("peak_power_w",
                                                "Highest measured peak that lasts less than a millisecond", positive())
      .member<&GpuGroup::gpu, &Gpu::slots>("slots", "Its width", least(1))
      .member<&GpuGroup::gpu, &Gpu::cooling>("cooling", "Of the reference board")
      .member<&GpuGroup::gpu, &Gpu::pcie_gen>("pcie_gen", "Generation of PCIe", or_null())
      .member<&GpuGroup::gpu, &Gpu::nvlink>("nvlink_gbs", "Both directions together", positive());
}

Record<BuildSpeed> speedup_record() {
  return Record<BuildSpeed>("speedup", "Of the GPUs of the largest machine against one", Layout::one_line)
      .member<&BuildSpeed::speedup, &ExpectedSpeedup::count>("count", "GPUs of that machine", least(1))
      .member<&BuildSpeed::speedup, &ExpectedSpeedup::factor>("factor", "Times as fast as one", positive())
      .member<&BuildSpeed::speedup, &ExpectedSpeedup::low>("low", "Lower end of the 80 % interval", positive())
      .member<&BuildSpeed::speedup, &ExpectedSpeedup::high>("high", "Upper end of the 80 % interval", positive())
      .member<&BuildSpeed::speedup, &ExpectedSpeedup::basis>("basis", "How it is known")
      .member<&BuildSpeed::speedup, &ExpectedSpeedup::measurements>("measurements", "Pairs of one GPU and several",
                                                                    least(0))
      .member<&BuildSpeed::is_vendor_measured>("vendor_measured", "False: measured on another vendor's GPUs only")
      .member<&BuildSpeed::speedup, &ExpectedSpeedup::guide>("guide", "What a guide says", positive())
      .member<&BuildSpeed::speedup, &ExpectedSpeedup::sources>("sources", "Of the measurements, or of the guide",
                                                               ids());
}

}  // namespace

template <>
Record<BuildSpeed> description() {
  return Record<BuildSpeed>("speed", "How fast a build trains for one workload")
      .member<&BuildSpeed::workload, &Workload::id>("workload", "What it trains", id())
      .member<&BuildSpeed::speed_kind>("speed_is", "Whether speeds are performance indices or priority scores")
      .member<&BuildSpeed::one_speed>("one_gpu", "Of one GPU, the slowest; the reference card has 1", positive())
      .member("performance", "The same with its interval, where speeds are performance",
              [](const BuildSpeed& speed) { return speed_for(speed.workload->id, speed.one); })
      .member<as<speedup_record>>("speedup", "Of the GPUs of the largest machine against one")
      .member<&BuildSpeed::times>("times", "All machines against one GPU; in experiments the number of runs",
                                  positive())
      .member<&BuildSpeed::limit_speed>(
          "limit_factor",
          "Speed at the power limit against full power; 1 without a limit, null where nobody measured it", positive())
      .member<&BuildSpeed::speed>("speed", "Of all GPUs; the reference card has 1", positive())
      .member<&BuildSpeed::value>("value", "Speed per 1000 dollars of the whole", positive());
}

template <>
Record<HeatWarning> description() {
  return Record<HeatWarning>("heat_warning", "A guide's warning of cards side by side")
      .member<&HeatWarning::gpu, &Gpu::id>("gpu", "Id of the GPU", id())
      .member<&HeatWarning::cooling>("cooling", "That it warns of")
      .member<&HeatWarning::rule, &CoolingRule::adjacent_from>("adjacent_from", "From so many cards", least(1))
      .member<&HeatWarning::rule, &CoolingRule::possible>("possible", "Whether the guide only says that it may be")
      .member<&HeatWarning::rule, &CoolingRule::advises>("advises", "What it advises instead")
      .member<&HeatWarning::rule, &CoolingRule::says>("says", "In words")
      .member<&HeatWarning::rule, &CoolingRule::guide>("guide", "Id of the guide", id())
      .member<&HeatWarning::rule, &CoolingRule::source>("source", "Of the warning", id());
}

namespace {

Record<Build> slots_record() {
  return Record<Build>("slots", "Slots that the cards take", Layout::one_line)
      .member<&Build::slots, &SlotNeed::needed>("needed", "With the free ones between them", least(1))
      .member<&Build::slots, &SlotNeed::available>("available", "On boards for 4 GPUs", least(1))
      .member<&Build::slots, &SlotNeed::fits>("fits", "Whether they fit there")
      .member<&Build::has_other_cooler>("reference_board",
                                        "True: the width is that of the reference boards, which have another cooler");
}

}  // namespace

template <>
Record<DeploymentRule> description() {
  return Record<DeploymentRule>("licence", "Terms that leave its GPUs out of somewhere", Layout::one_line)
      .member<&DeploymentRule::deployment>("deployment", "Where")
      .member<&DeploymentRule::terms>("terms", "What they say")
      .member<&DeploymentRule::source>("source", "Of the terms", id());
}

template <>
Record<PartPrice> description() {
  return Record<PartPrice>("part_price", "The price of one GPU of a model", Layout::one_line)
      .member<&PartPrice::gpu, &Gpu::id>("gpu", "Id of the GPU", id())
      .member("condition", "Of the goods", [](const PartPrice& part) { return part.price.condition; })
      .member(
          "price", "Of one", [](const PartPrice& part) -> const auto& { return part.price; });
}

template <>
Record<PriceOf> description() {
  return Record<PriceOf>("build_price", "A price of all GPUs")
      .member("gpus_usd", "Of all GPUs", positive(), [](const PriceOf& of) { return of.price.gpus; })
      .member("total_usd", "With the machines, at the cost asked for", positive(),
              [](const PriceOf& of) { return of.price.total; })
      .member("each", "Of each model", fewest(1), [](const PriceOf& of) { return part_prices(of); });
}

template <>
Record<Statement> description() {
  return Record<Statement>("statement", "A statement of a guide", Layout::one_line)
      .member<&Statement::rule, &GuideRule::id>("id", "Of the statement", id())
      .member<&Statement::rule, &GuideRule::topic>("topic", "What it is about")
      .member<&Statement::rule, &GuideRule::says>("says", "In words")
      .member<&Statement::rule, &GuideRule::steps>("steps", "In order, where it is a list")
      .member<&Statement::rule, &GuideRule::guide>("guide", "Id of the guide", id())
      .member<&Statement::rule, &GuideRule::source>("source", "Of the statement", id());
}

namespace {

Record<BuildSpeed> measured_record() {
  return Record<BuildSpeed>("measured_since", "A speed-up that was measured", Layout::one_line)
      .member<&BuildSpeed::workload, &Workload::id>("workload", "What was trained", id())
      .member<&BuildSpeed::speedup, &ExpectedSpeedup::count>("count", "GPUs that trained", least(2))
      .member("factor", "Times as fast as one GPU, where the model fits in one", positive(),
              [](const BuildSpeed& speed) { return *speed.speedup.factor; })
      .member<&BuildSpeed::speedup, &ExpectedSpeedup::measurements>("measurements", "Pairs of one GPU and several",
                                                                    least(1));
}

}  // namespace

template <>
Record<BuildStatement> description() {
  return Record<BuildStatement>("build_statement", "A statement of a guide, and what was measured since",
                                Layout::one_line)
      .members_of([](const BuildStatement& statement) { return Statement{statement.rule}; })
      .member<&BuildStatement::measured_since, as<measured_record>>("measured_since",
                                                                    "Where the guide gives no factor");
}

template <>
Record<Build> description() {
  return Record<Build>("build", "A build")
      .member<&Build::question, &BuildQuestion::parts, as<part_record>>("gpus", "Its GPUs by model", fewest(1))
      .member<&Build::machines>("machines", "GPUs of each machine, the largest first", fewest(1))
      .member<&Build::speeds>("speeds", "By workload", fewest(1))
      .member<&Build::memory>("memory_per_gpu_gb", "Of the GPU with the least: a model must fit in it", positive())
      .member<&Build::total_memory>("memory_total_gb", "Added up", positive())
      .constant("memory_pooled", "The sum is not one memory", {false})
      .member<as<power_record>>("power", "Of the largest machine")
      .member<&Build::heat>("heat", "Warnings of cards side by side, unless they stand apart")
      .member<&Build::feasibility>("feasibility", "Whether the largest machine can be put together, and with what")
      .member("slots", "Of the largest machine; null where a width is not known",
              [](const Build& build) { return given(build.slots.has_value(), as<slots_record>(build)); })
      .member<&Build::licence>("licence", "Terms that leave its GPUs out of somewhere: policy risks")
      .member("prices", "By condition in which all its GPUs have a price",
              [](const Build& build) { return prices_of(build); })
      .member("value_price", "What value goes by: the lowest of the most current ones",
              [](const Build& build) {
                return build.deciding ? std::optional<PriceOf>(PriceOf{build, *build.deciding}) : std::nullopt;
              })
      .member<&Build::rules>("rules", "What guides say of such builds")
      .member<&Build::warnings>("warnings", "What to know before trusting");
}

template <>
Record<BuildComparison> description() {
  return Record<BuildComparison>("comparison", "Two builds for one workload", Layout::one_line)
      .member<&BuildComparison::workload, &Workload::id>("workload", "What they train", id())
      .member<&BuildComparison::speeds>("speeds", "Of all GPUs, of the first build and the second", fewest(2))
      .member<&BuildComparison::costs>("costs_usd", "Of whole systems", fewest(2))
      .member<&BuildComparison::values>("values", "Speed per 1000 dollars", fewest(2))
      .member<&BuildComparison::break_even>("flip_system_cost_usd",
                                            "Cost of a machine at which both have the same value", positive())
      .member<&BuildComparison::first_leads_above>("first_leads_above", "Whether the first has more value above that");
}

template <>
Record<BuildView> description() {
  return answer_record<BuildView>("build", "build", "What several GPUs in one machine or more do, need and cost")
      .member("query", "Every option in force",
              [](const BuildView& view) { return as<build_query_record>(view.builds.front()); })
      .member("results", "The build, and the one that it is compared with", fewest(1),
              [](const BuildView& view) { return std::span(view.builds); })
      .member("comparison", "Of two builds; else empty", [](const BuildView& view) { return std::span(view.duels); })
      .member("warnings", "What to know before trusting", [](const BuildView& view) { return std::span(view.notes); });
}

}  // namespace gpuadvisor
