#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "architecture_facts.hpp"
#include "core/contains.hpp"
#include "core/text.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

void judge_matrix_units(const CheckedData& data, Findings& findings) {
  for (const Gpu& gpu : data.catalog.gpus()) {
    if (!data.is_checked(gpu) || !has_no_matrix_units(gpu)) continue;
    const auto judge = [&](std::string_view field, bool is_given) {
      if (!is_given) return;
      const auto* facts = architecture_facts(gpu);
      const bool is_architecture = facts != nullptr && !facts->has_matrix_units;
      findings.add(gpu, field,
                   fmt::format("{} has no matrix units{}, expected no {}", gpu.architecture,
                               is_architecture ? "" : " in this series", field));
    };
    judge("tensor_cores", gpu.tensor_cores.has_value());
    judge("fp16_tensor_tflops", gpu.fp16_tensor.has_value());
    judge("fp16_tensor_fp16_accumulate_tflops", gpu.fp16_tensor_fp16_accumulate.has_value());
    judge("bf16_tensor_tflops", gpu.bf16_tensor.has_value());
    judge("tf32_tensor_tflops", gpu.tf32_tensor.has_value());
    judge("fp8_tflops", gpu.fp8.has_value());
    judge("fp4_tflops", gpu.fp4.has_value());
  }
}

void judge_compute_capability(const CheckedData& data, Findings& findings) {
  for (const Gpu& gpu : data.catalog.gpus()) {
    if (!data.is_checked(gpu) || gpu.compute_capability.empty()) continue;
    if (gpu.vendor != "nvidia") {
      findings.add(gpu, "compute_capability",
                   fmt::format("found \"{}\"; only GPUs of nvidia have one", gpu.compute_capability));
      continue;
    }
    const auto known = compute_capabilities(gpu.vendor, gpu.architecture);
    if (known.empty() || contains(known, gpu.compute_capability)) continue;
    const std::vector<std::string> shown(known.begin(), known.end());
    findings.add(
        gpu, "compute_capability",
        fmt::format("found \"{}\"; {} has {}", gpu.compute_capability, gpu.architecture, enumeration(shown, "or")));
  }
}

constexpr auto k_architecture_rules = std::to_array<Rule>({
    {"no-matrix-units", Severity::error, "Matrix units where the architecture or series has none",
     "Matrix units came with Volta, CDNA and Xe-HPG; the GTX 16 series and its professional siblings are Turing "
     "without "
     "them. A count or a rate there was copied from a sibling, and would lift the product far above its place.",
     judge_matrix_units},
    {"compute-capability", Severity::error, "The compute capability is not one of the architecture",
     "NVIDIA's compute capability follows from the chip, and each architecture has a few. One of another architecture "
     "lets the software support of the product be judged wrongly.",
     judge_compute_capability},
});

}  // namespace

std::span<const Rule> architecture_rules() { return k_architecture_rules; }

}  // namespace gpuadvisor
