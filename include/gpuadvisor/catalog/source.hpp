#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "gpuadvisor/catalog/field.hpp"
#include "gpuadvisor/core/date.hpp"
#include "gpuadvisor/core/enum_names.hpp"

namespace gpuadvisor {

/// How a figure came about. `recalled` is general knowledge without a page at hand: it is shown as such and
/// decides nothing alone.
enum class SourceGrade { vendor, measurement, tracker, shop, article, recalled };

template <>
inline constexpr auto k_enum_names<SourceGrade> = std::to_array<std::string_view>({"vendor", "measurement", "tracker",
                                                                                   "shop", "article", "recalled"});

/// A page, table or document that figures come from.
struct Source {
  std::string_view id;
  std::string_view title;
  std::string_view publisher;
  std::optional<PartialDate> date;  // of the page or of the copy used
  std::string_view address;         // empty when none is known
  std::string_view licence;         // as the source states it; empty when it states none
  SourceGrade grade = SourceGrade::article;
  std::string_view note;
};

template <>
inline constexpr auto k_fields<Source> = std::tuple{
    required("id", &Source::id),       required("title", &Source::title),     required("publisher", &Source::publisher),
    optional("date", &Source::date),   optional("address", &Source::address), optional("licence", &Source::licence),
    required("grade", &Source::grade), optional("note", &Source::note),
};

}  // namespace gpuadvisor
