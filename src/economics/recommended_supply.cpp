#include "gpuadvisor/economics/recommended_supply.hpp"
#include "core/contains.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace gpuadvisor {
namespace {

// Sizes in which power supplies for desktops are sold: general knowledge, and only what is rounded up to.
constexpr auto k_sizes =
    std::to_array<double>({450, 500, 550, 600, 650, 700, 750, 850, 1000, 1200, 1300, 1500, 1600, 2000});

static_assert(k_largest_supply == Watts{k_sizes.back()});

constexpr double k_slip = 1e-6;  // W: interpolation may miss a size by its last digits

constexpr std::size_t k_fewest_of_vendor = 2;  // recommendations; with fewer, those of all vendors count

void cite(std::vector<std::string_view>& cited, std::string_view source) {
  if (!contains(cited, source)) cited.push_back(source);
}

std::string_view source_of_recommendation(const Gpu& gpu) { return source_of(gpu, "recommended_psu_w"); }

Watts power_at(const Gpu& gpu, std::optional<Watts> limit) { return std::min(*gpu.tdp, limit.value_or(*gpu.tdp)); }

}  // namespace

std::optional<Watts> standard_supply(Watts least) {
  const auto* at =
      std::find_if(k_sizes.begin(), k_sizes.end(), [&](double size) { return size >= least.value() - k_slip; });
  return at == k_sizes.end() ? std::nullopt : std::optional(Watts{*at});
}

RecommendedSupplies::RecommendedSupplies(const Catalog& catalog) {
  for (const Gpu& gpu : catalog.gpus()) {
    if (!gpu.tdp || !gpu.recommended_psu || !takes_desktop_supply(gpu)) continue;
    const Point point{*gpu.tdp, *gpu.recommended_psu, &gpu};
    m_curves[gpu.vendor].push_back(point);
    m_all.push_back(point);
  }
  std::erase_if(m_curves, [](const auto& curve) { return curve.second.size() < k_fewest_of_vendor; });
  for (auto& [vendor, curve] : m_curves) curve = rising(std::move(curve));
  m_all = rising(std::move(m_all));
}

/// Sorted by power, with no recommendation below that for less power, and one for each power.
RecommendedSupplies::Curve RecommendedSupplies::rising(Curve points) {
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) {
    return std::tuple(a.power.value(), a.supply.value(), a.gpu->id) <
           std::tuple(b.power.value(), b.supply.value(), b.gpu->id);
  });
  Curve found;
  for (Point point : points) {
    if (!found.empty() && point.supply < found.back().supply) {
      point.supply = found.back().supply;
      point.gpu = found.back().gpu;
    }
    if (!found.empty() && found.back().power == point.power) found.pop_back();
    found.push_back(point);
  }
  return found;
}

/// Between two cards on the straight line; below the least watt for watt; above the greatest as the last two rise, and
/// at least watt for watt. Rounded up to a size that is sold.
RecommendedSupply RecommendedSupplies::estimate(const Gpu& gpu) const {
  const auto own = m_curves.find(gpu.vendor);
  const bool is_of_vendor = own != m_curves.end();
  const Curve& curve = is_of_vendor ? own->second : m_all;
  const Watts power = *gpu.tdp;
  const auto above = std::lower_bound(curve.begin(), curve.end(), power,
                                      [](const Point& point, Watts least) { return point.power < least; });
  const Point* from = above == curve.begin() ? nullptr : &*(above - 1);
  const Point* to = above == curve.end() ? nullptr : &*above;
  const auto slope = [](const Point& a, const Point& b) {
    return (b.supply.value() - a.supply.value()) / (b.power.value() - a.power.value());
  };
  Watts supply;
  if (from == nullptr) {
    supply = to->supply - (to->power - power);
  } else if (to == nullptr) {
    const double rise = curve.size() > 1 ? std::max(1.0, slope(*(from - 1), *from)) : 1.0;
    supply = from->supply + (power - from->power) * rise;
  } else {
    supply = from->supply + (power - from->power) * slope(*from, *to);
  }
  RecommendedSupply found;
  found.supply = standard_supply(supply).value_or(supply);
  found.is_estimated = true;
  if (is_of_vendor) found.maker = vendor_name(*curve.front().gpu);
  for (const Point* point : {from, to}) {
    if (point != nullptr) cite(found.sources, source_of_recommendation(*point->gpu));
  }
  return found;
}

std::optional<RecommendedSupply> RecommendedSupplies::of(const Gpu& gpu) const {
  if (!takes_desktop_supply(gpu)) return std::nullopt;
  if (gpu.recommended_psu) {
    return RecommendedSupply{*gpu.recommended_psu, false, vendor_name(gpu), {source_of_recommendation(gpu)}};
  }
  if (!gpu.tdp || m_all.empty()) return std::nullopt;
  return estimate(gpu);
}

std::optional<MachineSupply> RecommendedSupplies::of(std::span<const SupplyPart> parts,
                                                     std::optional<Watts> limit) const {
  MachineSupply found;
  const bool is_alone = parts.size() == 1 && parts.front().count == 1 && !limit;
  for (const auto& [gpu, count] : parts) {
    auto one = of(*gpu);
    if (!one || (!gpu->tdp && !is_alone)) return std::nullopt;
    const bool is_first = found.first == nullptr || one->supply > found.one.supply ||
                          (one->supply == found.one.supply && *gpu->tdp > *found.first->tdp);
    if (is_first) {
      found.first = gpu;
      found.one = std::move(*one);
    }
    if (gpu->tdp) found.further = found.further + power_at(*gpu, limit) * count;
  }
  if (!found.first->tdp) return found;
  const Watts power = power_at(*found.first, limit);
  found.further = found.further - power;
  found.saved = *found.first->tdp - power;
  return found;
}

std::optional<RecommendedSupply> recommended_supply(const Gpu& gpu, const Catalog& catalog) {
  return RecommendedSupplies(catalog).of(gpu);
}

}  // namespace gpuadvisor
