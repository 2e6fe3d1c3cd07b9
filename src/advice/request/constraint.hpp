#pragma once

#include <fmt/format.h>

#include <cmath>
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

  void set_figure(RequestPart part, double from, double to) const { set_figure({part, to}, from, to); }
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
  void drop(RequestPart part) const {
    result.changes.push_back({part, false});
    ++result.size.dropped;
  }
};

/// A constraint. Reasons are built only when printed: counting excluded GPUs must stay cheap.
struct Constraint {
  std::string_view id;                      // in k_constraints
  bool (*is_asked)(const Request&);         // by the asker, or by default
  bool (*fails)(const Case&);               // requires is_asked
  std::string (*reason)(const Case&);       // why, e.g. "made by amd"; requires fails
  void (*relax)(const RelaxationBuilder&);  // changes the request as little as lets the offer in; requires fails
  Change (*lifted_by)() = nullptr;          // of a default: what lifts it for every GPU
  bool is_of_buyers = false;                // what is rented does not fail it: it stands in somebody else's machine
};

/// The constraint at an index of k_constraints.
[[nodiscard]] const Constraint& constraint_at(std::size_t index);

/// Moves the end of `range`, a part of the request, that keeps `needed` out. Requires that one does.
template <class Unit>
[[nodiscard]] Range<Quantity<Unit>> widened(const RelaxationBuilder& draft, RequestPart part,
                                            Range<Quantity<Unit>> range, Quantity<Unit> needed) {
  auto& end = range.to && needed > *range.to ? range.to : range.from;
  const double before = end->value();
  end = needed;
  const auto figure = [](const auto& one) { return one ? std::optional(one->value()) : std::nullopt; };
  draft.set_figure({part, Range<double>{figure(range.from), figure(range.to)}}, before, needed.value());
  return range;
}

}  // namespace gpuadvisor
