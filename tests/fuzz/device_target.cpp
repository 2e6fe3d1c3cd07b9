/// Captures of tools that tell the GPUs of a machine, XML, and lists of PCI ids: what is read can be shown, no more is
/// free than there is, and what is refused has a line.

#include <optional>
#include <string>

#include "devices/device_capture.hpp"
#include "devices/pci_devices.hpp"
#include "formats/xml.hpp"
#include "target.hpp"

namespace gpuadvisor {
namespace {

void require_plausible(const std::optional<Gibibytes>& memory, const std::optional<Gibibytes>& free) {
  require(!memory || *memory >= Gibibytes{0}, "memory is not negative");
  require(!memory || !free || *free <= *memory, "no more is free than there is");
}

void read_capture(std::string_view text) {
  const std::string file = "capture";
  try {
    for (const DetectedGpu& gpu : captured_gpus(text, file)) {
      require_printable(gpu.name, "a name is printable");
      require_printable(gpu.driver, "a driver's version is printable");
      require(!gpu.power_limit || *gpu.power_limit >= Watts{0}, "a limit is not negative");
      require_plausible(gpu.memory, gpu.free);
      for (const GpuInstance& instance : gpu.instances) require_plausible(instance.memory, instance.free);
    }
  } catch (const DataError& error) {
    require_located(error, file, text);
  }
}

void require_element(const XmlElement& element, std::size_t lines) {
  require(!element.name.empty(), "an element has a name");
  require(element.line > 0 && static_cast<std::size_t>(element.line) <= lines, "an element has a line of the text");
  for (const XmlElement& child : element.children) {
    require(child.line >= element.line, "an element begins before those in it");
    require_element(child, lines);
  }
}

void read_xml(std::string_view text) {
  const std::string file = "document";
  try {
    require_element(parse_xml(text, file), line_count(text));
  } catch (const DataError& error) {
    require_located(error, file, text);
  }
}

void read_device(std::string_view input) {
  switch (chosen(input, 3)) {
    case 0:
      return read_capture(input);
    case 1:
      return read_xml(input);
    default:
      return require_printable(pci_device_name(input, {0x10de, 0x2204}), "a device's name is printable");
  }
}

}  // namespace
}  // namespace gpuadvisor

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gpuadvisor::read_device(gpuadvisor::text_of(data, size));
  return 0;
}
