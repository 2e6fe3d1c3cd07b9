#pragma once

#include <optional>

#include "gpuadvisor/advice/wanted_job.hpp"
#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/scoring/performance.hpp"
#include "gpuadvisor/sizing/network_work.hpp"

namespace gpuadvisor {

/// Speech comes in real time: a second of it takes a second, so that one stream gains nothing from a GPU far faster
/// than that. Enough is told by a prediction that nobody has measured, so it leaves room for programs half as fast, on
/// a GPU that does something else beside. Source: docs/inference.md#speech-in-real-time.
inline constexpr double k_enough_times_real_time = 4;
inline constexpr double k_far_more_times_real_time = 10;

/// Tells how fast GPUs transcribe speech. Views the catalog.
class SpeechSpeed {
 public:
  SpeechSpeed(const WantedJob& job, const Catalog& catalog);

  /// Seconds of speech that one GPU transcribes in a second, by the lower ends of what it is predicted to read and
  /// write; nothing of other work, and where an index of the GPU is not known.
  [[nodiscard]] std::optional<double> times_real_time(const Gpu& gpu) const;

 private:
  std::optional<SpeechWork> m_work;
  std::optional<PerformanceIndex> m_writing;
  std::optional<PerformanceIndex> m_reading;
};

}  // namespace gpuadvisor
