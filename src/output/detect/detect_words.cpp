#include "detect_words.hpp"

#include <fmt/format.h>

#include "core/contains.hpp"
#include "core/text.hpp"
#include "gpuadvisor/catalog/gpu.hpp"
#include "output/phrases/offer_words.hpp"
#include "report/mapped.hpp"

namespace gpuadvisor {
namespace {

/// "RX 6700 XT, RX 6800M or one of 2 others".
std::string candidate_names(const std::vector<const Gpu*>& candidates) {
  return first_of(mapped(candidates, [](const Gpu* gpu) { return brief_name(*gpu); }), 3);
}

std::string memory_sizes(const std::vector<const Gpu*>& candidates) {
  std::vector<std::string> sizes;
  for (const Gpu* gpu : candidates) {
    const auto memory = memory_per_device(*gpu);
    std::string size = memory ? fmt::format("{:g}", memory->value()) : "?";
    if (!contains(sizes, size)) sizes.push_back(std::move(size));
  }
  return enumeration(sizes, "or");
}

}  // namespace

std::string pci_text(const DetectedGpu& device) {
  return device.pci ? fmt::format("{:04x}:{:04x}", device.pci->vendor, device.pci->device) : std::string();
}

std::string found_name(const FoundGpu& found) {
  if (found.match.gpu != nullptr) return brief_name(*found.match.gpu);
  const bool is_named = found.match.kind != MatchKind::unnamed || !found.device.pci;
  if (is_named && !found.device.name.empty()) return found.device.name;
  return found.device.pci ? fmt::format("PCI device {}", pci_text(found.device)) : "GPU without a name";
}

std::string match_note(const FoundGpu& found) {
  switch (found.match.kind) {
    case MatchKind::known:
      return {};
    case MatchKind::unnamed:
      return found.device.vendor == "nvidia" && found.device.tool == DeviceTool::sysfs ? "nvidia-smi would name it"
                                                                                       : "it reports no name";
    case MatchKind::unknown:
      return "not in the catalog";
    case MatchKind::other_memory:
      return fmt::format("in the catalog with {} GB", memory_sizes(found.match.candidates));
    case MatchKind::ambiguous:
      break;
  }
  return fmt::format("{}?", candidate_names(found.match.candidates));
}

}  // namespace gpuadvisor
