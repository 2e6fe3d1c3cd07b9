#include "device_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/contains.hpp"
#include "core/decimal_from_chars.hpp"
#include "core/text.hpp"

namespace gpuadvisor {
namespace {

constexpr double k_most_mebibytes = 64.0 * 1024 * 1024;  // of a device: 64 TiB, beyond all that is sold
constexpr double k_most_watts = 100'000;
constexpr std::size_t k_longest_name = 200;

/// What nvidia-smi writes where it has no figure. Others stand in square brackets.
constexpr auto k_untold = std::to_array<std::string_view>(
    {"", "N/A", "None", "Not Supported", "Not Available", "Unknown Error", "Insufficient Permissions", "ERR!",
     "Requested functionality has been deprecated", "GPU is lost"});

constexpr unsigned k_nvidia = 0x10de;
constexpr unsigned k_amd = 0x1002;
constexpr unsigned k_intel = 0x8086;

}  // namespace

bool is_untold(std::string_view text) { return text.starts_with('[') || contains(k_untold, text); }

std::optional<double> device_figure(const DeviceText& from, std::string_view unit, bool is_unit_known,
                                    Problems& problems) {
  const std::string_view text = from.text;
  if (is_untold(text)) return std::nullopt;
  double figure = 0;
  const auto [end, error] = decimal_from_chars(text.data(), text.data() + text.size(), figure);
  std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const bool has_unit = rest == unit || (rest.empty() && is_unit_known);
  if (error == std::errc() && has_unit && std::isfinite(figure) && figure >= 0) return figure;
  problems.add(from.place, fmt::format("expected a number of {}, found \"{}\"", unit, printable(text)));
  return std::nullopt;
}

namespace {

std::optional<double> bounded(const DeviceText& from, std::string_view unit, bool is_unit_known, double most,
                              Problems& problems) {
  const auto figure = device_figure(from, unit, is_unit_known, problems);
  if (!figure || *figure <= most) return figure;
  problems.add(from.place, fmt::format("expected at most {:.0f} {}, found \"{}\"", most, unit, printable(from.text)));
  return std::nullopt;
}

}  // namespace

std::optional<Gibibytes> mebibytes(const DeviceText& from, bool is_unit_known, Problems& problems) {
  const auto figure = bounded(from, "MiB", is_unit_known, k_most_mebibytes, problems);
  return figure ? std::optional(Gibibytes{*figure / 1024}) : std::nullopt;
}

std::optional<Watts> watts(const DeviceText& from, bool is_unit_known, Problems& problems) {
  const auto figure = bounded(from, "W", is_unit_known, k_most_watts, problems);
  return figure ? std::optional(Watts{*figure}) : std::nullopt;
}

std::string device_name(const DeviceText& from, Problems& problems) {
  if (is_untold(from.text)) return {};
  if (from.text.size() <= k_longest_name && !has_control_character(from.text)) return std::string(from.text);
  problems.add(from.place, fmt::format("expected at most {} bytes of plain text, found \"{}\"", k_longest_name,
                                       printable(from.text)));
  return {};
}

std::optional<unsigned> hexadecimal(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  const bool is_whole = error == std::errc() && !text.empty() && end == text.data() + text.size();
  return is_whole ? std::optional(number) : std::nullopt;
}

std::optional<PciId> joined_pci_id(std::string_view text) {
  const auto number = hexadecimal(text);
  if (!number || *number <= 0xffff) return std::nullopt;
  return PciId{*number & 0xffffU, *number >> 16U};
}

std::string_view vendor_of(PciId id) {
  switch (id.vendor) {
    case k_nvidia:
      return "nvidia";
    case k_amd:
      return "amd";
    case k_intel:
      return "intel";
    default:
      return {};
  }
}

void check_free(const std::optional<Gibibytes>& memory, const std::optional<Gibibytes>& free, const JsonPlace& place,
                Problems& problems) {
  if (!memory || !free || *free <= *memory) return;
  problems.add(place, fmt::format("expected at most {:.0f} MiB free, as there are, found {:.0f}",
                                  memory->value() * 1024, free->value() * 1024));
}

}  // namespace gpuadvisor
