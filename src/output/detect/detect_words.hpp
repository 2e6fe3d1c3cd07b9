#pragma once

#include <string>

#include "advice/devices/detect_answer.hpp"

namespace gpuadvisor {

/// What a GPU that was found is called: as the catalog does, else as the tool; "PCI device 10de:2684" without a name.
[[nodiscard]] std::string found_name(const FoundGpu& found);

/// Why it is none of the catalog, in a few words; empty where it is.
[[nodiscard]] std::string match_note(const FoundGpu& found);

/// "10de:2684"; empty where it is not told.
[[nodiscard]] std::string pci_text(const DetectedGpu& device);

}  // namespace gpuadvisor
