#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

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
struct Draft {
  Relaxation& result;
  const Offer& offer;
  const Request& in_force;
  const Catalog& catalog;

  void set_figure(std::string option, double from, double to) const {
    result.changes.push_back(std::move(option));
    result.size.share += std::abs(to - from) / from;
  }
  /// A way to do the job that needs that share of the memory.
  void change_job(std::string option, double share) const {
    result.changes.push_back(std::move(option));
    ++result.size.of_job;
    result.size.share += 1 - share;
  }
  void lift(std::string option) const {
    result.changes.push_back(std::move(option));
    ++result.size.lifted;
  }
  void drop(std::string_view option) const {
    result.changes.push_back(fmt::format("without {}", option));
    ++result.size.dropped;
  }
};

/// A constraint. Counting the many GPUs that an answer leaves out needs no words: they are made apart.
struct Constraint {
  std::string_view id;                 // in k_constraints
  bool (*is_asked)(const Request&);    // by the asker, or by default
  bool (*fails)(const Case&);          // requires is_asked
  std::string (*reason)(const Case&);  // why, e.g. "made by amd"; requires fails
  void (*relax)(const Draft&);         // changes the request as little as lets the offer in; requires fails
  std::string_view lifted_by = {};     // of a default: the option that lifts it for every GPU
};

/// The constraint at an index of k_constraints.
[[nodiscard]] const Constraint& constraint_at(std::size_t index);

/// A range as options take it: "16..48", "16.." or "..48".
template <class Unit>
[[nodiscard]] std::string range_text(const Range<Quantity<Unit>>& range) {
  const auto end = [](const auto& figure) { return figure ? fmt::format("{}", figure->value()) : std::string(); };
  return end(range.from) + ".." + end(range.to);
}

/// Moves the end of `range` that keeps `needed` out, and tells so as a value of `option`. Requires that one does.
template <class Unit>
[[nodiscard]] Range<Quantity<Unit>> widened(const Draft& draft, std::string_view option, Range<Quantity<Unit>> range,
                                            Quantity<Unit> needed) {
  auto& end = range.to && needed > *range.to ? range.to : range.from;
  const double before = end->value();
  end = needed;
  draft.set_figure(fmt::format("{} {}", option, range_text(range)), before, needed.value());
  return range;
}

[[nodiscard]] bool contains(const auto& list, const auto& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace gpuadvisor
