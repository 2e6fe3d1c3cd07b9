#include "apple_profile.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "device_figures.hpp"
#include "formats/json.hpp"

namespace gpuadvisor {
namespace {

constexpr std::string_view k_displays = "SPDisplaysDataType";
constexpr std::string_view k_hardware = "SPHardwareDataType";
constexpr double k_most_gibibytes = 64 * 1024;

class AppleProfile {
 public:
  explicit AppleProfile(const std::string& file) : m_file(file) {}

  [[nodiscard]] std::vector<DetectedGpu> gpus(const Json& document) {
    const auto shared = shared_memory(document);
    const Json& displays = *document.find(k_displays);
    std::vector<DetectedGpu> found;
    if (displays.kind != Json::Kind::array) {
      m_problems.add({m_file, "/SPDisplaysDataType", displays.line}, "expected a list, found " + description(displays));
    }
    for (std::size_t i = 0; i < displays.items.size() && i < k_most_devices; ++i) {
      found.push_back(gpu(displays.items[i], fmt::format("/{}/{}", k_displays, i)));
      if (found.back().vendor == "apple") found.back().memory = shared;
    }
    m_problems.throw_if_any();
    return found;
  }

 private:
  DeviceText value(const Json& object, std::string_view key, const std::string& pointer) {
    DeviceText found{{}, {m_file, fmt::format("{}/{}", pointer, key), object.line}};
    const Json* const member = object.find(key);
    if (member == nullptr) return found;
    found.place.line = member->line;
    if (member->kind == Json::Kind::string) {
      found.text = member->string;
    } else {
      m_problems.add(found.place, "expected text, found " + description(*member));
    }
    return found;
  }

  /// "16 GB", which is 2^30 bytes each, as all memory of a Mac is told; "1536 MB" of some graphics chips.
  std::optional<Gibibytes> memory(const DeviceText& from) {
    const bool is_in_mb = from.text.ends_with("MB");
    const auto figure = device_figure(from, is_in_mb ? "MB" : "GB", false, m_problems);
    if (!figure) return std::nullopt;
    const double gibibytes = is_in_mb ? *figure / 1024 : *figure;
    if (gibibytes <= k_most_gibibytes) return Gibibytes{gibibytes};
    m_problems.add(from.place,
                   fmt::format("expected at most {} GB, found \"{}\"", k_most_gibibytes, printable(from.text)));
    return std::nullopt;
  }

  std::optional<Gibibytes> shared_memory(const Json& document) {
    const Json* const hardware = document.find(k_hardware);
    if (hardware == nullptr || hardware->items.empty()) return std::nullopt;
    return memory(value(hardware->items.front(), "physical_memory", fmt::format("/{}/0", k_hardware)));
  }

  DetectedGpu gpu(const Json& object, const std::string& pointer) {
    DetectedGpu found;
    found.tool = DeviceTool::system_profiler;
    if (object.kind != Json::Kind::object) {
      m_problems.add({m_file, pointer, object.line}, "expected an object, found " + description(object));
      return found;
    }
    found.name = device_name(value(object, "sppci_model", pointer), m_problems);
    if (found.name.empty()) found.name = device_name(value(object, "_name", pointer), m_problems);
    if (found.name.empty()) m_problems.add({m_file, pointer, object.line}, "expected the name of a GPU, sppci_model");
    const std::string vendor =
        lower_case(fmt::format("{} {}", value(object, "spdisplays_vendor", pointer).text, found.name));
    for (const auto* const known : {"apple", "amd", "nvidia", "intel"}) {
      if (found.vendor.empty() && vendor.find(known) != std::string::npos) found.vendor = known;
    }
    found.memory = memory(value(object, "spdisplays_vram", pointer));
    return found;
  }

  const std::string& m_file;
  Problems m_problems;
};

}  // namespace

bool is_apple_profile(const Json& document) { return document.find(k_displays) != nullptr; }

std::vector<DetectedGpu> apple_gpus(const Json& document, const std::string& file) {
  return AppleProfile(file).gpus(document);
}

}  // namespace gpuadvisor
