#include <fmt/format.h>

#include <array>
#include <cmath>

#include "gpuadvisor/scoring/criteria.hpp"
#include "rule_groups.hpp"

namespace gpuadvisor {
namespace {

void judge_reference(const CheckedData& data, Findings& findings) {
  const auto& reference = data.catalog.tables().reference;
  if (!reference || !data.index.has("reference", "")) return;
  const Gpu* gpu = data.catalog.gpu(reference->gpu);
  if (gpu == nullptr) return;  // of another catalog
  constexpr double k_rounding = 0.001;
  constexpr auto k_keys =
      std::to_array<std::string_view>({"tensor_tflops", "flops_tflops", "bandwidth_gbs", "half_tflops"});
  const auto stated = std::to_array<double>(
      {reference->tensor.value(), reference->flops.value(), reference->bandwidth.value(), reference->half.value()});
  const auto known = criteria(*gpu);
  for (std::size_t i = 0; i < k_criteria; ++i) {
    if (!known.at(i).value || std::abs(stated.at(i) / *known.at(i).value - 1) <= k_rounding) continue;
    findings.add(
        gpu->id, data.index.place("reference", "", k_keys.at(i)),
        fmt::format("found {:g}; by its {} {} has {:g}", stated.at(i), known.at(i).field, gpu->id, *known.at(i).value));
  }
}

constexpr auto k_rules = std::to_array<Rule>({
    {"reference-figures", Severity::error, "The reference card's figures are not those of the card",
     "Every score is a multiple of the reference card's. Its figures are written down apart, so that no score depends "
     "on "
     "which cards are listed, and must be those of the card's own record.",
     judge_reference},
});

}  // namespace

std::span<const Rule> reference_rules() { return k_rules; }

}  // namespace gpuadvisor
