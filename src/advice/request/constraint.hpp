#pragma once

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contains.hpp"
#include "gpuadvisor/advice/constraints.hpp"
#include "gpuadvisor/advice/relaxation.hpp"

namespace gpuadvisor {

/// What a constraint judges.
struct Case {
  const Offer& offer;
  const Request& request;
  SupportCheck& support;
  const std::optional<PerformanceIndex>& evidence;
  const RecommendedSupplies* supplies;  // null unless a supply is asked for

  [[nodiscard]] const Gpu& gpu() const { return *offer.gpu; }
  [[nodiscard]] const Catalog& catalog() const { return support.catalog(); }
};

/// A relaxation in the making, and the offer that it is for.
struct RelaxationBuilder {
  Relaxation& result;
  const Offer& offer;
  const Request& in_force;
  const Catalog& catalog;
  std::string_view option;  // of the constraint that the offer fails

  void set_figure(double from, double to) const { set_figure({option, to}, from, to); }
  void set_figure(Change change, double from, double to) const {
    result.changes.push_back(std::move(change));
    result.size.share += std::abs(to - from) / from;
  }
  /// A way to do the job that needs that share of the memory.
  void change_job(Change change, double share) const {
    result.changes.push_back(std::move(change));
    ++result.size.of_job;
    result.size.share += 1 - share;
  }
  void lift(Change change) const {
    result.changes.push_back(std::move(change));
    ++result.size.lifted;
  }
  void drop() const { drop({option, false}); }
  void drop(Change change) const {
    result.changes.push_back(std::move(change));
    ++result.size.dropped;
  }
};

/// A constraint, and all that is said of it. Reasons are built only when printed: counting excluded GPUs must stay
/// cheap.
struct Constraint {
  std::string_view id;                         // published
  std::string_view option = {};                // that asks for it, without its dashes; of several ones, between blanks
  std::string_view failing;                    // what is true of GPUs that fail it: "3 too long"
  bool (*is_asked)(const Request&) = nullptr;  // by the asker, or by default
  bool (*fails)(const Case&) = nullptr;        // requires is_asked
  std::string (*reason)(const Case&) = nullptr;       // why, e.g. "made by amd"; requires fails
  std::string (*heading)(const Request&) = nullptr;   // "at most 2 slots"; requires is_asked
  void (*relax)(const RelaxationBuilder&) = nullptr;  // as little as lets the offer in; requires fails
  void (*leave_out)(Request&) = nullptr;              // lets in offers that no value would: those that lack the figure
  Change (*lifted_by)() = nullptr;                    // of a default: what lifts it for every GPU
  bool is_of_buyers = false;  // what is rented does not fail it: it stands in somebody else's machine
};

/// A limit on one figure as its option asks for it, and as JSON tells it.
template <auto request_part>
struct FigureOption {
  static constexpr auto k_part = request_part;

  std::string_view name;  // "--length"
  std::string_view type;  // "MM"
  std::string_view help;
  std::string_view key;  // in JSON
  std::string_view meaning;
  std::string_view unit = {};  // that may stand behind the figure
  std::size_t most = 0;        // of a whole number
};

/// All of them, in the order they are reported, the defaults last.
[[nodiscard]] std::span<const Constraint> constraints();

/// Whether a part of a request is asked for.
template <auto part>
[[nodiscard]] bool is_given(const Request& request) {
  if constexpr (requires { (request.*part).empty(); }) {
    return !(request.*part).empty();
  } else {
    return static_cast<bool>(request.*part);
  }
}

template <auto part>
void leave_out(Request& request) {
  request.*part = {};
}

/// A constraint on a part of a request that has no nearest value: an offer is let in without it.
template <auto part>
[[nodiscard]] constexpr Constraint by_name(Constraint constraint) {
  constraint.is_asked = is_given<part>;
  constraint.relax = [](const RelaxationBuilder& draft) {
    draft.drop();
    leave_out<part>(draft.result.request);
  };
  return constraint;
}

[[nodiscard]] inline double number(int count) { return count; }
template <class Unit>
[[nodiscard]] double number(Quantity<Unit> quantity) {
  return quantity.value();
}

/// A limit on a figure that `figure_of` a GPU tells; one that does not tell it fails.
template <auto part, auto figure_of>
[[nodiscard]] constexpr Constraint at_most(Constraint constraint) {
  constraint.is_asked = is_given<part>;
  constraint.fails = [](const Case& c) {
    const auto figure = std::invoke(figure_of, c.gpu());
    return !figure || *figure > *(c.request.*part);
  };
  constraint.relax = [](const RelaxationBuilder& draft) {
    const auto figure = std::invoke(figure_of, *draft.offer.gpu);
    draft.result.is_possible &= figure.has_value();
    if (!figure) return;
    draft.set_figure(number(*(draft.in_force.*part)), number(*figure));
    draft.result.request.*part = figure;
  };
  constraint.leave_out = leave_out<part>;
  return constraint;
}

/// Moves the end of `range`, a part of the request, that keeps `needed` out. Requires that one does.
template <class Unit>
[[nodiscard]] Range<Quantity<Unit>> widened(const RelaxationBuilder& draft, std::string_view option,
                                            Range<Quantity<Unit>> range, Quantity<Unit> needed) {
  auto& end = range.to && needed > *range.to ? range.to : range.from;
  const double before = end->value();
  end = needed;
  const auto figure = [](const auto& one) { return one ? std::optional(one->value()) : std::nullopt; };
  draft.set_figure({option, Range<double>{figure(range.from), figure(range.to)}}, before, needed.value());
  return range;
}

}  // namespace gpuadvisor
