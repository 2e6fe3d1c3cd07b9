#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/catalog/workload.hpp"

namespace gpuadvisor {

/// What a GPU offers under one criterion, and where the figure stands in the catalog.
struct CriterionValue {
  std::optional<double> value;  // TFLOPS, or GB/s for bandwidth; strictly positive
  std::string_view field;       // key of the catalog field it is read from; the missing one when there is no value
  bool halved = false;          // the vendor's figure counts dual issue, half of it is used
};

/// The criteria of a GPU, indexed by Criterion (docs/priority.md#criteria):
///   tensor     dense 16-bit matrix rate with FP32 accumulate, bf16 where only that is known; without matrix
///              units the best vector rate
///   flops      FP32 vector rate without dual issue
///   bandwidth  memory bandwidth
///   half       the higher of the FP16 and FP32 vector rates: slow FP16 still stores in 16 bits
[[nodiscard]] std::array<CriterionValue, k_criteria> criteria(const Gpu& gpu);

/// "TFLOPS" or "GB/s".
[[nodiscard]] std::string_view unit(Criterion criterion);

}  // namespace gpuadvisor
