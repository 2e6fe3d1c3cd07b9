#pragma once

#include <optional>
#include <vector>

#include "gpuadvisor/advice/software_support.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/platform.hpp"

namespace gpuadvisor {

inline constexpr int k_old_description = 365;  // days

struct FreeTierGpu {
  const Gpu* gpu = nullptr;
  SupportStatus support;  // of the catalog's day
};

/// A free tier, or one for a small fee, as last described.
struct FreeTierOffer {
  const FreeTier* tier = nullptr;
  std::vector<FreeTierGpu> gpus;  // those that the catalog has
  std::optional<int> age_days;    // of the description on the catalog's day, at least

  [[nodiscard]] std::optional<double> hours_per_week() const;
  /// Whether current CUDA builds support some, all or none of its GPUs; empty where none is NVIDIA's.
  enum class Cuda : unsigned char { none, some, all };
  [[nodiscard]] std::optional<Cuda> cuda() const;
  /// Whether the description is so old that the offer may have ended.
  [[nodiscard]] bool is_old() const { return age_days > k_old_description; }
  /// Whether it is for nothing, with a GPU that current CUDA builds support, and for any framework.
  [[nodiscard]] bool is_for_all() const { return !tier->monthly && cuda() > Cuda::none && tier->frameworks.empty(); }
};

/// What each provider offers, as last described by the catalog's day: what is for nothing first, then what current CUDA
/// supports, then what was described within a year, then the most hours (unknown ones last), then by provider.
[[nodiscard]] std::vector<FreeTierOffer> free_tiers(const Catalog& catalog);

}  // namespace gpuadvisor
