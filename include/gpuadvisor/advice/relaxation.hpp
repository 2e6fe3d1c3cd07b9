#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "gpuadvisor/advice/constraints.hpp"

namespace gpuadvisor {

/// One change of a request.
struct Change {
  std::string_view option;  // that asks for it, without its dashes; of several ones, between blanks
  /// A figure, a range of figures or a name to ask for; true for what is asked for without a value, false for what is
  /// no longer asked for.
  std::variant<bool, double, Range<double>, std::string> value = false;
  std::string cost = {};  // of quality, where it was measured: "perplexity 2.4 % up"
};

/// How much a request is changed; less comes first. Doing the job in another way costs nothing, so it comes before all
/// else. Changing a figure that was asked for is less than lifting a default constraint, and that is less than dropping
/// what was asked for by name.
struct ChangeSize {
  int changes = 0;   // of any kind
  int dropped = 0;   // asked for by name
  int lifted = 0;    // defaults
  double share = 0;  // of the figures: by what part they change, summed up
  int of_job = 0;    // of the changes, other ways to do the job

  friend bool operator==(const ChangeSize&, const ChangeSize&) = default;
  friend auto operator<=>(const ChangeSize& a, const ChangeSize& b) { return a.key() <=> b.key(); }

 private:
  [[nodiscard]] std::tuple<int, int, int, int, double> key() const {
    return {changes - of_job, changes, dropped, lifted, share};
  }
};

/// The changes of a request that let an offer in.
struct Relaxation {
  Request request;  // as asked for, changed
  std::vector<Change> changes;
  ChangeSize size;
  Failures missing;         // constraints that would keep the offer out: what it fails, and defaults that come back
  bool is_possible = true;  // false when no change would do, e.g. for a price that nobody knows
};

/// The least that would have to change for `offer` to pass, given the constraints it fails and the request as asked
/// for, without defaults, and in force, with them. Dropping what was asked for can bring a default back: then that is
/// lifted too.
[[nodiscard]] Relaxation relaxation(const Offer& offer, const Failures& failed, const Request& asked,
                                    const Request& in_force, const Catalog& catalog);

/// The changes that lift default constraints for every GPU. Requires that all are defaults.
[[nodiscard]] std::vector<Change> lifting_changes(const Failures& failed);

}  // namespace gpuadvisor
