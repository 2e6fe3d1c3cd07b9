#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "detected_gpu.hpp"
#include "formats/json_reader.hpp"

namespace gpuadvisor {

/// The most GPUs, and the most instances of one, that a capture may hold.
inline constexpr std::size_t k_most_devices = 1024;

/// A text of a capture, and where it stands.
struct DeviceText {
  std::string_view text;
  JsonPlace place;
};

/// Whether a tool tells nothing by it: empty, "N/A", "[Not Supported]" and what else tools write in place of a figure.
[[nodiscard]] bool is_untold(std::string_view text);

/// A figure of 0 or more with `unit` behind it, or without where `is_unit_known`: "10240 MiB". Nothing where none is
/// told; what is none, or out of bounds, is a problem.
[[nodiscard]] std::optional<double> device_figure(const DeviceText& from, std::string_view unit, bool is_unit_known,
                                                  Problems& problems);

/// Memory in 2^20 bytes: "10240 MiB".
[[nodiscard]] std::optional<Gibibytes> mebibytes(const DeviceText& from, bool is_unit_known, Problems& problems);
/// Power: "320.00 W".
[[nodiscard]] std::optional<Watts> watts(const DeviceText& from, bool is_unit_known, Problems& problems);

/// A name or a version: text that can be shown. Empty where none is told.
[[nodiscard]] std::string device_name(const DeviceText& from, Problems& problems);

/// A number of 16 bits or so in hexadecimal digits, with or without 0x in front; nothing of other texts.
[[nodiscard]] std::optional<unsigned> hexadecimal(std::string_view text);

/// The ids in the form of nvidia-smi, the device's digits before those of its vendor: "221610DE", "0x221610DE".
[[nodiscard]] std::optional<PciId> joined_pci_id(std::string_view text);

/// The vendor with that id on the PCI bus, as the catalog writes it; empty: none that makes GPUs.
[[nodiscard]] std::string_view vendor_of(PciId id);

/// Adds a problem where more is free than there is.
void check_free(const std::optional<Gibibytes>& memory, const std::optional<Gibibytes>& free, const JsonPlace& place,
                Problems& problems);

}  // namespace gpuadvisor
