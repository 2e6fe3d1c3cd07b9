#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"
#include "gpuadvisor/catalog/measurement.hpp"

namespace gpuadvisor {

/// What a source supplies to a catalog, or to one of its GPUs. Views the catalog.
struct SourceUsage {
  const Source* source = nullptr;
  std::size_t gpus = 0;                    // that have figures from it
  std::size_t figures = 0;                 // these, all together
  std::vector<std::string_view> fields;    // their keys, each once, in the order of k_fields<Gpu>
  std::size_t compared = 0;                // GPUs whose figures were compared with it
  std::size_t prices = 0;                  // quotes
  std::optional<PartialDate> first_price;  // the earliest and
  std::optional<PartialDate> last_price;   // the latest of them
  std::size_t rents = 0;                   // prices of rented GPUs
  std::size_t electricity = 0;             // prices of it
  std::size_t hosts = 0;                   // prices of parts of machines, their power, circuits
  std::size_t measurements = 0;            // of GPUs of the catalog
  std::size_t scored_gpus = 0;             // whose performance index rests on it
  std::size_t speedups = 0;                // of several GPUs, that rest on it
  std::size_t support_events = 0;          // of software for an architecture
  std::size_t networks = 0;                // whose shape is from it
  std::size_t rules = 0;                   // orders of importance, memory floors, deployment rules, the reference
                                           // card, what is said of features, what guides say

  /// Whether it supplies anything.
  [[nodiscard]] bool is_used() const {
    return gpus + compared + prices + rents + electricity + hosts + measurements + scored_gpus + speedups +
               support_events + networks + rules >
           0;
  }
};

/// What to count: all that is known, unless said otherwise.
struct SourceQuestion {
  const Gpu* gpu = nullptr;     // only what is about this GPU of the catalog or its architecture
  std::optional<Day> known_by;  // measurements published, and events and floors dated, by then
};

/// Every source of the catalog, by grade, then id, with what it supplies. Measurements of GPUs that the catalog does
/// not have do not count. Takes a catalog as of the day asked for: its GPUs, prices and scores count as they are.
[[nodiscard]] std::vector<SourceUsage> source_usage(const Catalog& catalog, std::span<const Measurement> measurements,
                                                    const SourceQuestion& question = {});

}  // namespace gpuadvisor
