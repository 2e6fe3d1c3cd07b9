#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "advice/compare/gpu_feature.hpp"
#include "advice/ranking/standing.hpp"
#include "economics/rent_market.hpp"
#include "gpuadvisor/advice/software_support.hpp"
#include "gpuadvisor/catalog/feature.hpp"
#include "gpuadvisor/catalog/persona.hpp"
#include "gpuadvisor/catalog/workload.hpp"

namespace gpuadvisor {

/// A feature of the catalog, and whether a GPU has it.
struct OwnFeature {
  const Feature* feature = nullptr;
  HasFeature has = HasFeature::unknown;
};

/// Where a GPU stands among those of its kind that the defaults for what to buy leave out.
struct OwnPlace {
  bool is_of_vendor = false;  // they are of its vendor
  bool is_of_form = false;    // and of its form, like laptops
  int rank = 0;               // by speed
  std::size_t rows = 0;
};

/// Where a GPU stands among those that qualify for the default workload, without a budget.
struct DefaultPlace {
  const Workload* workload = nullptr;
  Standing standing;                           // by speed: of the condition whose price decides
  std::size_t rows = 0;                        // that qualify
  int rank_by_value = 0;                       // by speed for the money; 0: none
  int rank_by_speed_alone = 0;                 // whatever its price; 0: its speed is not known
  std::optional<OwnPlace> own = std::nullopt;  // of what the defaults leave out; absent where no other answer has it
  Support support = Support::any;              // that the defaults ask for
};

/// What there is to say of buying a GPU before anything is asked. Views the catalog.
struct GpuAdvice {
  std::optional<PriceEstimate> price;          // that decides; where none does, the cheapest known
  std::optional<RentLevel> rent;               // of one
  std::vector<const PersonaType*> first_for;   // kinds of buyers whose pick of today it is
  std::vector<const PersonaType*> second_for;  // or the next best
  std::optional<DefaultPlace> place;           // absent where the catalog ranks nothing
  SupportStatus support;
  std::vector<OwnFeature> features;
};

/// The same for each of some GPUs of `catalog`.
[[nodiscard]] std::vector<GpuAdvice> gpu_advice(std::span<const Gpu* const> gpus, const Catalog& catalog);

}  // namespace gpuadvisor
