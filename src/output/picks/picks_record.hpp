#pragma once

#include "advice/picks/picks.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// What a kind of buyer asks, with shares of the market as figures.
struct AskedOf {
  const PersonaType* type = nullptr;
  const Request* request = nullptr;
};

/// A GPU on sale that qualifies, in its best offer.
struct PickCandidate {
  const Offer* offer = nullptr;
};

template <>
Record<AskedOf> description();
template <>
Record<PickCandidate> description();

}  // namespace gpuadvisor
