#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "gpuadvisor/advice/machine.hpp"
#include "gpuadvisor/advice/offer.hpp"
#include "gpuadvisor/advice/request.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// Which GPUs a job is tried on: those named, those named together, all that a request lets in, or of these the
/// cheapest of each size of memory on which it fits.
enum class MemoryScope : unsigned char { named, together, each, sizes };

template <>
inline constexpr auto k_enum_names<MemoryScope> = std::to_array<std::string_view>({"named", "together", "each",
                                                                                   "sizes"});

/// Where GPUs are looked for. Views the catalog.
struct GpuSearch {
  MemoryScope scope = MemoryScope::sizes;
  const std::vector<const Gpu*>& gpus;  // that are named
  const Request& request;               // what else those of the catalog must pass
  int count = 1;                        // of each
  bool has_display = false;
};

/// GPUs of a kind that a job is tried on.
struct MemoryCandidate {
  Offer offer;  // the cheapest condition
  Machine machine;
  std::optional<int> gpus_of_size{};  // in the scope `sizes`: GPUs of this size that the request lets in
};

struct MemoryCandidates {
  std::vector<MemoryCandidate> gpus;  // as named; the cheapest first; in the scope `sizes` the smallest first
  std::vector<const Gpu*> unknown;    // named GPUs whose memory is not known
};

/// The GPUs of a search, but those in the scope `together`, each by itself.
[[nodiscard]] MemoryCandidates candidates(const GpuSearch& search, const Catalog& catalog);

/// The offer of so many GPUs of a kind whose price is most current, and of these the lowest; without a price where none
/// is known.
[[nodiscard]] Offer cheapest_offer(const Gpu& gpu, int count, const Catalog& catalog);

/// The GPUs that a request lets in, each at its lowest price for `count` of them, the cheapest first.
[[nodiscard]] std::vector<Offer> offers_by_price(Request request, int count, const Catalog& catalog);

}  // namespace gpuadvisor
