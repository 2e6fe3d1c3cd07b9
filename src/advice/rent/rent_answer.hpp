#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "economics/rent_market.hpp"
#include "gpuadvisor/catalog/memory_floor.hpp"
#include "gpuadvisor/scoring/performance.hpp"

namespace gpuadvisor {

/// Which of the offers are meant. Absent or empty: all of them.
struct RentFilter {
  std::optional<RentTerms> terms;
  std::string provider;            // in lower case
  std::string region;              // that the offer's begins with, in lower case
  std::optional<UsdPerHour> most;  // of all GPUs together
  std::function<bool(const Rent&)> also = {};
};

/// What renting some GPUs costs.
struct RentQuestion {
  std::vector<const Gpu*> gpus;  // that one name means, by id
  int count = 1;
  RentFilter filter;
};

struct RentAnswer {
  RentQuestion question;
  Day day{};                      // that the prices are of
  std::vector<RentOffer> offers;  // in one machine first, current before old, then by the price of a GPU
  std::vector<RentRange> ranges;  // by terms, where there are any
  std::optional<RentOffer> best;  // the first current one that is not taken back at will; without any, the first
};

/// Views the catalog.
[[nodiscard]] RentAnswer rent_answer(const RentQuestion& question, const Catalog& catalog);

/// What GPUs to rent are ranked by: the most speed for the money, the most speed, the lowest price.
enum class RentOrder : unsigned char { value, speed, price };

template <>
inline constexpr auto k_enum_names<RentOrder> = std::to_array<std::string_view>({"value", "speed", "price"});

/// Which GPU to rent for a workload.
struct RentedGpusQuestion {
  const Workload* workload = nullptr;
  ScorePrecision precision = ScorePrecision::fp16;
  RentOrder order = RentOrder::value;
  int count = 1;
  RentFilter filter;
  std::optional<Gibibytes> min_memory;      // of each GPU
  std::optional<MemoryFloor> memory_floor;  // what guides ask for, where no memory is; set by rented_gpus()
  std::string vendor;                       // in lower case
};

/// A GPU with its cheapest current offer.
struct RentedGpu {
  std::string_view workload;  // that the speed is of
  RentOffer offer;
  std::optional<RentRange> on_demand;
  int together = 1;                        // GPUs of one machine whose speed is known, at most those asked for
  std::optional<Performance> performance;  // of these
  std::optional<double> value;             // speed for each dollar an hour
};

struct RentedGpus {
  RentedGpusQuestion question;
  Day day{};                    // that the prices are of
  std::vector<RentedGpu> gpus;  // that current software of their vendor runs on, as ranked, those without a speed
                                // behind all others where it counts; then by price and id
};

/// Views the catalog.
[[nodiscard]] RentedGpus rented_gpus(const RentedGpusQuestion& question, const Catalog& catalog);

}  // namespace gpuadvisor
