#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "core/text.hpp"
#include "rounding.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

using Rate = std::optional<double> (*)(const Gpu& gpu);

template <auto member>
std::optional<double> rate(const Gpu& gpu) {
  const auto& figure = gpu.*member;
  return figure ? std::optional<double>(figure->value()) : std::optional<double>();
}

/// The 16-bit rate that narrower formats follow: that of the FP16 accumulator where one is given.
std::optional<double> full_fp16(const Gpu& gpu) {
  return gpu.fp16_tensor_fp16_accumulate ? rate<&Gpu::fp16_tensor_fp16_accumulate>(gpu) : rate<&Gpu::fp16_tensor>(gpu);
}

/// The 16-bit rate with the exponent of TF32, or else any.
std::optional<double> full_bf16(const Gpu& gpu) {
  return gpu.bf16_tensor ? rate<&Gpu::bf16_tensor>(gpu) : rate<&Gpu::fp16_tensor>(gpu);
}

/// Ratios that a format has to another, dense against dense.
struct FormatRatio {
  std::string_view vendor;
  std::string_view architecture;  // empty: all of the vendor that are not named
  std::string_view field;
  Rate rate;
  std::string_view base_field;
  Rate base;
  std::array<double, 2> ratios;  // 0: no other
};

// Ratios of matrix rates by generation: the vendors' whitepapers (see architecture_facts.cpp).
constexpr auto k_ratios = std::to_array<FormatRatio>({
    {"nvidia", "Volta", "int8_tops", rate<&Gpu::int8>, "the FP16 rate", full_fp16, {0.5}},  // DP4A
    {"nvidia", "Blackwell Ultra", "int8_tops", rate<&Gpu::int8>, "the FP16 rate", full_fp16, {0.07}},
    // Twice the rate with FP32 accumulation on the boards of data centers that halve that one.
    {"nvidia", "", "int8_tops", rate<&Gpu::int8>, "the FP16 rate", full_fp16, {2, 1}},
    {"nvidia", "", "fp8_tflops", rate<&Gpu::fp8>, "fp16_tensor_tflops", rate<&Gpu::fp16_tensor>, {2}},
    {"nvidia", "Blackwell Ultra", "fp4_tflops", rate<&Gpu::fp4>, "fp8_tflops", rate<&Gpu::fp8>, {3}},
    {"nvidia", "", "fp4_tflops", rate<&Gpu::fp4>, "fp8_tflops", rate<&Gpu::fp8>, {2, 4}},
    {"nvidia", "", "bf16_tensor_tflops", rate<&Gpu::bf16_tensor>, "fp16_tensor_tflops", rate<&Gpu::fp16_tensor>, {1}},
    {"nvidia", "", "tf32_tensor_tflops", rate<&Gpu::tf32_tensor>, "the BF16 rate", full_bf16, {0.5}},
    {"nvidia",
     "",
     "fp16_tensor_fp16_accumulate_tflops",
     rate<&Gpu::fp16_tensor_fp16_accumulate>,
     "fp16_tensor_tflops",
     rate<&Gpu::fp16_tensor>,
     {1, 2}},
    {"amd", "", "int8_tops", rate<&Gpu::int8>, "fp16_tensor_tflops", rate<&Gpu::fp16_tensor>, {1, 2}},
    {"amd", "", "fp8_tflops", rate<&Gpu::fp8>, "fp16_tensor_tflops", rate<&Gpu::fp16_tensor>, {2}},
    {"amd", "", "fp4_tflops", rate<&Gpu::fp4>, "fp8_tflops", rate<&Gpu::fp8>, {2}},
    {"amd",
     "CDNA",
     "bf16_tensor_tflops",
     rate<&Gpu::bf16_tensor>,
     "fp16_tensor_tflops",
     rate<&Gpu::fp16_tensor>,
     {0.5}},
    {"amd", "", "bf16_tensor_tflops", rate<&Gpu::bf16_tensor>, "fp16_tensor_tflops", rate<&Gpu::fp16_tensor>, {1}},
    {"intel", "", "int8_tops", rate<&Gpu::int8>, "fp16_tensor_tflops", rate<&Gpu::fp16_tensor>, {2}},
    {"nvidia", "Pascal", "fp16_vector_tflops", rate<&Gpu::fp16_vector>, "fp32_tflops", rate<&Gpu::fp32>, {2, 1.0 / 64}},
    {"nvidia", "Ampere", "fp16_vector_tflops", rate<&Gpu::fp16_vector>, "fp32_tflops", rate<&Gpu::fp32>, {4, 1}},
    {"nvidia", "Ada Lovelace", "fp16_vector_tflops", rate<&Gpu::fp16_vector>, "fp32_tflops", rate<&Gpu::fp32>, {1}},
    {"nvidia", "Blackwell", "fp16_vector_tflops", rate<&Gpu::fp16_vector>, "fp32_tflops", rate<&Gpu::fp32>, {1}},
    {"nvidia", "", "fp16_vector_tflops", rate<&Gpu::fp16_vector>, "fp32_tflops", rate<&Gpu::fp32>, {2}},
    {"amd", "", "fp16_vector_tflops", rate<&Gpu::fp16_vector>, "fp32_tflops", rate<&Gpu::fp32>, {2, 1}},
    {"intel", "", "fp16_vector_tflops", rate<&Gpu::fp16_vector>, "fp32_tflops", rate<&Gpu::fp32>, {2, 1}},
});

