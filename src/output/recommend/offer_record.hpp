#pragma once

#include "gpuadvisor/advice/stability.hpp"
#include "gpuadvisor/scoring/index_breakdown.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// The first row, or one that it is compared with, and the workload that speeds are for.
struct Compared {
  const ComparedOffer* offer = nullptr;
  std::string_view workload;
};

/// A rival, and what it takes for it to beat the offer ahead.
struct ComparedRival {
  const Rival* rival = nullptr;
  std::string_view workload;
};

/// An offer in brief: what it is and what it costs.
template <>
Record<Offer> description();
template <>
Record<Compared> description();
template <>
Record<ComparedRival> description();
template <>
Record<IndexBreakdown> description();

}  // namespace gpuadvisor
