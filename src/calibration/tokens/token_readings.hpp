#pragma once

#include <compare>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/scoring/spec_features.hpp"
#include "token_measurement.hpp"

namespace gpuadvisor {

/// GPUs that spend their time alike: of one architecture, with stacked memory or without.
struct GpuFamily {
  std::string_view vendor;
  std::string_view architecture;
  bool has_hbm = false;

  auto operator<=>(const GpuFamily&) const = default;
};
[[nodiscard]] GpuFamily kin_of(const Gpu& gpu);

/// What was measured of one sequence on one GPU, against the standard network.
struct TokenReading {
  std::string_view gpu;
  GpuFamily kin;
  std::string_view engine;
  std::string_view dataset;
  std::string_view source;
  double log_rate = 0;  // tokens per second
  double layers = 1;    // how many times as many as the standard network has
  double work = 1;      // how many times as much
  bool has_experts = false;
  Features times{};  // of the GPU against the reference card, by the rate that work waits for
};

/// The readings of a phase: of one sequence, on one GPU whose specs are known. Where a dataset has several of a GPU,
/// network, length and engine, the fastest: people run the backend and the settings that suit their card.
[[nodiscard]] std::vector<TokenReading> token_readings(std::span<const TokenMeasurement> measurements,
                                                       const Catalog& catalog, bool prompts);

}  // namespace gpuadvisor