bool is_about(const FormatRatio& ratio, const Gpu& gpu) {
  if (ratio.vendor != gpu.vendor) return false;
  if (ratio.architecture == gpu.architecture) return true;
  return ratio.architecture.empty() && std::none_of(k_ratios.begin(), k_ratios.end(), [&](const FormatRatio& other) {
           return other.vendor == gpu.vendor && other.field == ratio.field && other.architecture == gpu.architecture;
         });
}

bool is_near(double found, double expected, double rounding) { return std::abs(found / expected - 1) <= rounding; }

void judge_ratio(const Gpu& gpu, const FormatRatio& ratio, Findings& findings) {
  const auto value = ratio.rate(gpu);
  const auto base = ratio.base(gpu);
  if (!value || !base) return;
  const double found = *value / *base;
  const double rounding = rounding_of(*value) + rounding_of(*base) - rounding_of(1.23);  // of both
  std::vector<std::string> expected;
  bool is_sparse = false;
  for (const double known : ratio.ratios) {
    if (known == 0) continue;
    if (is_near(found, known, rounding)) return;
    is_sparse = is_sparse || is_near(found, 2 * known, rounding);
    expected.push_back(fmt::format("{:g}", known));
  }
  findings.add(gpu, ratio.field,
               fmt::format("found {:.4g}, which is {:.3g} times {} ({:.4g}); expected {} times{}", *value, found,
                           ratio.base_field, *base, enumeration(expected, "or"),
                           is_sparse ? ": a rate with sparsity is twice the dense one" : ""));
}

void judge_ratios(const CheckedData& data, Findings& findings) {
  for (const Gpu& gpu : data.catalog.gpus()) {
    if (!data.is_checked(gpu)) continue;
    for (const FormatRatio& ratio : k_ratios) {
      if (is_about(ratio, gpu)) judge_ratio(gpu, ratio, findings);
    }
  }
}

constexpr auto k_ratio_rules = std::to_array<Rule>({
    {"format-ratio", Severity::error, "The rates of two formats do not go together",
     "Within a generation the dense rates of formats keep fixed ratios: FP8 and INT8 twice FP16, TF32 half of it. A "
     "figure that is twice what it should be is mostly the rate with 2:4 sparsity, which vendors print first; all "
     "rates "
     "in the data are dense.",
     judge_ratios},
});

}  // namespace

std::span<const Rule> ratio_rules() { return k_ratio_rules; }

}  // namespace gpuadvisor
