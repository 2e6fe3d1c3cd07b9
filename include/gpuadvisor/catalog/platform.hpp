#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/catalog/persona.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// Where deep learning can run.
enum class Platform : unsigned char { own_gpu, cloud_gpu, cloud_tpu, cpu, free_tier };

template <>
inline constexpr auto k_enum_names<Platform> = std::to_array<std::string_view>({"own-gpu", "cloud-gpu", "cloud-tpu",
                                                                                "cpu", "free-tier"});

/// Why a platform is looked for, beyond a workload.
enum class Need : unsigned char { everyday, deadline, no_money, occasional, heavy_daily };

template <>
inline constexpr auto k_enum_names<Need> = std::to_array<std::string_view>({"everyday", "deadline", "no-money",
                                                                            "occasional", "heavy-daily"});

/// Whether a rule speaks for its platform or against it.
enum class Stance : unsigned char { recommends, limited, advises_against };

template <>
inline constexpr auto k_enum_names<Stance> = std::to_array<std::string_view>({"recommends", "limited",
                                                                              "advises-against"});

/// What a guide says of a platform. It applies to a question that matches all that it names.
struct PlatformRule {
  std::string_view guide;
  std::string_view id;
  Platform platform = Platform::own_gpu;
  Stance stance = Stance::recommends;
  std::span<const std::string_view> workloads;   // ids; empty: any
  std::span<const std::string_view> frameworks;  // "pytorch", "tensorflow"; empty: any
  std::optional<Phase> phase;
  std::optional<Need> need;
  std::string_view says;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<PlatformRule> = std::tuple{
    required("guide", &PlatformRule::guide),         required("id", &PlatformRule::id),
    required("platform", &PlatformRule::platform),   required("stance", &PlatformRule::stance),
    optional("workloads", &PlatformRule::workloads), optional("frameworks", &PlatformRule::frameworks),
    optional("phase", &PlatformRule::phase),         optional("need", &PlatformRule::need),
    required("says", &PlatformRule::says),           required("source", &PlatformRule::source),
};

/// What a guide says of a vendor.
struct VendorNote {
  std::string_view guide;
  std::string_view vendor;  // id as in GPUs, or "startups"
  Stance stance = Stance::recommends;
  std::span<const std::string_view> good_for;  // kinds of buyer, where it is limited
  std::span<const std::string_view> reasons;   // sentences
  std::string_view says;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<VendorNote> = std::tuple{
    required("guide", &VendorNote::guide),     required("vendor", &VendorNote::vendor),
    required("stance", &VendorNote::stance),   optional("good_for", &VendorNote::good_for),
    optional("reasons", &VendorNote::reasons), required("says", &VendorNote::says),
    required("source", &VendorNote::source),
};

/// What a provider lets people use for nothing, or for a small monthly fee, at a date.
struct FreeTier {
  std::string_view provider;  // "Google Colab Free"
  PartialDate as_of;
  std::string_view accelerators;           // in words
  std::span<const std::string_view> gpus;  // ids of those that the catalog has
  std::optional<Usd> monthly;              // absent: free
  std::string_view limits;
  std::optional<double> hours_per_day;  // GPU hours
  std::optional<double> hours_per_week;
  std::span<const std::string_view> frameworks;    // the only ones; empty: any
  std::span<const std::string_view> regions;       // the only ones, ISO 3166-1 alpha-2; empty: any
  std::span<const std::string_view> reached_from;  // where the source says that it is
  std::span<const std::string_view> not_from;      // not reached from there
  std::string_view files;                          // what becomes of them when a session ends
  std::string_view note;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<FreeTier> = std::tuple{
    required("provider", &FreeTier::provider),
    required("as_of", &FreeTier::as_of),
    required("accelerators", &FreeTier::accelerators),
    optional("gpus", &FreeTier::gpus),
    optional("monthly_usd", &FreeTier::monthly),
    required("limits", &FreeTier::limits),
    optional("hours_per_day", &FreeTier::hours_per_day),
    optional("hours_per_week", &FreeTier::hours_per_week),
    optional("frameworks", &FreeTier::frameworks),
    optional("regions", &FreeTier::regions),
    optional("reached_from", &FreeTier::reached_from),
    optional("not_from", &FreeTier::not_from),
    optional("files", &FreeTier::files),
    optional("note", &FreeTier::note),
    required("source", &FreeTier::source),
};

}  // namespace gpuadvisor
