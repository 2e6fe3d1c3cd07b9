#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/measurement_loader.hpp"
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
  std::vector<std::string_view> sources;
};

/// What was measured of a language model in one format of its weights, as far as it was published by the day of a
/// catalog. Keeps alive what it views.
class NetworkMeasurements {
 public:
  NetworkMeasurements() = default;
  NetworkMeasurements(const Network& network, const WeightFormat& weights, const Benchmarks& benchmarks,
                      const Catalog& catalog);

  /// Of as many GPUs and sequences as `setting` says, by engines that share a network so, where a token took about as
  /// much as `work`: sequences of other lengths may take more. Source: docs/inference.md#tokens-per-second.
  [[nodiscard]] std::optional<MeasuredRate> rate(const Gpu& gpu, std::string_view workload, const TokenSetting& setting,
                                                 const TokenWork& work) const;

 private:
  struct Row {
    Measurement measurement;
    int batch = 1;
    double amount = 0;  // GB read, or 10^9 operations, for a token
  };

  std::vector<Row> m_rows;
  std::shared_ptr<const void> m_storage;
};

}  // namespace gpuadvisor
