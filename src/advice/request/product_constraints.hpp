#pragma once

#include "constraint.hpp"
#include "core/text.hpp"

// Constraints on what a product is called, whose it is and when it came out.

namespace gpuadvisor {

inline constexpr Constraint k_vendor_constraint = {
    .id = "vendor",
    .option = "vendor",
    .failing = "of another vendor",
    .is_asked = [](const Request& request) { return !request.vendors.empty(); },
    .fails = [](const Case& c) { return !contains(c.request.vendors, c.gpu().vendor); },
    .reason = [](const Case& c) { return fmt::format("made by {}", vendor_name(c.gpu())); },
    .relax =
        [](const RelaxationBuilder& draft) {
          draft.drop();
          draft.result.request.vendors.clear();
          draft.result.request.makes_cards.reset();
        },
};

inline constexpr Constraint k_segment_constraint = by_name<&Request::segments>({
    .id = "segment",
    .option = "segment",
    .failing = "of another segment",
    .fails = [](const Case& c) { return !contains(c.request.segments, c.gpu().segment); },
    .reason = [](const Case& c) { return fmt::format("a {} product", enum_name(c.gpu().segment)); },
});

inline constexpr Constraint k_released_constraint = by_name<&Request::released>({
    .id = "released",
    .option = "released",
    .failing = "released at another time",
    .fails =
        [](const Case& c) {
          const auto& [from, to] = *c.request.released;
          const auto& date = c.gpu().released;
          return !date || (from && date->last_day() < from->first_day()) || (to && date->first_day() > to->last_day());
        },
    .reason = [](const Case& c) -> std::string {
      const auto& date = c.gpu().released;
      return date ? fmt::format("released {}", date->text()) : "release date unknown";
    },
});

inline constexpr Constraint k_only_constraint = {
    .id = "only",
    .option = "only",
    .failing = "not named",
    .is_asked = [](const Request& request) { return request.only != nullptr; },
    .fails = [](const Case& c) { return c.request.only->pattern_of(c.gpu()) == nullptr; },
    .reason = [](const Case& /*c*/) -> std::string { return "not named by --only"; },
    .relax =
        [](const RelaxationBuilder& draft) {
          draft.result.is_possible = false;
        },  // another GPU is no answer about this one
    .leave_out = leave_out<&Request::only>,
};

inline constexpr Constraint k_exclude_constraint = by_name<&Request::exclude>({
    .id = "exclude",
    .option = "exclude",
    .failing = "excluded by name",
    .fails = [](const Case& c) { return c.request.exclude->pattern_of(c.gpu()) != nullptr; },
    .reason = [](const Case& c) -> std::string {
      return fmt::format("named by --exclude \"{}\"", printable(*c.request.exclude->pattern_of(c.gpu())));
    },
});

}  // namespace gpuadvisor
