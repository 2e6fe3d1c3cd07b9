#pragma once

#include <array>
#include <string>
#include <string_view>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/feature.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// Whether a GPU has a feature. Unknown is not no.
enum class HasFeature { yes, no, unknown };

template <>
inline constexpr auto k_enum_names<HasFeature> = std::to_array<std::string_view>({"yes", "no", "unknown"});

/// Whether a GPU has a feature, and what says so. Points into the catalog.
struct FeatureFinding {
  HasFeature has = HasFeature::unknown;
  std::string_view field;                     // the figure that tells it; empty when none does
  const ArchitectureFeature* said = nullptr;  // of its architecture, where that decides, or leaves it open
  std::string_view source;                    // of either; of the feature where only its vendor makes it; may be empty
};

/// By the first that says so: the GPU's own figures, the vendor who alone makes it, what is said of its architecture
/// (docs/data.md#features). Requires a GPU and a feature of `catalog`.
[[nodiscard]] FeatureFinding has_feature(const Gpu& gpu, const Feature& feature, const Catalog& catalog);

/// What tells it, in words: "fp8_tflops 330.3", "only nvidia makes it", "Turing has none". Empty when nothing does.
[[nodiscard]] std::string finding_text(const Gpu& gpu, const Feature& feature, const FeatureFinding& finding);

/// The feature called `name`: its id or title, or words that only its id begins with ("sparsity"), ignoring case.
/// Throws UsageError with the nearest id.
[[nodiscard]] const Feature& require_feature(const Catalog& catalog, std::string_view name);

}  // namespace gpuadvisor
