// What the program says of serving many users, against measurements.

#include <cmath>
#include <map>

#include "calibration/speed/calibration.hpp"
#include "calibration/speed/order_statistics.hpp"
#include "catalog/loading/embedded_benchmarks.hpp"
#include "gpuadvisor/calibration/spec_table.hpp"
#include "gpuadvisor/catalog/embedded_catalog.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "support/catch2.hpp"

namespace gpuadvisor {
namespace {

const Catalog& catalog() {
  static const Catalog k_catalog = embedded_catalog();
  return k_catalog;
}

const Calibration& serving() {
  static const Benchmarks k_benchmarks = embedded_benchmarks("llm-serving");
  static const auto k_all = calibrations(k_benchmarks, catalog(), std::nullopt);
  REQUIRE(k_all.size() == 1);
  return k_all.front();
}

/// How far each GPU's rate against the others of its sheet is from what a fit without the GPU predicts, as a part of
/// it.
std::vector<double> errors_of_ratios(bool is_mlperf) {
  const auto predicted =
      left_out_estimates(serving().panel, spec_table(catalog(), *catalog().workload("llm-serving")), LeftOut::gpu);
  std::vector<double> errors;
  for (const SheetFit& sheet : serving().sheets) {
    if (sheet.dataset.starts_with("mlperf") != is_mlperf) continue;
    for (const GpuEffect& effect : sheet.effects) {
      const auto own = predicted.find(effect.gpu);
      if (own == predicted.end()) continue;
      std::vector<double> levels;  // of the sheet, by each other GPU
      for (const GpuEffect& other : sheet.effects) {
        if (other.gpu != effect.gpu) levels.push_back(other.effect - serving().fit.indices.at(other.gpu).mean);
      }
      errors.push_back(std::abs(std::expm1(own->second + median(std::move(levels)) - effect.effect)));
    }
  }
  return errors;
}

std::optional<Performance> speed_of(std::string_view gpu) {
  static const PerformanceIndex k_index(catalog(), *catalog().workload("llm-serving"), ScorePrecision::fp16);
  return k_index.performance(*catalog().gpu(gpu));
}

/// Checks that a ratio lies within the interval of that of two GPUs, as `compare` adds up their errors.
void check_holds(std::string_view gpu, std::string_view against, double ratio) {
  const auto of = speed_of(gpu);
  const auto to = speed_of(against);
  const double below = std::hypot(std::log(of->index / of->low), std::log(to->high / to->index));
  const double above = std::hypot(std::log(of->high / of->index), std::log(to->index / to->low));
  const double told = std::log(of->index / to->index);
  INFO(gpu << " / " << against << ": " << std::exp(told) << " told, " << ratio << " measured");
  CHECK(std::log(ratio) >= told - below);
  CHECK(std::log(ratio) <= told + above);
}

// docs/inference.md#serving.
TEST_CASE("Ratios of servers within one setting are as near as is said of a GPU that no fit has seen",
          "[calibration]") {
  CHECK(errors_of_ratios(true).size() >= 12);
  CHECK(median(errors_of_ratios(true)) <= 0.25);
  CHECK(median(errors_of_ratios(false)) <= 0.35);
}

// Tokens per second per GPU, read by hand in data/benchmarks/.
TEST_CASE("Ratios of servers agree with MLPerf, TensorRT-LLM's tables and Cloudrift's runs", "[calibration]") {
  CHECK(speed_of("nvidia-h100-sxm5-80gb")->basis == Basis::measured);
  CHECK(speed_of("nvidia-geforce-rtx-2080-ti")->basis == Basis::estimated);
  // MLPerf v6.0, Llama 2 70B offline.
  check_holds("nvidia-b200", "nvidia-h200-nvl", 12846.8 / 4000.5);
  check_holds("amd-instinct-mi300x", "nvidia-h200-nvl", 3416.95 / 4000.5);
  check_holds("amd-instinct-mi355x", "nvidia-b200", 12520.6 / 12846.8);
  check_holds("nvidia-rtx-pro-6000-blackwell-server", "nvidia-b200", 3671.08 / 12846.8);
  // TensorRT-LLM 0.14, Llama 3 70B with 1000 tokens in and 1000 out: in 16 bits and in FP8.
  check_holds("nvidia-h100-sxm5-80gb", "nvidia-a100-sxm4-80gb", 932.552 / 441.478);
  check_holds("nvidia-l40s", "nvidia-h100-sxm5-80gb", 289.839 / 2046.16);
  // Cloudrift, the middle one of three networks: Qwen3 Coder 30B A3B.
  check_holds("nvidia-l40s", "nvidia-geforce-rtx-4090", 1575.5 / 1187.9);
}

}  // namespace
}  // namespace gpuadvisor
