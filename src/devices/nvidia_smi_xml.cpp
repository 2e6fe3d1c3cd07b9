#include "nvidia_smi_xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "device_figures.hpp"
#include "formats/xml.hpp"

namespace gpuadvisor {
namespace {

/// Where the power limit stands, by version.
constexpr auto k_power_limits = std::to_array<std::string_view>(
    {"gpu_power_readings/current_power_limit", "power_readings/current_power_limit", "power_readings/power_limit"});

class SmiDocument {
 public:
  explicit SmiDocument(const std::string& file) : m_file(file) {}

  [[nodiscard]] std::vector<DetectedGpu> gpus(const XmlElement& root) {
    if (root.name != "nvidia_smi_log") {
      m_problems.add(place(root, ""), fmt::format("expected <nvidia_smi_log>, found <{}>", printable(root.name)));
    }
    const std::string driver = device_name(text_at(root, "driver_version"), m_problems);
    std::vector<DetectedGpu> found;
    for (const XmlElement& child : root.children) {
      if (child.name != "gpu") continue;
      if (found.size() == k_most_devices) {
        m_problems.add(place(child, "gpu"), fmt::format("expected at most {} GPUs", k_most_devices));
        break;
      }
      found.push_back(gpu(child));
      found.back().driver = driver;
    }
    m_problems.throw_if_any();
    return found;
  }

 private:
  [[nodiscard]] JsonPlace place(const XmlElement& element, std::string_view path) const {
    return {m_file, std::string(path), element.line};
  }

  /// The text of an element; empty where there is none.
  [[nodiscard]] DeviceText text_at(const XmlElement& from, std::string_view path) const {
    const XmlElement* element = from.at(path);
    if (element == nullptr) return {{}, place(from, path)};
    return {element->text, place(*element, path)};
  }

  template <class Device>
  void read_memory(Device& device, const XmlElement& from) {
    const DeviceText free = text_at(from, "fb_memory_usage/free");
    device.memory = mebibytes(text_at(from, "fb_memory_usage/total"), false, m_problems);
    device.free = mebibytes(free, false, m_problems);
    check_free(device.memory, device.free, free.place, m_problems);
  }

  DetectedGpu gpu(const XmlElement& from) {
    DetectedGpu found;
    found.vendor = "nvidia";
    found.name = device_name(text_at(from, "product_name"), m_problems);
    found.pci = joined_pci_id(text_at(from, "pci/pci_device_id").text);
    if (found.name.empty() && !found.pci) {
      m_problems.add(place(from, "gpu"), "expected a <product_name> or a <pci_device_id>");
    }
    read_memory(found, from);
    for (const auto path : k_power_limits) {
      if (!found.power_limit) found.power_limit = watts(text_at(from, path), false, m_problems);
    }
    found.is_divided = text_at(from, "mig_mode/current_mig").text == "Enabled";
    if (const XmlElement* const devices = from.find("mig_devices")) read_instances(found, *devices);
    return found;
  }

  void read_instances(DetectedGpu& gpu, const XmlElement& devices) {
    for (const XmlElement& child : devices.children) {
      if (child.name != "mig_device") continue;
      if (gpu.instances.size() == k_most_devices) {
        m_problems.add(place(child, "mig_device"), fmt::format("expected at most {} instances", k_most_devices));
        return;
      }
      read_memory(gpu.instances.emplace_back(), child);
    }
  }

  const std::string& m_file;
  Problems m_problems;
};

}  // namespace

std::vector<DetectedGpu> nvidia_smi_xml(std::string_view text, const std::string& file) {
  return SmiDocument(file).gpus(parse_xml(text, file));
}

}  // namespace gpuadvisor
