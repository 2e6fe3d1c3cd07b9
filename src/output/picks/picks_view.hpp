#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "advice/picks/picks.hpp"
#include "gpuadvisor/catalog/catalog_stamp.hpp"
#include "gpuadvisor/report/document.hpp"
#include "report/record.hpp"

namespace gpuadvisor {

/// What each kind of buyer should buy today. Views what it is made from.
struct PicksView {
  CatalogStamp catalog;
  std::span<const TypePick> picks;
  std::string_view persona;   // asked for; empty: all kinds
  std::optional<Usd> budget;  // asked for
};

/// A table with a row per kind and what the newest guide said, with columns for `room` characters per row; of a kind
/// asked for, all that the guides said.
[[nodiscard]] Document document_of(const PicksView& view, std::size_t room);

/// What one guide said. Views what it is made from.
struct GuidePicksView {
  CatalogStamp catalog;
  const Guide& guide;
  std::span<const GuideAdvice> advice;  // that is shown
  std::size_t left_out = 0;             // buyers of the guide outside its short list that are not
  std::string_view persona;             // asked for; empty: none
  std::optional<Usd> budget;            // asked for
  bool all = false;                     // asked for
  std::string_view note;                // about the whole; empty: nothing
};

/// An entry per buyer, with prices of the guide's day and of today.
[[nodiscard]] Document document_of(const GuidePicksView& view);

/// The guides, and the kinds of buyers with what they ask. Views what it is made from.
struct PicksListView {
  CatalogStamp catalog;
  std::span<const PersonaType> types;
  std::span<const GuideBuyers> guides;
};

template <>
Record<PicksView> description();
template <>
Record<GuidePicksView> description();
template <>
Record<PicksListView> description();

[[nodiscard]] Document document_of(const PicksListView& view);

}  // namespace gpuadvisor
