#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/measurement_loader.hpp"
#include "gpuadvisor/scoring/serving_rate.hpp"
#include "gpuadvisor/scoring/token_rate.hpp"
#include "gpuadvisor/sizing/weight_format.hpp"

namespace gpuadvisor {

/// Tokens per second of a network on GPUs of one kind as they were measured, by the engine with the highest median of
/// those that people use, of its last half year there.
struct MeasuredRate {
  double median = 0;
  double low = 0;           // all measurements by that engine are between them,
  double high = 0;          // and each is a twentieth away from the median at least
  std::string_view engine;  // in the words of datasets; empty where none is stated
  int measurements = 0;     // by that engine
  bool is_scaled = false;   // from other numbers of users, or other lengths, by what is predicted of both
  std::vector<std::string_view> sources;
};

/// What was measured of a language model, as far as it was published by the day of a catalog. Keeps alive what it
/// views.
class NetworkMeasurements {
 public:
  NetworkMeasurements() = default;
  NetworkMeasurements(const Network& network, const Benchmarks& benchmarks, const Catalog& catalog);

  /// In a format, of as many GPUs and sequences as `setting` says, by engines that share a network so, where a token
  /// took about as much as `work`: sequences of other lengths may take more. Source:
  /// docs/inference.md#tokens-per-second.
  [[nodiscard]] std::optional<MeasuredRate> rate(const Gpu& gpu, const WeightFormat& weights, std::string_view workload,
                                                 const TokenSetting& setting, const TokenWork& work) const;

  /// Tokens written for many users by the engine of a load, with copies over as many GPUs as `predicted` has, where
  /// users, prompts and answers were between a quarter and four times those asked for: each times what is predicted
  /// here over what is predicted there. Those within a quarter of the load asked for count alone. Source:
  /// docs/inference.md#many-users.
  [[nodiscard]] std::optional<MeasuredRate> served(const Gpu& gpu, const WeightFormat& weights, const ServingWork& work,
                                                   const ServingLoad& load, const ServingRate& predicted) const;

 private:
  struct Row {
    Measurement measurement;
    std::string_view weights;  // a format
    int batch = 1;
    double amount = 0;  // GB read, or 10^9 operations, for a token
  };
  struct ServedRow {
    Measurement measurement;
    std::string_view weights;
    ServingWork work;
    ServingLoad load;
    ServingRate predicted;
  };

  std::vector<Row> m_rows;
  std::vector<ServedRow> m_served;
  std::shared_ptr<const void> m_storage;
};

}  // namespace gpuadvisor
