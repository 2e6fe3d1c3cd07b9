#include <cmath>
#include <span>

#include "detect_view.hpp"
#include "detect_words.hpp"
#include "output/phrases/shared_records.hpp"

namespace gpuadvisor {

template <>
Record<NetworkThatFits> description();

template <>
Record<GpuGroup> description();

namespace {

/// In thousandths of a GiB: beyond what any tool tells.
std::optional<double> rounded_memory(const std::optional<Gibibytes>& memory) {
  constexpr double k_parts = 1000;
  return memory ? std::optional(std::round(memory->value() * k_parts) / k_parts) : std::nullopt;
}

struct DetectQuery {
  std::string_view capture;
};

/// What is worth buying next, in short: `upgrade auto` has the whole answer.
struct NextBuy {
  const Upgrade* upgrade = nullptr;

  [[nodiscard]] const WorkloadUpgrade& main() const { return upgrade->main(); }
  [[nodiscard]] const Gpu* gpu() const { return main().best ? main().best->offer.gpu : nullptr; }
};

}  // namespace

template <>
Record<DetectQuery> description() {
  return Record<DetectQuery>("detect_query", "What was asked", JsonWriter::Layout::one_line)
      .member<&DetectQuery::capture>("from", "A capture of a tool; null: this machine", or_null());
}

template <>
Record<GpuInstance> description() {
  return Record<GpuInstance>("instance", "A part that programs see as a device of its own (MIG)",
                             JsonWriter::Layout::one_line)
      .member("memory_gb", "Of it, in 2^30 bytes; null: not told", least(0),
              [](const GpuInstance& one) { return rounded_memory(one.memory); })
      .member("free_gb", "Of that, not in use; null: not told", least(0),
              [](const GpuInstance& one) { return rounded_memory(one.free); });
}

template <>
Record<FoundGpu> description() {
  return Record<FoundGpu>("detected_gpu", "A GPU of the machine")
      .member("id", "Of the GPU in the catalog; null: it cannot be told, or there is none", id(),
              [](const FoundGpu& one) {
                return one.match.gpu == nullptr ? std::nullopt : std::optional(one.match.gpu->id);
              })
      .member("name", "As the catalog calls it; null likewise",
              [](const FoundGpu& one) {
                return one.match.gpu == nullptr ? std::nullopt : std::optional(one.match.gpu->name);
              })
      .member<&FoundGpu::match, &DeviceMatch::kind>("match", "Whether it is one of the catalog, and if not, why")
      .member("candidates", "Ids of those that it may be, or that differ in memory alone", ids(),
              [](const FoundGpu& one) {
                std::vector<std::string_view> ids;
                for (const Gpu* gpu : one.match.candidates) ids.push_back(gpu->id);
                return ids;
              })
      .member<&FoundGpu::device, &DetectedGpu::tool>("tool", "What told of it; sysfs: the kernel's list of PCI devices")
      .member<&FoundGpu::device, &DetectedGpu::name>("tool_name", "As that tool calls it; null: it does not", or_null())
      .member<&FoundGpu::device, &DetectedGpu::vendor>("vendor", "Null: not told", or_null())
      .member("pci_id", "Vendor and device on the PCI bus, in hexadecimal digits; null: not told",
              [](const FoundGpu& one) { return given(one.device.pci.has_value(), pci_text(one.device)); })
      .member("memory_gb", "That the driver hands out, in 2^30 bytes; null: not told", least(0),
              [](const FoundGpu& one) { return rounded_memory(one.device.memory); })
      .member("free_gb", "Of that, not in use; null: not told", least(0),
              [](const FoundGpu& one) { return rounded_memory(one.device.free); })
      .member<&FoundGpu::device, &DetectedGpu::power_limit>("power_limit_w", "In force; null: not told", least(0))
      .member("board_power_w", "That its reference board has; null: not known", positive(),
              [](const FoundGpu& one) { return one.match.gpu == nullptr ? std::nullopt : one.match.gpu->tdp; })
      .member<&FoundGpu::device, &DetectedGpu::driver>("driver", "Its version; null: not told", or_null())
      .member<&FoundGpu::device, &DetectedGpu::is_divided>("divided", "Whether it is divided into instances (MIG)")
      .member<&FoundGpu::device, &DetectedGpu::instances>("instances", "Its parts, where the tool lists them");
}

template <>
Record<SpeedRank> description() {
  return Record<SpeedRank>("speed_rank", "How fast it is for a kind of work, beside the others of the catalog")
      .member("performance", "Its speed",
              [](const SpeedRank& rank) {
                return WorkloadSpeed{rank.workload->id, &rank.performance};
              })
      .member<&SpeedRank::slower>("faster_than", "Others of the catalog", least(0))
      .member<&SpeedRank::others>("of", "Others whose speed is known", least(0));
}

template <>
Record<NextBuy> description() {
  return Record<NextBuy>("next_buy", "What is worth buying next, for the work named; `upgrade` has the whole answer",
                         JsonWriter::Layout::one_line)
      .member("workload", "What for", id(), [](const NextBuy& next) { return next.main().workload->id; })
      .member("choice", "keep, add a second one, replace it, rent what would be bought; open: its speed is not known",
              [](const NextBuy& next) { return next.main().choice; })
      .member("id", "Of what is bought or rented; of keep, of what comes nearest; null: nothing does", id(),
              [](const NextBuy& next) { return next.gpu() == nullptr ? std::nullopt : std::optional(next.gpu()->id); });
}

template <>
Record<DetectView> description() {
  return answer_record<DetectView>("detect", "detect", "The GPUs of a machine, what they run, and what to buy next")
      .member("query", "What was asked", [](const DetectView& view) { return DetectQuery{view.capture}; })
      .member("results", "Each GPU, as the tools list them",
              [](const DetectView& view) { return std::span(view.answer.found); })
      .member("owned", "Those that the catalog knows, equal ones together",
              [](const DetectView& view) { return std::span(view.answer.owned); })
      .member("main", "The fastest of these, which the rest is about; null: the catalog knows none",
              [](const DetectView& view) { return view.answer.main; })
      .member("ranks", "Where one of it stands, by kind of work",
              [](const DetectView& view) { return std::span(view.answer.ranks); })
      .member("runs", "The largest models that it runs and trains, as `memory --gpu` tells them",
              [](const DetectView& view) {
                return view.answer.runs ? std::span(view.answer.runs->rows) : std::span<const NetworkThatFits>();
              })
      .member("next", "What is worth buying next; null: the catalog knows none of the GPUs",
              [](const DetectView& view) {
                const auto& upgraded = view.answer.upgrade;
                return upgraded ? std::optional(NextBuy{&*upgraded}) : std::nullopt;
              })
      .member("warnings", "What to know before trusting", k_no_warnings)
      .rows("results[]", {"id", "name", "tool_name", "match", "vendor", "pci_id", "memory_gb", "free_gb",
                          "power_limit_w", "board_power_w", "driver", "divided"});
}

}  // namespace gpuadvisor
