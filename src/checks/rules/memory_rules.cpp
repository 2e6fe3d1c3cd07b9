#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>

#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

/// What a type of memory can do. Rates are those of products sold, which keep within the JEDEC standard named.
struct MemoryKind {
  std::string_view type;
  double lowest_rate;           // Gbit/s per pin
  double highest_rate;          // Gbit/s per pin
  int channel_bits;             // of one device or stack; 0 where sizes do not follow from the bus
  std::array<double, 8> sizes;  // GB per device or stack, two devices sharing a channel included; 0: no more
  double least_usable;          // of a size: products may keep a part for themselves, or leave it unused
  double step = 0;              // Gbit/s that rates are multiples of; 0 where products take any
  double consumer_most = 0;     // GB per device that consumer cards had; 0: any
};

constexpr auto k_kinds = std::to_array<MemoryKind>({
    {"GDDR5", 3, 9, 32, {0.125, 0.25, 0.375, 0.5, 1, 2}, 1, 0.2, 1},  // JESD212
    {"GDDR5X", 9, 14, 32, {0.5, 1, 2}, 1, 0.2, 1},                    // JESD232
    {"GDDR6", 10, 20, 32, {0.5, 1, 2, 4}, 1, 0.5},                    // JESD250
    {"GDDR6X", 18, 24, 32, {1, 2, 4}, 1, 0.1},                        // Micron, no standard
    {"GDDR7", 18, 36, 32, {1, 2, 3, 4, 6, 8}, 1, 1},                  // JESD239
    {"HBM", 0.9, 1.1, 1024, {1}, 1},                                  // JESD235
    {"HBM2", 1.2, 2.5, 1024, {2, 4, 8}, 0.9},                         // JESD235A, B
    {"HBM2e", 2.4, 3.7, 1024, {8, 16}, 0.9},                          // JESD235C, D
    {"HBM3", 4.8, 6.5, 1024, {16, 24}, 0.9},                          // JESD238
    {"HBM3e", 5.6, 9.8, 1024, {24, 32, 36}, 0.9},                     // JESD238B and beyond
    {"HBM4", 6.4, 12, 2048, {24, 32, 36, 48, 64}, 0.9},               // JESD270-4 and beyond
    {"LPDDR4", 1.6, 4.266, 0, {}, 1},                                 // JESD209-4
    {"LPDDR4X", 1.6, 4.266, 0, {}, 1},                                // JESD209-4-1
    {"LPDDR5", 4, 6.4, 0, {}, 1},                                     // JESD209-5
    {"LPDDR5X", 6.4, 10.7, 0, {}, 1},                                 // JESD209-5B and beyond
});

const MemoryKind* memory_kind(const Gpu& gpu) {
  const auto* at = std::find_if(k_kinds.begin(), k_kinds.end(),
                                [&](const MemoryKind& kind) { return kind.type == gpu.memory_type; });
  return at == k_kinds.end() ? nullptr : &*at;
}

/// Gbit/s per pin that bandwidth and bus imply.
std::optional<double> data_rate(const Gpu& gpu) {
  if (!gpu.memory_bandwidth || !gpu.memory_bus_bits) return std::nullopt;
  constexpr double k_bits_per_byte = 8;
  return gpu.memory_bandwidth->value() * k_bits_per_byte / *gpu.memory_bus_bits;
}

bool is_in_range(const MemoryKind& kind, double rate) {
  constexpr double k_rounding = 0.02;
  return rate >= kind.lowest_rate * (1 - k_rounding) && rate <= kind.highest_rate * (1 + k_rounding);
}

void judge_data_rate(const CheckedData& data, Findings& findings) {
  for (const Gpu& gpu : data.catalog.gpus()) {
    const MemoryKind* kind = memory_kind(gpu);
    const auto rate = data_rate(gpu);
    if (!data.is_checked(gpu) || kind == nullptr || !rate) continue;
    if (is_in_range(*kind, *rate)) continue;
    findings.add(gpu, "memory_bandwidth_gbs",
                 fmt::format("{:.6g} GB/s over {} bits are {:.3g} Gbit/s per pin; {} runs at {:g} to {:g}",
                             gpu.memory_bandwidth->value(), *gpu.memory_bus_bits, *rate, gpu.memory_type,
                             kind->lowest_rate, kind->highest_rate));
  }
}

void judge_step(const CheckedData& data, Findings& findings) {
  constexpr double k_rounding = 0.002;
  for (const Gpu& gpu : data.catalog.gpus()) {
    const MemoryKind* kind = memory_kind(gpu);
    const auto rate = data_rate(gpu);
    if (!data.is_checked(gpu) || kind == nullptr || kind->step == 0 || !rate) continue;
    const double nearest = std::round(*rate / kind->step) * kind->step;
    if (!is_in_range(*kind, *rate)) continue;  // said already
    if (std::abs(*rate / nearest - 1) <= k_rounding) continue;
    findings.add(gpu, "memory_bandwidth_gbs",
                 fmt::format("{:.6g} GB/s over {} bits are {:.5g} Gbit/s per pin; {} runs at multiples of {:g}",
                             gpu.memory_bandwidth->value(), *gpu.memory_bus_bits, *rate, gpu.memory_type, kind->step));
  }
}

