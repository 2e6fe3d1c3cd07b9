#pragma once

#include "constraint.hpp"
#include "core/text.hpp"

// Constraints on what a product is called, whose it is and when it came out.

namespace gpuadvisor {

inline constexpr Constraint k_vendor_constraint = {
    .id = "vendor",
    .is_asked = [](const Request& request) { return !request.vendors.empty(); },
    .fails = [](const Case& c) { return !contains(c.request.vendors, c.gpu().vendor); },
    .reason = [](const Case& c) { return fmt::format("made by {}", vendor_name(c.gpu())); },
    .relax =
        [](const RelaxationBuilder& draft) {
          draft.drop(RequestPart::vendor);
          draft.result.request.vendors.clear();
          draft.result.request.makes_cards.reset();
        },
};

inline constexpr Constraint k_segment_constraint = {
    .id = "segment",
    .is_asked = [](const Request& request) { return !request.segments.empty(); },
    .fails = [](const Case& c) { return !contains(c.request.segments, c.gpu().segment); },
    .reason = [](const Case& c) { return fmt::format("a {} product", enum_name(c.gpu().segment)); },
    .relax =
        [](const RelaxationBuilder& draft) {
          draft.drop(RequestPart::segment);
          draft.result.request.segments.clear();
        },
};

inline constexpr Constraint k_released_constraint = {
    .id = "released",
    .is_asked = [](const Request& request) { return request.released.has_value(); },
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
    .relax =
        [](const RelaxationBuilder& draft) {
          draft.drop(RequestPart::released);
          draft.result.request.released.reset();
        },
};

inline constexpr Constraint k_only_constraint = {
    .id = "only",
    .is_asked = [](const Request& request) { return request.only != nullptr; },
    .fails = [](const Case& c) { return c.request.only->pattern_of(c.gpu()) == nullptr; },
    .reason = [](const Case& /*c*/) -> std::string { return "not named by --only"; },
    .relax =
        [](const RelaxationBuilder& draft) {
          draft.result.is_possible = false;
        },  // another GPU is no answer about this one
};

inline constexpr Constraint k_exclude_constraint = {
    .id = "exclude",
    .is_asked = [](const Request& request) { return request.exclude != nullptr; },
    .fails = [](const Case& c) { return c.request.exclude->pattern_of(c.gpu()) != nullptr; },
    .reason = [](const Case& c) -> std::string {
      return fmt::format("named by --exclude \"{}\"", printable(*c.request.exclude->pattern_of(c.gpu())));
    },
    .relax =
        [](const RelaxationBuilder& draft) {
          draft.drop(RequestPart::exclude);
          draft.result.request.exclude.reset();
        },
};

}  // namespace gpuadvisor
