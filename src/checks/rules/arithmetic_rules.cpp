#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "architecture_facts.hpp"
#include "core/text.hpp"
#include "rounding.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

/// TFLOPS of FMA at the boost clock, without dual issue.
std::optional<double> plain_fp32(const Gpu& gpu) {
  if (!gpu.shader_units || !gpu.boost_clock) return std::nullopt;
  constexpr double k_operations = 2;  // an FMA is two
  constexpr double k_mega_in_tera = 1e6;
  return k_operations * *gpu.shader_units * gpu.boost_clock->value() / k_mega_in_tera;
}

void judge_fp32(const CheckedData& data, Findings& findings) {
  for (const Gpu& gpu : data.catalog.gpus()) {
    const auto plain = plain_fp32(gpu);
    if (!data.is_checked(gpu) || !plain || !gpu.fp32) continue;
    const double expected = *plain * (gpu.fp32_dual_issue ? 2 : 1);
    const double ratio = gpu.fp32->value() / expected;
    const double most = rounding_of(gpu.fp32->value());
    if (std::abs(ratio - 1) <= most) continue;
    const bool is_double = !gpu.fp32_dual_issue && std::abs(ratio - 2) <= 2 * most;
    findings.add(
        gpu, "fp32_tflops",
        fmt::format("found {:.4g} TFLOPS; 2 x {} units x {:g} MHz{} are {:.4g}{}", gpu.fp32->value(), *gpu.shader_units,
                    gpu.boost_clock->value(), gpu.fp32_dual_issue ? " x 2 (dual issue)" : "", expected,
                    is_double ? ": a figure that counts dual issue says so with fp32_dual_issue" : ""));
  }
}

/// Cores go with units: so many units share a matrix core.
void judge_tensor_cores(const CheckedData& data, Findings& findings) {
  for (const Gpu& gpu : data.catalog.gpus()) {
    const auto* facts = architecture_facts(gpu);
    if (!data.is_checked(gpu) || facts == nullptr || facts->units_per_matrix_core == 0) continue;
    if (!gpu.tensor_cores || !gpu.shader_units || has_no_matrix_units(gpu)) continue;
    if (*gpu.tensor_cores * facts->units_per_matrix_core == *gpu.shader_units) continue;
    findings.add(gpu, "tensor_cores",
                 fmt::format("found {} for {} shader units; {} has one for {} units, which are {}", *gpu.tensor_cores,
                             *gpu.shader_units, gpu.architecture, facts->units_per_matrix_core,
                             *gpu.shader_units / facts->units_per_matrix_core));
  }
}

/// The rate of matrix units is that of each, times their number and the clock.
void judge_tensor_rate(const CheckedData& data, Findings& findings) {
  constexpr double k_lowest = 0.84;  // published rates may go by a clock below the nominal boost
  const auto judge = [&](const Gpu& gpu, std::string_view field, const std::optional<Teraflops>& rate, double each) {
    if (!rate || !gpu.tensor_cores || !gpu.boost_clock) return;
    constexpr double k_mega_in_tera = 1e6;
    const double expected = each * *gpu.tensor_cores * gpu.boost_clock->value() / k_mega_in_tera;
    const double ratio = rate->value() / expected;
    const double highest = 1 + rounding_of(rate->value());
    // Some boards for inference, too, run FP32 accumulation at half the rate.
    const bool is_half = field == "fp16_tensor_tflops" && has_half_rate(gpu) != HalfRate::always &&
                         ratio > k_lowest / 2 && ratio < highest / 2;
    if ((ratio > k_lowest && ratio < highest) || is_half) return;
    const bool is_double = std::abs(ratio - 2) < 2 * (highest - 1);
    findings.add(gpu, field,
                 fmt::format("found {:.4g} TFLOPS; {} matrix cores x {:g} operations x {:g} MHz are {:.4g}{}",
                             rate->value(), *gpu.tensor_cores, each, gpu.boost_clock->value(), expected,
                             is_double ? ": twice as much is a sparse rate, or that of a narrower accumulator" : ""));
  };
  for (const Gpu& gpu : data.catalog.gpus()) {
    const auto* facts = architecture_facts(gpu);
    if (!data.is_checked(gpu) || facts == nullptr || facts->operations_per_matrix_core == 0) continue;
    if (has_no_matrix_units(gpu)) continue;
    const double each = facts->operations_per_matrix_core;
    judge(gpu, "fp16_tensor_tflops", gpu.fp16_tensor, has_half_rate(gpu) == HalfRate::always ? each / 2 : each);
    judge(gpu, "fp16_tensor_fp16_accumulate_tflops", gpu.fp16_tensor_fp16_accumulate, each);
  }
}

constexpr auto k_arithmetic_rules = std::to_array<Rule>({
    {"fp32-rate", Severity::error, "The FP32 rate is not that of its units and clock",
     "The rate of the vector units is two operations (a fused multiply and add) per unit and clock, twice that where "
     "the vendor counts dual issue. A rate that is more than 1 % off (3 % where it is given in two digits) belongs to "
     "another clock or "
     "another variant.",
     judge_fp32},
    {"tensor-core-count", Severity::error, "Matrix cores do not go with the shader units",
     "Within an architecture each block of shader units has its matrix core, so that their numbers keep a fixed ratio. "
     "Databases often copy the count of the full chip, or of a sibling with more units enabled.",
     judge_tensor_cores},
    {"tensor-rate", Severity::error, "The matrix rate is not that of its cores and clock",
     "A matrix core of an architecture does so many 16-bit operations per clock; GeForce boards do half as many when "
     "they accumulate in FP32. Rates from 84 % of that on are taken for quotes at a lower clock, above it for "
     "rounding. Twice as much "
     "is mostly the rate with 2:4 sparsity, which vendors print first, or the rate with an FP16 accumulator.",
     judge_tensor_rate},
});

}  // namespace

std::span<const Rule> arithmetic_rules() { return k_arithmetic_rules; }

}  // namespace gpuadvisor
