#include "criteria.hpp"

namespace gpuadvisor {
namespace {

template <class Unit>
CriterionValue from_field(const std::optional<Quantity<Unit>>& quantity, std::string_view field) {
  return {quantity ? std::optional(quantity->value()) : std::nullopt, field, false};
}

CriterionValue fp32_without_dual_issue(const Gpu& gpu) {
  CriterionValue found = from_field(gpu.fp32, "fp32_tflops");
  if (gpu.fp32_dual_issue && found.value) found = {*found.value / 2, found.field, true};
  return found;
}

CriterionValue best_vector_rate(const Gpu& gpu) {
  const CriterionValue fp32 = fp32_without_dual_issue(gpu);
  const CriterionValue fp16 = from_field(gpu.fp16_vector, "fp16_vector_tflops");
  return fp16.value.value_or(0) > fp32.value.value_or(0) ? fp16 : fp32;
}

CriterionValue tensor_rate(const Gpu& gpu) {
  if (gpu.fp16_tensor) return from_field(gpu.fp16_tensor, "fp16_tensor_tflops");
  if (gpu.bf16_tensor) return from_field(gpu.bf16_tensor, "bf16_tensor_tflops");
  const bool rate_unknown = gpu.tensor_cores.has_value();
  return rate_unknown ? CriterionValue{std::nullopt, "fp16_tensor_tflops", false} : best_vector_rate(gpu);
}

}  // namespace

std::array<CriterionValue, k_criteria> criteria(const Gpu& gpu) {
  return {tensor_rate(gpu), fp32_without_dual_issue(gpu), from_field(gpu.memory_bandwidth, "memory_bandwidth_gbs"),
          best_vector_rate(gpu)};
}

std::string_view unit(Criterion criterion) { return criterion == Criterion::bandwidth ? "GB/s" : "TFLOPS"; }

}  // namespace gpuadvisor
