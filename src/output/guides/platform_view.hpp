#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "advice/guides/free_tiers.hpp"
#include "advice/guides/own_or_rent.hpp"
#include "advice/guides/platform_advice.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "gpuadvisor/report/records.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// Where to compute, for `platform`. Views what it is made from.
struct PlatformView {
  CatalogStamp catalog;
  const PlatformQuestion& question;
  const std::vector<PlatformAdvice>& advice;
  const std::vector<FromGuide<PlatformRule>>& conditional;  // what more would be said
  const OwnOrRentQuestion& own_or_rent_question;
  const OwnOrRent& own_or_rent;
  bool in_full = false;  // all that guides say, not one screen
};

/// What is cheaper today and from which day on owning is, computed; below, what guides said in their day: in full, the
/// platforms in order, each with all that is said of it, and which options would bring more. Where nothing can be
/// computed, that alone.
[[nodiscard]] Document platform_document(const PlatformView& view);
/// One JSON object (docs/output.md).
[[nodiscard]] std::string platform_json(const PlatformView& view);
/// A flat record per rule, the platform first.
[[nodiscard]] Records platform_records(const PlatformView& view);

/// Free tiers, for `platform --free`. Views what it is made from.
struct FreeTierView {
  CatalogStamp catalog;
  const FreeTierQuestion& question;
  const std::vector<FreeTierAnswer>& tiers;
};

/// An entry for each that does; below, the others with the reason.
[[nodiscard]] Document free_tier_document(const FreeTierView& view);
[[nodiscard]] std::string free_tier_json(const FreeTierView& view);
/// A flat record per tier, the provider first.
[[nodiscard]] Records free_tier_records(const FreeTierView& view);

/// What guides say of vendors, for `platform --vendors`. Views what it is made from.
struct VendorView {
  CatalogStamp catalog;
  std::string_view vendor;  // empty: all
  const std::vector<FromGuide<VendorNote>>& notes;
};

/// By vendor, the newest guide first.
[[nodiscard]] Document vendor_document(const VendorView& view);
[[nodiscard]] std::string vendor_json(const VendorView& view);
/// A flat record per note, the vendor first.
[[nodiscard]] Records vendor_records(const VendorView& view);

template <>
Record<PlatformView> description();
template <>
Record<FreeTierView> description();
template <>
Record<VendorView> description();

/// How to ask for today's pick on a platform: a command; empty where there is none.
[[nodiscard]] std::string see_also(Platform platform, const PlatformQuestion& question);

}  // namespace gpuadvisor
