#pragma once

#include <array>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "gpuadvisor/scoring/token_calibration.hpp"
#include "token_readings.hpp"

namespace gpuadvisor {

/// Seconds of a token of the standard network: overhead + work of each rate * how long a GPU takes for that against the
/// reference card.
struct TokenTime {
  double overhead = 0;
  Features work{};

  [[nodiscard]] double seconds(const Features& times) const;
};

/// What all readings say together:
///
///   seconds = (overhead * layers + work * sum of seconds by rate * times of the GPU) * deviation of the GPU
///
/// Overhead and work differ by kind of memory, vendor, kin, engine, and for networks with experts; what is assumed of
/// each, and of the deviations, is in the source (docs/inference.md#times-of-gpus). Errors are Student t.
class TokenTimeFit {
 public:
  /// What readings say of one GPU.
  struct Deviation {
    double mean = 0;      // of ln rate from its kin's
    double variance = 0;  // of ln rate of the standard network
    double precision = 0;
    std::set<std::string_view> sources;
    struct Part {
      double log = 0;    // its deviation by this dataset alone
      double share = 0;  // of the mean
      int readings = 0;
    };
    std::map<std::string_view, Part> by_dataset;

    [[nodiscard]] int readings() const;
    /// Its deviation by measurements alone.
    [[nodiscard]] double measured() const;
  };

  /// With a `start`, a fit to nearly the same readings, only to tell times: gpus() are left out.
  TokenTimeFit(std::span<const TokenReading> readings, bool prompts, const TokenTimeFit* start = nullptr);

  /// Of a dense network, by the engine that rates are told of.
  [[nodiscard]] TokenTime time_of(const GpuFamily& kin) const;
  [[nodiscard]] ExpertFactors experts() const;
  [[nodiscard]] const std::map<std::string_view, Deviation>& gpus() const { return m_gpus; }

 private:
  enum class Term : unsigned char { all, memory, vendor, kin, engine, experts };
  enum class Of : unsigned char { overhead, work, rate };
  using Name = std::tuple<Of, Term, GpuFamily, std::string_view, std::size_t>;

  class Equations;

  [[nodiscard]] double effect(const Name& name) const;
  [[nodiscard]] TokenTime time_with(const GpuFamily& kin, std::string_view engine, bool has_experts) const;
  static std::vector<Name> names_of(Of of, const GpuFamily& kin, std::string_view engine, bool has_experts);

  bool m_prompts;
  std::map<Name, double> m_effects;  // ln of seconds, or of a factor of them
  std::map<std::string_view, Deviation> m_gpus;
};

}  // namespace gpuadvisor