/// GB as the id tells at its end; nothing where it tells none.
std::optional<double> memory_in_id(std::string_view id) {
  if (!id.ends_with("gb")) return std::nullopt;
  const auto number = id.substr(id.rfind('-') + 1);
  const auto digits = number.substr(0, number.size() - 2);
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  return std::stod(std::string(digits));
}

void judge_named_size(const CheckedData& data, Findings& findings) {
  for (const Gpu& gpu : data.catalog.gpus()) {
    const auto named = memory_in_id(gpu.id);
    if (!data.is_checked(gpu) || !named || !gpu.memory || *named == gpu.memory->value()) continue;
    findings.add(gpu, "memory_gb", fmt::format("found {:g} GB; its id says {:g}", gpu.memory->value(), *named));
  }
}

/// Whether the memory is a size that the kind has, times the devices that the bus takes.
bool is_possible(const MemoryKind& kind, double each, Segment segment) {
  if (segment == Segment::consumer && kind.consumer_most > 0 && each > kind.consumer_most) return false;
  constexpr double k_rounding = 0.01;
  return std::any_of(kind.sizes.begin(), kind.sizes.end(), [&](double size) {
    return size > 0 && each <= size * (1 + k_rounding) && each >= size * kind.least_usable * (1 - k_rounding);
  });
}

void judge_size(const CheckedData& data, Findings& findings) {
  for (const Gpu& gpu : data.catalog.gpus()) {
    const MemoryKind* kind = memory_kind(gpu);
    if (!data.is_checked(gpu) || kind == nullptr || kind->channel_bits == 0) continue;
    if (!gpu.memory || !gpu.memory_bus_bits) continue;
    const double devices = static_cast<double>(*gpu.memory_bus_bits) / kind->channel_bits;
    const double each = gpu.memory->value() / devices;
    if (is_possible(*kind, each, gpu.segment)) continue;
    std::string sizes;
    for (const double size : kind->sizes) {
      if (size > 0) sizes += fmt::format("{}{:g}", sizes.empty() ? "" : ", ", size);
    }
    findings.add(
        gpu, "memory_gb",
        fmt::format("{:.6g} GB over {} bits are {:.3g} GB per {} bits; {} comes with {} GB", gpu.memory->value(),
                    *gpu.memory_bus_bits, each, kind->channel_bits, gpu.memory_type, sizes));
  }
}

void judge_type(const CheckedData& data, Findings& findings) {
  for (const Gpu& gpu : data.catalog.gpus()) {
    if (!data.is_checked(gpu) || gpu.memory_type.empty() || memory_kind(gpu) != nullptr) continue;
    const auto gpus = data.known.gpus();
    const bool is_known =
        std::any_of(gpus.begin(), gpus.end(), [&](const Gpu& other) { return other.memory_type == gpu.memory_type; });
    if (is_known) continue;
    findings.add(gpu, "memory_type",
                 fmt::format("\"{}\" is no type of memory that is known, so that its figures cannot be judged",
                             gpu.memory_type));
  }
}

constexpr auto k_memory_rules = std::to_array<Rule>({
    {"memory-data-rate", Severity::error, "The bandwidth does not go with bus and type of memory",
     "Bandwidth is the width of the bus times the data rate of a pin, and each type of memory has its range of rates. "
     "A rate outside the range says that one of the three figures is wrong: a bandwidth that counts both directions, "
     "the bus of another variant, or the type of a predecessor.",
     judge_data_rate},
    {"memory-size", Severity::error, "The memory does not go with the bus",
     "Memory comes in devices of a few sizes, each on its part of the bus: so wide a bus with so much memory asks for "
     "devices of a size that exists. HBM products may leave up to a tenth unused. A size that cannot be is mostly that "
     "of another variant, or in another unit.",
     judge_size},
    {"memory-rate-step", Severity::warning, "The data rate is not one that memory is sold at",
     "Memory of graphics cards is sold at rates in steps: 0.2 Gbit/s per pin for GDDR5, 0.5 for GDDR6, 1 for GDDR7. A "
     "rate between the steps comes from another bus, or from GiB taken for GB.",
     judge_step},
    {"memory-in-id", Severity::error, "The memory is not what the id says",
     "An id that ends in a size of memory (-16gb) tells variants of a product apart, and is asked for by that size.",
     judge_named_size},
    {"memory-type", Severity::warning, "The type of memory is not known",
     "Types of memory are spelled as in the built-in data (GDDR6X, HBM2e). Another spelling is a slip, or a new type "
     "that the rules about memory do not know yet.",
     judge_type},
});

}  // namespace

std::span<const Rule> memory_rules() { return k_memory_rules; }

}  // namespace gpuadvisor
