#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <type_traits>

#include "formats/json_reader.hpp"
#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/catalog/gpu.hpp"

namespace gpuadvisor {

/// The value of a figure; nothing for what is none.
template <class T>
std::optional<double> figure_value(const std::optional<T>& figure) {
  if constexpr (std::is_same_v<T, int>) {
    return figure ? std::optional<double>(*figure) : std::optional<double>();
  } else if constexpr (requires { figure->value() + 0.0; }) {
    return figure ? std::optional<double>(figure->value()) : std::optional<double>();
  } else {
    return std::nullopt;
  }
}
template <class T>
std::optional<double> figure_value(const T& /*other*/) {
  return std::nullopt;
}

/// Calls `visit(key, value)` for each figure that the GPU has, in the order of its fields.
template <class Visitor>
void for_each_figure(const Gpu& gpu, Visitor visit) {
  for_each_field<Gpu>([&](const auto& field, std::size_t) {
    if (const auto value = figure_value(gpu.*field.member)) visit(field.key, *value);
  });
}

/// One figure by its key in the data files; nothing when the GPU has none.
inline std::optional<double> figure(const Gpu& gpu, std::string_view key) {
  std::optional<double> found;
  for_each_figure(gpu, [&](std::string_view each, double value) {
    if (each == key) found = value;
  });
  return found;
}

/// From the smallest to the largest that accelerators sold since 2010 have, with room to either side.
inline std::optional<NumberRange> plausible_range(std::string_view key) {
  struct Bounds {
    std::string_view key;
    NumberRange range;
  };
  constexpr auto k_bounds = std::to_array<Bounds>({
      {"memory_gb", {0.25, 2000}},
      {"memory_bus_bits", {32, 32768}},
      {"memory_bandwidth_gbs", {5, 50000}},
      {"fp32_tflops", {0.05, 2000}},
      {"fp16_vector_tflops", {0.005, 4000}},
      {"fp16_tensor_tflops", {1, 20000}},
      {"fp16_tensor_fp16_accumulate_tflops", {1, 20000}},
      {"bf16_tensor_tflops", {1, 20000}},
      {"tf32_tensor_tflops", {1, 10000}},
      {"int8_tops", {0.5, 40000}},
      {"fp8_tflops", {1, 40000}},
      {"fp4_tflops", {1, 100000}},
      {"matmul_tflops", {1, 20000}},
      {"tensor_cores", {1, 20000}},
      {"shader_units", {16, 200000}},
      {"boost_clock_mhz", {100, 6000}},
      {"l2_cache_mb", {0.1, 2000}},
      {"tdp_w", {5, 5000}},
      {"idle_w", {1, 500}},
      {"recommended_psu_w", {200, 3000}},
      {"partner_psu_w", {200, 3000}},
      {"peak_power_w", {5, 10000}},
      {"pcie_lanes", {1, 16}},
      {"slots", {1, 8}},
      {"length_mm", {100, 450}},
      {"shortest_partner_length_mm", {100, 450}},
      {"longest_partner_length_mm", {100, 450}},
      {"nvlink_gbs", {10, 10000}},
      {"devices", {1, 16}},
  });
  const auto* at = std::find_if(k_bounds.begin(), k_bounds.end(), [&](const Bounds& one) { return one.key == key; });
  return at == k_bounds.end() ? std::optional<NumberRange>() : std::optional<NumberRange>(at->range);
}

}  // namespace gpuadvisor
