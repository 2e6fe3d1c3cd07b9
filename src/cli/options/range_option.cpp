#include "range_option.hpp"

#include <fmt/format.h>

#include <charconv>

#include "core/text.hpp"
#include "gpuadvisor/core/error.hpp"
#include "output_options.hpp"

namespace gpuadvisor::cli {
namespace {

/// What an option wants, in the words of its error messages.
struct RangeForm {
  std::string_view option;
  std::string_view of_what;   // "in GB"
  std::string_view examples;  // "16..48, 24.. or 12"
  std::string_view beyond;    // how a first end that is too large stands to the second
};

bool is_reversed(const PartialDate& from, const PartialDate& to) { return from.first_day() > to.last_day(); }
template <class T>
bool is_reversed(const T& from, const T& to) {
  return from > to;
}

/// Reads the two ends with `end_from`, which tells by an empty optional what is none.
template <class T, class EndFrom>
Range<T> range_from(const RangeForm& form, std::string_view text, EndFrom end_from) {
  const auto dots = text.find("..");
  const bool is_one = dots == std::string_view::npos;
  const std::string_view first = text.substr(0, dots);
  const std::string_view second = is_one ? text : text.substr(dots + 2);
  Range<T> range;
  if (!first.empty()) range.from = end_from(first);
  if (!second.empty()) range.to = end_from(second);
  const bool is_read = range.from.has_value() != first.empty() && range.to.has_value() != second.empty();
  if (!is_read || (first.empty() && second.empty())) {
    throw UsageError(fmt::format("{}: expected FROM..TO {}, like {}, found \"{}\"{}", form.option, form.of_what,
                                 form.examples, printable(text), std::is_same_v<T, Usd> ? currency_remark(text) : ""));
  }
  if (range.from && range.to && is_reversed(*range.from, *range.to)) {
    throw UsageError(fmt::format("{}: {} is {} {}", form.option, printable(first), form.beyond, printable(second)));
  }
  return range;
}

/// Figures of 0 or more; an upper end of 0 would leave nothing.
template <class Unit>
Range<Quantity<Unit>> figure_range(const RangeForm& form, std::string_view text, std::string_view unit) {
  const auto end_from = [&](std::string_view end) -> std::optional<Quantity<Unit>> {
    if (unit == "USD") refuse_points_between_thousands(form.option, end);
    const auto number = number_from(end, unit);
    const bool is_upper = end.data() + end.size() == text.data() + text.size();
    if (!number || (is_upper && *number == 0)) return std::nullopt;
    return Quantity<Unit>{*number};
  };
  return range_from<Quantity<Unit>>(form, text, end_from);
}

}  // namespace

Range<Gibibytes> memory_range(std::string_view option, std::string_view text) {
  return figure_range<GibibytesUnit>({option, "in GB", "16..48, 24.. or 12", "more than"}, text, "GB");
}

Range<Usd> price_range(std::string_view option, std::string_view text) {
  return figure_range<UsdUnit>({option, "in USD", "300..800, 300.. or ..800", "more than"}, text, "USD");
}

Range<Watts> power_range(std::string_view option, std::string_view text) {
  return figure_range<WattsUnit>({option, "in W", "100..300, 100.. or ..300", "more than"}, text, "W");
}

Range<ComputeCapability> capability_range(std::string_view option, std::string_view text) {
  return range_from<ComputeCapability>({option, "of compute capabilities", "8.0..8.9, 8.0.. or 8.6", "later than"},
                                       text, ComputeCapability::parse);
}

Range<PartialDate> date_range(std::string_view option, std::string_view text) {
  return range_from<PartialDate>({option, "of dates", "2022..2024-06, 2022.. or 2022-10", "after"}, text,
                                 PartialDate::parse);
}

CountRange count_range(std::string_view option, std::string_view text, int most) {
  const auto dash = text.find('-');
  const auto number = [most](std::string_view digits) {
    int count = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
    return problem == std::errc() && end == digits.data() + digits.size() && count <= most ? count : 0;
  };
  const CountRange range = {number(text.substr(0, dash)),
                            number(dash == std::string_view::npos ? text : text.substr(dash + 1))};
  if (range.from >= 1 && range.from <= range.to) return range;
  throw UsageError(fmt::format("{}: expected a number of GPUs from 1 to {} or a range like 1-4, found \"{}\"", option,
                               most, printable(text)));
}

}  // namespace gpuadvisor::cli
