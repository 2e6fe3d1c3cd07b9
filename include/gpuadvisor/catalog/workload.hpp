#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/enum_names.hpp"
#include "gpuadvisor/core/quantity.hpp"

namespace gpuadvisor {

/// What makes a GPU fast, in the guides' words: tensor cores, FLOPs, memory bandwidth, 16-bit capability.
enum class Criterion { tensor, flops, bandwidth, half };

inline constexpr std::size_t k_criteria = 4;
inline constexpr std::array<Criterion, k_criteria> k_all_criteria = {Criterion::tensor, Criterion::flops,
                                                                     Criterion::bandwidth, Criterion::half};

template <>
inline constexpr auto k_enum_names<Criterion> = std::to_array<std::string_view>({"tensor", "flops", "bandwidth",
                                                                                 "half"});

/// All criteria, most important first.
using PriorityOrder = std::array<Criterion, k_criteria>;

/// A network that people know, by which the speed of a workload is told in samples per second.
/// Of several for one network the first that a dataset tells in the precision counts.
struct ReferenceNetwork {
  std::string_view network;    // its id
  std::string_view unit;       // of its rate: "images/s"
  std::string_view dataset;    // id of the one that tells the rate
  std::string_view model;      // as the dataset calls it
  std::string_view framework;  // likewise; empty: the only one
  std::string_view setting;    // likewise
  std::optional<int> batch;    // at which rates are told; absent where nobody recorded one
};

template <>
inline constexpr auto k_fields<ReferenceNetwork> = std::tuple{
    required("network", &ReferenceNetwork::network),     required("unit", &ReferenceNetwork::unit),
    required("dataset", &ReferenceNetwork::dataset),     required("model", &ReferenceNetwork::model),
    optional("framework", &ReferenceNetwork::framework), optional("setting", &ReferenceNetwork::setting),
    optional("batch", &ReferenceNetwork::batch),
};

/// A kind of work with the guides' order of importance, or the mean of other workloads.
struct Workload {
  std::string_view id;
  std::string_view title;
  std::optional<PriorityOrder> order;         // exactly one of `order` and `mean_of` is given
  std::span<const std::string_view> mean_of;  // ids of workloads that have an order
  std::span<const double> shares;             // of each of those in the mean, adding up to 1; empty: equal ones
  bool adds_times = false;                    // its estimates add up times (ScoreModel), instead of multiplying ratios
  bool on_request = false;                    // answered when named, not where a command goes through all workloads
  bool any_software = false;  // that of every vendor does it well, so that none in particular is asked for by default
  std::span<const std::string_view> features = {};  // that it gains from: rows say which a GPU lacks
  std::span<const ReferenceNetwork> networks = {};  // that tell its speed in samples per second
  std::string_view source;

  /// The share of `mean_of[part]`.
  [[nodiscard]] double share(std::size_t part) const {
    return shares.empty() ? 1 / static_cast<double>(mean_of.size()) : shares[part];
  }
};

template <>
inline constexpr auto k_fields<Workload> = std::tuple{
    required("id", &Workload::id),
    required("title", &Workload::title),
    optional("order", &Workload::order),
    optional("mean_of", &Workload::mean_of),
    optional("shares", &Workload::shares),
    optional("adds_times", &Workload::adds_times),
    optional("on_request", &Workload::on_request),
    optional("any_software", &Workload::any_software),
    optional("features", &Workload::features),
    optional("networks", &Workload::networks),
    required("source", &Workload::source),
};

/// The card whose score is 1.00, with its criteria fixed as data: no score depends on which cards are listed.
struct ScoreReference {
  std::string_view gpu;
  Teraflops tensor;
  Teraflops flops;
  GigabytesPerSecond bandwidth;
  Teraflops half;
  std::string_view source;
};

template <>
inline constexpr auto k_fields<ScoreReference> = std::tuple{
    required("gpu", &ScoreReference::gpu),
    required("tensor_tflops", &ScoreReference::tensor),
    required("flops_tflops", &ScoreReference::flops),
    required("bandwidth_gbs", &ScoreReference::bandwidth),
    required("half_tflops", &ScoreReference::half),
    required("source", &ScoreReference::source),
};

/// Whether figures relative to one are relative to the other.
[[nodiscard]] constexpr bool is_same_scale(const ScoreReference& a, const ScoreReference& b) {
  return a.gpu == b.gpu && a.tensor == b.tensor && a.flops == b.flops && a.bandwidth == b.bandwidth && a.half == b.half;
}

}  // namespace gpuadvisor
