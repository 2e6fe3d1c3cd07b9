#include "rocm_smi.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "core/text.hpp"
#include "device_figures.hpp"
#include "formats/json.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_bytes_per_gibibyte = 1024.0 * 1024 * 1024;
constexpr double k_most_bytes = 64 * 1024 * k_bytes_per_gibibyte;
constexpr unsigned k_amd_vendor = 0x1002;

bool is_card(std::string_view key) {
  return key.size() > 4 && key.starts_with("card") && key.find_first_not_of("0123456789", 4) == std::string_view::npos;
}

class RocmDocument {
 public:
  explicit RocmDocument(const std::string& file) : m_file(file) {}

  [[nodiscard]] std::vector<DetectedGpu> gpus(const Json& document) {
    const Json* const system = document.find("system");
    const std::string driver =
        system == nullptr ? std::string() : device_name(value(*system, "Driver version", "system"), m_problems);
    std::vector<DetectedGpu> found;
    for (const JsonMember& member : document.members) {
      if (!is_card(member.key)) continue;
      if (found.size() == k_most_devices) {
        m_problems.add({m_file, "", member.value.line}, fmt::format("expected at most {} GPUs", k_most_devices));
        break;
      }
      found.push_back(card(member.value, member.key));
      found.back().driver = driver;
    }
    m_problems.throw_if_any();
    return found;
  }

 private:
  /// A member by its key, whose capitals changed between releases; empty where there is none. Some releases have
  /// figures as numbers.
  DeviceText value(const Json& object, std::string_view key, std::string_view parent) {
    DeviceText found{{}, {m_file, fmt::format("/{}/{}", parent, key), object.line}};
    const std::string wanted = lower_case(key);
    for (const JsonMember& member : object.members) {
      if (lower_case(member.key) != wanted) continue;
      found.place.line = member.value.line;
      if (member.value.kind == Json::Kind::string) {
        found.text = member.value.string;
      } else if (member.value.kind == Json::Kind::number) {
        found.text = m_numbers.emplace_back(fmt::format("{}", member.value.number));
      } else {
        m_problems.add(found.place, "expected text, found " + description(member.value));
      }
      break;
    }
    return found;
  }

  std::optional<Gibibytes> bytes(const DeviceText& from) {
    const auto figure = device_figure(from, "bytes", true, m_problems);
    if (figure && *figure > k_most_bytes) {
      m_problems.add(from.place,
                     fmt::format("expected at most {:.0f} bytes, found \"{}\"", k_most_bytes, printable(from.text)));
      return std::nullopt;
    }
    return figure ? std::optional(Gibibytes{*figure / k_bytes_per_gibibyte}) : std::nullopt;
  }

  /// What the card is called: releases have its name under one of two keys, and its number where they do not know it.
  std::string name(const Json& object, std::string_view parent) {
    for (const auto* const key : {"Card series", "Device Name", "Card model"}) {
      const DeviceText text = value(object, key, parent);
      if (!text.text.starts_with("0x") && !is_untold(text.text)) return device_name(text, m_problems);
    }
    return {};
  }

  DetectedGpu card(const Json& object, std::string_view parent) {
    DetectedGpu gpu;
    gpu.tool = DeviceTool::rocm_smi;
    gpu.vendor = "amd";
    if (object.kind != Json::Kind::object) {
      m_problems.add({m_file, fmt::format("/{}", parent), object.line},
                     "expected an object, found " + description(object));
      return gpu;
    }
    gpu.name = name(object, parent);
    for (const auto* const key : {"Device ID", "GPU ID"}) {
      const auto device = hexadecimal(value(object, key, parent).text);
      if (device && *device <= 0xffff && !gpu.pci) gpu.pci = PciId{k_amd_vendor, *device};
    }
    gpu.memory = bytes(value(object, "VRAM Total Memory (B)", parent));
    const DeviceText used_text = value(object, "VRAM Total Used Memory (B)", parent);
    const auto used = bytes(used_text);
    if (gpu.memory && used && *used > *gpu.memory) {
      m_problems.add(used_text.place,
                     "expected at most as much as there is in all, found " + std::string(printable(used_text.text)));
    } else if (gpu.memory && used) {
      gpu.free = *gpu.memory - *used;
    }
    gpu.power_limit = watts(value(object, "Max Graphics Package Power (W)", parent), true, m_problems);
    return gpu;
  }

  const std::string& m_file;
  Problems m_problems;
  std::deque<std::string> m_numbers;  // which texts view
};

}  // namespace

bool is_rocm_smi(const Json& document) {
  return document.kind == Json::Kind::object &&
         std::any_of(document.members.begin(), document.members.end(),
                     [](const JsonMember& member) { return is_card(member.key) || member.key == "system"; });
}

std::vector<DetectedGpu> rocm_smi_gpus(const Json& document, const std::string& file) {
  return RocmDocument(file).gpus(document);
}

}  // namespace gpuadvisor
