#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/catalog/gpu.hpp"
#include "gpuadvisor/catalog/score.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// From how many cards side by side a guide warns of a kind of cooler.
struct CoolingRule {
  std::string_view guide;
  std::string_view id;
  std::span<const std::string_view> gpus;           // ids; empty: `architectures`
  std::span<const std::string_view> architectures;  // whose consumer cards with tensor cores it is about; empty: any
  std::string_view vendor;                          // of those
  Cooling cooling = Cooling::open_air;              // that it warns of
  int adjacent_from = 2;                            // cards without a free slot between them
  bool possible = false;                            // the guide says "may"
  bool fewer_are_fine = false;                      // the guide says that fewer may have any cooler
  std::optional<Cooling> advises;
  std::optional<Ratio> speed;  // of such a machine against a cooler one
  std::string_view says;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<CoolingRule> = std::tuple{
    required("guide", &CoolingRule::guide),
    required("id", &CoolingRule::id),
    optional("gpus", &CoolingRule::gpus),
    optional("architectures", &CoolingRule::architectures),
    optional("vendor", &CoolingRule::vendor),
    required("cooling", &CoolingRule::cooling),
    required("adjacent_from", &CoolingRule::adjacent_from),
    optional("possible", &CoolingRule::possible),
    optional("fewer_are_fine", &CoolingRule::fewer_are_fine),
    optional("advises", &CoolingRule::advises),
    optional("speed", &CoolingRule::speed),
    required("says", &CoolingRule::says),
    required("source", &CoolingRule::source),
};

/// A power limit that a guide tried on a GPU. Nothing is known between such points.
struct PowerLimit {
  std::string_view guide;
  std::string_view gpu;
  Watts limit;                 // set on the card
  std::optional<Ratio> speed;  // against the full power, where it was measured
  std::string_view measured;   // on what
  std::optional<int> count;    // GPUs that `says` speaks of; absent: any
  std::string_view says;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<PowerLimit> = std::tuple{
    required("guide", &PowerLimit::guide),       required("gpu", &PowerLimit::gpu),
    required("limit_w", &PowerLimit::limit),     optional("speed", &PowerLimit::speed),
    optional("measured", &PowerLimit::measured), optional("count", &PowerLimit::count),
    required("says", &PowerLimit::says),         required("source", &PowerLimit::source),
};

/// What a guide says of a power supply for several GPUs.
struct PowerSupplyRule {
  std::string_view guide;
  std::string_view gpu;
  int count = 1;
  Watts supply;                // it speaks of
  std::optional<Watts> limit;  // of each card, where it takes one
  bool enough = false;         // whether it is, in the guide's view
  std::string_view says;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<PowerSupplyRule> = std::tuple{
    required("guide", &PowerSupplyRule::guide),   required("gpu", &PowerSupplyRule::gpu),
    required("count", &PowerSupplyRule::count),   required("supply_w", &PowerSupplyRule::supply),
    optional("limit_w", &PowerSupplyRule::limit), required("enough", &PowerSupplyRule::enough),
    required("says", &PowerSupplyRule::says),     required("source", &PowerSupplyRule::source),
};

/// A part of a cluster.
struct MixPart {
  std::span<const std::string_view> gpus;  // any of them
  double share = 0;                        // of the GPUs or the budget, 0 to 1; or the lowest
  std::optional<double> share_to;
  std::string_view note;
};

template <>
inline constexpr auto k_fields<MixPart> = std::tuple{
    required("gpus", &MixPart::gpus),
    required("share", &MixPart::share),
    optional("share_to", &MixPart::share_to),
    optional("note", &MixPart::note),
};

/// Which GPUs a guide would make a cluster of.
struct ClusterMix {
  std::string_view guide;
  std::string_view id;
  std::string_view title;        // "small cluster of a company or lab"
  std::optional<int> gpus_from;  // GPUs in the cluster
  std::optional<int> gpus_below;
  std::string_view shares_of;        // "GPUs", "nodes" or "budget"
  std::optional<int> gpus_per_node;  // where it has nodes of equal GPUs
  std::span<const MixPart> parts;
  std::string_view says;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<ClusterMix> = std::tuple{
    required("guide", &ClusterMix::guide),
    required("id", &ClusterMix::id),
    required("title", &ClusterMix::title),
    optional("gpus_from", &ClusterMix::gpus_from),
    optional("gpus_below", &ClusterMix::gpus_below),
    required("shares_of", &ClusterMix::shares_of),
    optional("gpus_per_node", &ClusterMix::gpus_per_node),
    required("parts", &ClusterMix::parts),
    required("says", &ClusterMix::says),
    required("source", &ClusterMix::source),
};

}  // namespace gpuadvisor
