#pragma once

#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gpuadvisor/catalog/catalog.hpp"

namespace gpuadvisor {

/// Whether a GPU is a card that a desktop's power supply feeds. Modules, laptops and whole machines have their own.
[[nodiscard]] constexpr bool takes_desktop_supply(const Gpu& gpu) {
  return gpu.form == Form::pcie_card || gpu.form == Form::pcie_low_profile;
}

/// The largest size in which power supplies for desktops are sold.
inline constexpr Watts k_largest_supply{2000};

/// The smallest size of power supplies for desktops that is not below `least`; nothing where none is so large.
[[nodiscard]] std::optional<Watts> standard_supply(Watts least);

/// The power supply for a desktop with one card: as the vendor recommends it, or estimated.
struct RecommendedSupply {
  Watts supply;  // where estimated, a size that is sold
  bool is_estimated = false;
  std::string_view maker;                 // whose figures, e.g. "NVIDIA"; empty: those of several vendors
  std::vector<std::string_view> sources;  // of these figures
};

/// Equal cards of a machine.
struct SupplyPart {
  const Gpu* gpu = nullptr;
  int count = 1;
};

/// The power supply for a machine: that for its most demanding card, and the power of each further one.
struct MachineSupply {
  const Gpu* first = nullptr;  // the most demanding card
  RecommendedSupply one;       // for a desktop with it alone, at full power
  Watts saved;                 // by a power limit of that card
  Watts further;               // power of all others, or their limits

  [[nodiscard]] Watts total() const { return one.supply - saved + further; }
};

/// What vendors recommend, and what follows from it for cards of which a vendor says nothing (docs/builds.md#power).
/// Views the catalog.
class RecommendedSupplies {
 public:
  explicit RecommendedSupplies(const Catalog& catalog);

  /// Nothing for what takes no desktop supply, and where neither a recommendation nor the board power is known.
  [[nodiscard]] std::optional<RecommendedSupply> of(const Gpu& gpu) const;
  /// Of all cards together, each at no more than `limit`. Nothing where a card's is unknown. Requires a card.
  [[nodiscard]] std::optional<MachineSupply> of(std::span<const SupplyPart> parts, std::optional<Watts> limit) const;

 private:
  /// A recommendation for cards of some power: no lower than that for any card of less.
  struct Point {
    Watts power;
    Watts supply;
    const Gpu* gpu = nullptr;  // whose recommendation it is
  };
  using Curve = std::vector<Point>;  // by power, each once

  static Curve rising(Curve points);
  [[nodiscard]] RecommendedSupply estimate(const Gpu& gpu) const;

  std::map<std::string_view, Curve> m_curves;  // by vendor
  Curve m_all;
};

/// The same for a single card.
[[nodiscard]] std::optional<RecommendedSupply> recommended_supply(const Gpu& gpu, const Catalog& catalog);

}  // namespace gpuadvisor
